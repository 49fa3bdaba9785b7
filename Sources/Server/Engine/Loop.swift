import CLinux
import Glibc
import HTTP
import Synchronization

/// One thread and the connections that live on it. Nothing here blocks but the wait for events.
///
/// Everything but the mailbox and `openCount` belongs to the loop's thread alone; other threads come in by the mailbox.
/// Unchecked for that.
final class Loop: @unchecked Sendable {
    let limits: Engine.Limits
    let listeners: [Listener]
    let services: [any Service]
    /// By listener, as `listeners` and `services` are.
    let populations: [Population]
    let mailbox: Mailbox
    let poller: Poller

    /// What every connection of this loop reads into.
    let readBuffer: UnsafeMutableRawBufferPointer

    /// Connections given to this loop and not yet closed. The acceptor looks at it from its own loop.
    let openCount = Atomic<Int>(0)

    /// Only on one of the loops.
    var acceptor: Acceptor?

    private(set) var isDraining = false
    private var drainDeadline = UInt64.max

    /// By descriptor.
    private var connections: [Connection?] = []

    /// Those that have more to do without waiting.
    private var queued: [Connection] = []

    /// Those whose turn it is. It changes places with `queued`, so that neither gives its room away.
    private var advancing: [Connection] = []

    private let deadlines: Deadlines
    private var audiences: Audiences
    private var now = Clock.milliseconds()
    private var writeBuffer: [UInt8] = []
    private var dateSecond = -1
    private var dateBytes: [UInt8] = []
    private var thread = pthread_t()

    init(
        listeners: [Listener], services: [any Service], populations: [Population], limits: Engine.Limits
    ) throws(SystemError) {
        self.listeners = listeners
        self.services = services
        self.populations = populations
        self.limits = limits
        mailbox = try Mailbox()
        poller = try Poller()
        deadlines = Deadlines(limits)
        audiences = Audiences(mailbox)
        readBuffer = .allocate(byteCount: Engine.readBufferBytes, alignment: 16)
        guard poller.addLevel(mailbox.descriptor) else { throw SystemError("epoll_ctl") }
    }

    deinit {
        readBuffer.deallocate()
    }

    /// Serves until it is drained. The whole life of a loop's thread.
    func run() {
        thread = pthread_self()
        while !isDone {
            let count = poller.wait(milliseconds: patience)
            now = Clock.milliseconds()
            for index in 0..<count { handle(poller.event(index)) }
            swap(&queued, &advancing)
            for connection in advancing {
                connection.isQueued = false
                connection.advance()
            }
            advancing.removeAll(keepingCapacity: true)
            spreadEditions()
            for _ in 0..<Engine.listenersMax {
                guard let (connection, wait) = deadlines.expired(now: now) else { break }
                connection.expired(wait)
            }
            acceptor?.resume(now: now)
        }
        end()
    }

    private var isDone: Bool {
        isDraining && (now >= drainDeadline || openCount.load(ordering: .relaxed) == 0)
    }

    /// How long to wait for events: not at all while there is work, for ever when nothing has a deadline.
    private var patience: UInt64? {
        if !queued.isEmpty || !audiences.areSpread { return 0 }
        var earliest = deadlines.next ?? .max
        if isDraining { earliest = min(earliest, drainDeadline) }
        if let acceptor, let resumesAt = acceptor.resumesAt { earliest = min(earliest, resumesAt) }
        if earliest == .max { return nil }
        // The clock ticks in milliseconds: one more, so as not to wake just before.
        return earliest > now ? earliest - now + 1 : 0
    }

    private func handle(_ event: Poller.Event) {
        if let connection = self[event.descriptor] {
            connection.happened(event)
        } else if event.descriptor == mailbox.descriptor {
            for message in mailbox.take() { handle(message) }
        } else {
            acceptor?.accept(from: event.descriptor, now: now)
        }
    }

    private func handle(_ message: Mailbox.Message) {
        switch message {
        case .adopt(let descriptor, let listener): adopt(descriptor, listener)
        case .finish(let connection, let serial, let response, let subscription):
            connection.take(response, subscription, serial: serial)
        case .publish(let channel, let edition): audiences.take(edition, of: channel)
        case .drain(let deadline): drain(deadline)
        }
    }

