/// A generator that repeats: a test that fails names its seed, and with that seed it fails again (SplitMix64).
package struct Seed: RandomNumberGenerator, CustomStringConvertible {
    package let start: UInt64
    private var state: UInt64

    package init(_ start: UInt64 = .random(in: .min ... .max)) {
        self.start = start
        self.state = start
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    package var description: String { "seed \(start)" }
}
