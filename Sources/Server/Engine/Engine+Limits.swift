import HTTP

extension Engine {
    /// How long the engine waits and how much it holds. The defaults are the product's; tests shorten them.
    package struct Limits: Sendable {
        /// From the first byte of a head to its last, then 408.
        package var head = Duration.seconds(HTTP.Limits.headSeconds)

        /// From the end of a head to the last byte of its body, then 408.
        package var body = Duration.seconds(HTTP.Limits.bodySeconds)

        /// Between two requests. Longer than the 60 s for which proxies keep a connection, so that theirs ends first and no
        /// request meets a closing one.
        package var idle = Duration.seconds(75)

        /// Without progress on an answer that the client does not read.
        package var write = Duration.seconds(20)

        /// Between two comments on a stream (contract section 5.7).
        package var heartbeat = Duration.seconds(15)

        /// After a last answer, for the client to read it before its unread bytes turn the close into a reset.
        package var linger = Duration.seconds(2)

        /// What a lingering connection may still send and have thrown away.
        package var lingerBytesMax = 4 * 1024 * 1024

        /// All connections of all listeners; beyond it the kernel's queue holds them. 10 000 streams and room beside them.
        package var connectionsMax = 16_384

        package init() {}
    }

    /// Descriptors left to the rest of the process: database, log, configuration.
    static let descriptorsReserved = 128

    /// What one `recv` takes. A head fits, and what a connection holds of pipelined requests stays as small.
    static let readBufferBytes = HTTP.Limits.headBytesMax

    /// A body up to this long is copied behind its head and leaves in one `send`; a longer one goes by reference.
    static let copiedBodyBytesMax = 16 * 1024

    /// Steps of one connection before the others have their turn.
    static let stepsMax = 32

    /// Listeners that are offered an edition, and waits that end, before the others have their turn.
    static let listenersMax = 256

    /// Editions of one channel that wait to be sent on one loop. The newest waits for those before it, and may be the one that
    /// switches everything off.
    static let editionsMax = 8

    /// Connections taken from one listener before the others have their turn.
    static let acceptsMax = 64

    /// For how long accepting rests when descriptors or connections have run out.
    static let acceptPauseMilliseconds: UInt64 = 100

    /// Connections that the kernel queues for us; it cuts this down to net.core.somaxconn.
    static let backlog: Int32 = 4_096

    /// Events taken from the kernel at once.
    static let eventsMax = 256
}

extension Duration {
    /// Whole milliseconds, rounded down; negative ones are none.
    var milliseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }
}
