import HTTP

/// A connection that listens to a channel: its answer has no end until the channel, the client or a drain ends it.
extension Connection {
    /// All that was to be sent is sent: from here on the listener hears, and first what it has missed.
    func listen(_ subscription: Subscription) {
        phase = .streaming
        loop.startWait(.heartbeat, self)
        if subscription.audience == nil {
            // Nothing else is answered on this connection.
            if !input.isEmpty { leavesUnread = true }
            input = []
            loop.join(self, subscription)
        }
        // After joining: what is published from now on comes as a message.
        if !subscription.isOver { deliver(subscription.channel.latest) }
        if phase == .streaming, subscription.isOver || isEnding || loop.isDraining { endStream() }
    }

    /// Sends what the listener does not have yet. One that is still reading an earlier event is passed over, and gets the
    /// latest edition when it has read it.
    func deliver(_ edition: any Edition) {
        guard phase == .streaming, let subscription else { return }
        if let sentID = subscription.sentID, edition.id <= sentID { return }
        let isKnown = subscription.sentID == nil && subscription.after == edition.id
        let event = edition.event(for: subscription.listener)
        subscription.sentID = edition.id
        subscription.isOver = event.isLast
        if !isKnown { sendOn(event.bytes) }
        if phase == .streaming, event.isLast { endStream() }
    }

    /// Says that the stream lives, to the client and to proxies on the way.
    func heartbeat() {
        loop.startWait(.heartbeat, self)
        sendOn(EventStream.comment)
    }

    /// Ends it as the client can tell from a break: nothing is half sent, and what it may still read is not reset.
    func endStream() {
        loop.leave(self)
        end()
        if phase == .lingering { loop.queue(self) }
    }

    private func sendOn(_ bytes: [UInt8]) {
        let sent = transmit(bytes, from: 0)
        if phase != .closed, sent < bytes.count { hold(bytes, from: sent) }
    }
}
