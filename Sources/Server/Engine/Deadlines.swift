/// What a connection waits for, each for a fixed time.
enum Wait: Int, CaseIterable {
    /// The first byte of a request.
    case idle
    /// The rest of a head.
    case head
    /// The rest of a body.
    case body
    /// The client to read.
    case write
    /// The client to close.
    case linger
    /// The next comment on a stream.
    case heartbeat
}

/// Who waits until when: for each kind of wait a list that is in order of time by itself, because its wait is always as
/// long. The lists run through the connections, so that waiting takes no memory and starting or ending it no search.
struct Deadlines {
    // A class: iterating over structs with such references never ends under Swift 6.3.
    private final class List {
        // The loop's table keeps a connection alive for as long as it is in a list.
        unowned(unsafe) var first: Connection?
        unowned(unsafe) var last: Connection?
    }

    private let milliseconds: [UInt64]
    private let lists: [List]

    init(_ limits: Engine.Limits) {
        milliseconds = Wait.allCases.map { wait in
            switch wait {
            case .idle: limits.idle.milliseconds
            case .head: limits.head.milliseconds
            case .body: limits.body.milliseconds
            case .write: limits.write.milliseconds
            case .linger: limits.linger.milliseconds
            case .heartbeat: limits.heartbeat.milliseconds
            }
        }
        lists = Wait.allCases.map { _ in List() }
    }

    /// Starts a wait, and with it ends the one before.
    func start(_ wait: Wait, _ connection: Connection, now: UInt64) {
        end(connection)
        connection.wait = wait
        connection.deadline = now + milliseconds[wait.rawValue]
        connection.previous = lists[wait.rawValue].last
        if let last = lists[wait.rawValue].last {
            last.next = connection
        } else {
            lists[wait.rawValue].first = connection
        }
        lists[wait.rawValue].last = connection
    }

    func end(_ connection: Connection) {
        guard let wait = connection.wait else { return }
        let (previous, next) = (connection.previous, connection.next)
        if let previous { previous.next = next } else { lists[wait.rawValue].first = next }
        if let next { next.previous = previous } else { lists[wait.rawValue].last = previous }
        connection.previous = nil
        connection.next = nil
        connection.wait = nil
    }

    /// The earliest of all deadlines.
    var next: UInt64? {
        var earliest: UInt64?
        for list in lists {
            if let first = list.first, first.deadline < earliest ?? .max { earliest = first.deadline }
        }
        return earliest
    }

    /// A connection whose deadline has come, and what it waited for; the wait is over.
    func expired(now: UInt64) -> (Connection, Wait)? {
        for wait in Wait.allCases {
            if let first = lists[wait.rawValue].first, first.deadline <= now {
                end(first)
                return (first, wait)
            }
        }
        return nil
    }
}
