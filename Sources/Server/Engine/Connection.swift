import CLinux
import Glibc
import HTTP

/// One connection, at home on one loop: nothing here but `loop` may be touched from another thread.
///
/// It is small, because ten thousand of them may be idle: no buffer is held but for bytes that arrived too early or could
/// not be sent yet. Requests are taken one at a time; while one is being answered nothing is read, and the kernel's window
/// holds back a client that sends on. Unchecked: the loop's thread alone touches the rest.
final class Connection: @unchecked Sendable {
    enum Phase {
        /// Between requests.
        case idle
        /// Some of a head has come.
        case head
        /// A head is whole, its body is not: `arriving` holds both.
        case body
        /// The service has the request.
        case answering
        /// Some of the answer is in `output`.
        case writing
        /// The head of a stream is sent, and so is every event that there was.
        case streaming
        /// Everything is said, and what still comes is thrown away.
        case lingering
        case closed

        var reads: Bool { self == .idle || self == .head || self == .body }
    }

    /// A request whose body is still coming.
    final class Arriving {
        var request: Request
        let length: Int

        init(_ request: Request, length: Int) {
            self.request = request
            self.length = length
        }
    }

    let loop: Loop
    let descriptor: Int32
    let listener: UInt8

    var phase = Phase.idle
    var arriving: Arriving?
    var peer: Peer?

    /// Bytes that came and were not consumed: a part of a head, or the next request.
    var input: [UInt8] = []

    /// Whether `input` holds nothing that can be consumed without more.
    var isInputSpent = true

    /// What of the answer was not sent yet begins at `outputOffset`.
    var output: [UInt8] = []
    var outputOffset = 0

    var lingeredBytes = 0

    // MARK: the request being answered

    /// Counts requests, so that a second answer to one is not taken for the answer to the next.
    var serial: UInt32 = 0
    var answer: Response?
    /// Of an answer that is a stream: its head is `answer`.
    var subscription: Subscription?
    var isHEAD = false
    var closesAfterAnswer = false

    /// Whether bytes of the request were left unread, or may still come.
    var leavesUnread = false

    /// Whether the service is being called right now: an answer from inside that call is picked up after it.
    var isDispatching = false

    // MARK: what the kernel said

    var isReadable = false

    /// The other end has stopped sending: the end must be read even behind a read that was short.
    var isEnding = false

    // MARK: the loop's bookkeeping

    var isQueued = false
    var wait: Wait?
    var deadline: UInt64 = 0
    // Neighbours in a list of `Deadlines`: in the loop's table, which keeps them alive, for as long as they are in a list.
    unowned(unsafe) var previous: Connection?
    unowned(unsafe) var next: Connection?

    init(descriptor: Int32, listener: UInt8, loop: Loop) {
        self.descriptor = descriptor
        self.listener = listener
        self.loop = loop
    }

    var service: any Service { loop.services[Int(listener)] }

    /// The kernel says that something happened.
    func happened(_ event: Poller.Event) {
        if event.isReadable || event.isEnding { isReadable = true }
        if event.isEnding { isEnding = true }
        // Nobody is left to take the answer.
        if event.isDead, phase == .answering || phase == .writing || phase == .streaming { return close() }
        // A listener that has stopped sending has left: it was the only thing that it could do.
        if isEnding, phase == .streaming { endStream() }
        if phase == .writing, !event.isWritable { return }
        advance()
    }

    /// Goes on until something has to be waited for, or the others must have their turn.
    func advance() {
        for _ in 0..<Engine.stepsMax where !step() { return }
        if phase != .closed { loop.queue(self) }
    }

    /// - Returns: whether there may be more to do.
    private func step() -> Bool {
        switch phase {
        case .idle, .head, .body:
            if !isInputSpent {
                consumeInput()
                return true
            }
            return isReadable && read()
        case .answering:
            guard let answer else { return false }
            self.answer = nil
            send(answer)
            return true
        case .writing: return flush()
        case .streaming: return false
        case .lingering: return isReadable && discard()
        case .closed: return false
        }
    }

    /// A wait took too long.
    func expired(_ wait: Wait) {
        switch wait {
        case .idle, .write, .linger: close()
        case .head, .body:
            refuse(.timedOut)
            advance()
        case .heartbeat: heartbeat()
        }
    }

    func close() {
        guard phase != .closed else { return }
        phase = .closed
        input = []
        output = []
        arriving = nil
        answer = nil
        loop.leave(self)
        subscription = nil
        loop.forget(self)
        Glibc.close(descriptor)
    }
}
