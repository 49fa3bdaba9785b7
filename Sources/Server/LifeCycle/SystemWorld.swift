import API
import Crypto
import Domain
import Glibc

extension World {
    /// The machine's clock and OpenSSL's generator.
    package static let system = World(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        }, randomBytes: SecureRandom.bytes)
}
