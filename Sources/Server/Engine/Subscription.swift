/// A connection's part in a channel. Small: ten thousand connections may have one each.
///
/// Made where the request is answered and handed to the connection's loop, to which it belongs from then on: unchecked, for no
/// compiler sees that.
final class Subscription: @unchecked Sendable {
    let listener: any StreamListener
    let channel: Channel

    /// The edition that the client says it has.
    let after: Int64?

    /// The edition that was sent last, or found to be there.
    var sentID: Int64?

    /// Whether the last event was sent.
    var isOver = false

    /// While it listens: those of the same loop who listen too, and its place among them.
    var audience: Audience?
    var index = 0

    init(_ listener: any StreamListener, on channel: Channel, after: Int64?) {
        self.listener = listener
        self.channel = channel
        self.after = after
    }
}
