import HTTP

/// What a listener serves. All calls come on a loop's thread, which serves thousands of others, and must not block it.
package protocol Service: Sendable {
    /// The longest body taken; a longer one is refused by its Content-Length and never read.
    var bodyBytesMax: Int { get }

    /// How many connections its listener may hold, or nil for what the others leave.
    var connectionsMax: Int? { get }

    /// Judges a head as soon as it is whole and before its framing is looked at.
    ///
    /// - Parameter head: the request, its body empty.
    /// - Returns: the answer that ends it (no such path or method, not ready), or nil to go on.
    func admit(_ head: Request) -> Response?

    /// Serves the whole request. The answer goes through `exchange`, now or later, from any thread, exactly once: a
    /// connection that gets none stays open and silent until the engine is drained.
    func respond(to request: Request, on exchange: Exchange)

    /// The answer to what the engine itself refuses: the status is `refusal.status`, the body's shape differs by plane.
    func refusal(_ refusal: Refusal) -> Response
}

extension Service {
    package var connectionsMax: Int? { nil }
}
