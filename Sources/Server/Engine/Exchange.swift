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
}
