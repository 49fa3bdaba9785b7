import Glibc

/// The kernel's clocks as of its last tick: some nanoseconds to read, right to some milliseconds.
enum Clock {
    /// Since some moment before; never set back. For deadlines.
    static func milliseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }

    /// Since 1970. For the `Date` of an answer.
    static func seconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return max(0, time.tv_sec)
    }
}
