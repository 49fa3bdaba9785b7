import API

/// A release that a handoff names, with the release of the native SDK that a Flutter package goes with.
package struct ReleasePair: Sendable {
    package let release: Release
    /// Nil where the release goes with none, and where the one that it goes with was never registered.
    package let native: Release?

    package init(_ release: Release, native: Release?) {
        self.release = release
        self.native = native
    }

    /// Both stand or fall together: an app has the one only with the other.
    package var all: [Release] { [release] + (native.map { [$0] } ?? []) }

    /// What the release goes with and nobody registered: a package and its version.
    package var unregistered: String? {
        guard native == nil, let version = release.pairedVersion.optional else { return nil }
        return "\(SDKPackage.shopStoryPlayer)@\(version)"
    }
}
