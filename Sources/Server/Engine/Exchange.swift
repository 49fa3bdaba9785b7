import HTTP

/// The one answer that a request still lacks.
package struct Exchange: Sendable {
    let connection: Connection

    /// Which of its connection's requests this is, so that a second answer cannot become that of the next one.
    let serial: UInt32

    /// Sends the answer. Callable from any thread; on the connection's own it takes no hop. Nothing happens when the
    /// client has gone in the meantime, or was answered before.
    package func finish(_ response: Response) {
        connection.loop.finish(connection, serial: serial, with: response)
    }

    /// Whether there is room for one more stream. Where there is none, a call must go without.
    package var takesStreams: Bool { connection.loop.populations[Int(connection.listener)].takesStreams }

    /// Begins an answer without end, in the place of `finish`: the head, then the channel's latest edition and each one
    /// that is published, until one is the last for this listener, the client leaves or the engine is drained. It is the
    /// last answer on its connection. To a HEAD the head alone is sent.
    ///
    /// - Parameters:
    ///   - head: without a body.
    ///   - id: the edition that the client has already. If it is the latest, nothing is sent at once.
    package func stream(_ head: Response, _ listener: any StreamListener, on channel: Channel, after id: Int64?) {
        let subscription = Subscription(listener, on: channel, after: id)
        connection.loop.finish(connection, serial: serial, with: head, subscription)
    }
}
