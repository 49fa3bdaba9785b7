import API
import Crypto

/// Time and chance, the two things that rules must not reach for themselves. Operations ask once and pass on values.
package struct World: Sendable {
    package let now: @Sendable () -> Instant
    /// Cryptographically strong.
    package let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    package init(now: @escaping @Sendable () -> Instant, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.now = now
        self.randomBytes = randomBytes
    }

    /// 12 random bytes in hex, for things that have no name of their own.
    package func newID() -> String { Hex.encode(randomBytes(12)) }
}