    // MARK: connections

    private subscript(descriptor: Int32) -> Connection? {
        let index = Int(descriptor)
        return index < connections.count ? connections[index] : nil
    }

    /// Gives a fresh connection a home. It was counted when it was given to this loop.
    func adopt(_ descriptor: Int32, _ listener: UInt8) {
        guard poller.addEdge(descriptor) else {
            close(descriptor)
            leave(listener)
            return
        }
        let connection = Connection(descriptor: descriptor, listener: listener, loop: self)
        let index = Int(descriptor)
        while connections.count <= index { connections.append(nil) }
        connections[index] = connection
        deadlines.start(.idle, connection, now: now)
        if isDraining { finishOrClose(connection) }
    }

    func forget(_ connection: Connection) {
        deadlines.end(connection)
        connections[Int(connection.descriptor)] = nil
        leave(connection.listener)
    }

    private func leave(_ listener: UInt8) {
        openCount.subtract(1, ordering: .relaxed)
        populations[Int(listener)].open.subtract(1, ordering: .relaxed)
    }

    func startWait(_ wait: Wait, _ connection: Connection) { deadlines.start(wait, connection, now: now) }

    func endWait(_ connection: Connection) { deadlines.end(connection) }

    /// Has the connection advanced once more before the loop waits.
    func queue(_ connection: Connection) {
        if connection.isQueued { return }
        connection.isQueued = true
        queued.append(connection)
    }

    /// An answer, from any thread.
    func finish(
        _ connection: Connection, serial: UInt32, with response: Response, _ subscription: Subscription? = nil
    ) {
        if pthread_equal(pthread_self(), thread) != 0 {
            connection.take(response, subscription, serial: serial)
        } else {
            mailbox.post(.finish(connection, serial: serial, response, subscription))
        }
    }

    // MARK: streams

    func join(_ connection: Connection, _ subscription: Subscription) {
        audiences.join(connection, subscription)
        populations[Int(connection.listener)].streams.add(1, ordering: .relaxed)
    }

    /// The connection no longer listens, if it did.
    func leave(_ connection: Connection) {
        guard let subscription = connection.subscription, subscription.audience != nil else { return }
        audiences.leave(subscription)
        populations[Int(connection.listener)].streams.subtract(1, ordering: .relaxed)
    }

    /// Offers new editions to some listeners; the rest come in the next turns, and the other connections between.
    private func spreadEditions() {
        var left = Engine.listenersMax
        while left > 0, let audience = audiences.next() {
            // Not inside `audiences`: who is sent something may leave.
            left -= audience.spread(atMost: left)
            if !audience.isSpread { audiences.again(audience) }
        }
    }

    // MARK: what all connections share

    /// An empty buffer with the room of the last answers. One answer is written at a time.
    func takeWriteBuffer() -> [UInt8] {
        let buffer = writeBuffer
        writeBuffer = []
        return buffer
    }

    func giveWriteBuffer(_ buffer: inout [UInt8]) {
        buffer.removeAll(keepingCapacity: true)
        writeBuffer = buffer
    }

    /// The date of an answer, made once a second.
    func date() -> [UInt8] {
        let second = Clock.seconds()
        if second != dateSecond {
            dateSecond = second
            dateBytes = Array(IMFFixdate.string(secondsSince1970: second).utf8)
        }
        return dateBytes
    }

    // MARK: the end

    private func drain(_ deadline: UInt64) {
        isDraining = true
        drainDeadline = deadline
        acceptor?.end()
        for connection in connections { connection.map(finishOrClose) }
    }

    /// A request whose head has come is finished, also when it waits unread in the kernel; a stream ends behind the event
    /// that it is at; whoever else is closed.
    private func finishOrClose(_ connection: Connection) {
        if connection.phase == .streaming { return connection.endStream() }
        guard connection.phase == .idle || connection.phase == .head else { return }
        connection.isReadable = true
        connection.advance()
        if connection.phase == .idle || connection.phase == .head { connection.close() }
    }

    private func end() {
        acceptor = nil  // it holds the loops
        for connection in connections { connection?.close() }
        for message in mailbox.close() {
            if case .adopt(let descriptor, _) = message { close(descriptor) }
        }
    }
}
