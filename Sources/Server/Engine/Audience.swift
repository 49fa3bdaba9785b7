import Synchronization

/// The connections of one loop that listen to one channel, and the editions that they are still to be sent.
final class Audience {
    let channel: Channel
    private var subscribers: [Connection] = []

    /// Editions that not all have been offered yet, the oldest first.
    private var waiting: [any Edition] = []

    /// How many subscribers, from the first, the oldest of `waiting` was not offered yet. From the last one down: a place
    /// that becomes free is filled by the last subscriber, who is then offered it again and skips it, and nobody is left out.
    private var left = 0

    init(_ channel: Channel) {
        self.channel = channel
    }

    var isEmpty: Bool { subscribers.isEmpty }
    var isSpread: Bool { waiting.isEmpty }

    func add(_ connection: Connection, _ subscription: Subscription) {
        subscription.audience = self
        subscription.index = subscribers.count
        subscribers.append(connection)
        channel.listeners.add(1, ordering: .relaxed)
    }

    func remove(_ subscription: Subscription) {
        let last = subscribers.removeLast()
        if subscription.index < subscribers.count {
            subscribers[subscription.index] = last
            last.subscription?.index = subscription.index
        }
        subscription.audience = nil
        channel.listeners.subtract(1, ordering: .relaxed)
    }

    func take(_ edition: any Edition) {
        if waiting.isEmpty { left = subscribers.count }
        waiting.append(edition)
        // Published faster than they can be sent: all miss an intermediate one, as who is slow does.
        if waiting.count > Engine.editionsMax { waiting.remove(at: 1) }
    }

    /// Offers what waits to some of the subscribers.
    ///
    /// - Returns: how many those were, at most `most`.
    func spread(atMost most: Int) -> Int {
        var offered = 0
        while let edition = waiting.first {
            while offered < most, left > 0 {
                left -= 1
                guard left < subscribers.count else { continue }
                offered += 1
                // Copied out: who is sent its last event leaves.
                let subscriber = subscribers[left]
                subscriber.deliver(edition)
            }
            guard left == 0 else { break }
            waiting.removeFirst()
            left = subscribers.count
        }
        return offered
    }
}

/// The audiences of one loop.
struct Audiences {
    private let mailbox: Mailbox
    private var byChannel: [ObjectIdentifier: Audience] = [:]

    /// Those with something that not all have been offered, in turn.
    private var spreading: [Audience] = []

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    var areSpread: Bool { spreading.isEmpty }

    mutating func join(_ connection: Connection, _ subscription: Subscription) {
        let channel = subscription.channel
        let audience: Audience
        if let present = byChannel[ObjectIdentifier(channel)] {
            audience = present
        } else {
            audience = Audience(channel)
            byChannel[ObjectIdentifier(channel)] = audience
            channel.join(mailbox)
        }
        audience.add(connection, subscription)
    }

    mutating func leave(_ subscription: Subscription) {
        guard let audience = subscription.audience else { return }
        audience.remove(subscription)
        guard audience.isEmpty else { return }
        byChannel[ObjectIdentifier(audience.channel)] = nil
        audience.channel.leave(mailbox)
    }

    mutating func take(_ edition: any Edition, of channel: Channel) {
        guard let audience = byChannel[ObjectIdentifier(channel)] else { return }
        if audience.isSpread { spreading.append(audience) }
        audience.take(edition)
    }

    /// Whose turn it is to be offered something, or nil.
    mutating func next() -> Audience? { spreading.isEmpty ? nil : spreading.removeFirst() }

    /// It is not done yet, and comes after the others.
    mutating func again(_ audience: Audience) { spreading.append(audience) }
}
