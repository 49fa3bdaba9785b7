import API

/// What a device says of itself when it asks for its policy (contract section 5.6). Nothing of it is proven: a caller that
/// says less is told less.
package struct PolicyCaller: Sendable {
    package let platform: Platform?
    /// Nil where none was sent, or one that cannot be read: either satisfies any condition.
    package let sdkVersion: Version?
    package let hostAppVersion: Version?
    /// By either rule, as bytes: strings that differ only in their normalisation are different apps.
    private let appIdentifier: [UInt8]?
    private let foldedAppIdentifier: [UInt8]?

    package init(
        platform: Platform? = nil, appIdentifier: String? = nil, sdkVersion: String? = nil,
        hostAppVersion: String? = nil
    ) {
        self.platform = platform
        self.appIdentifier = appIdentifier.map { Array($0.utf8) }
        foldedAppIdentifier = appIdentifier.map { Array(AppIdentifier.folded($0, on: .ios).utf8) }
        self.sdkVersion = sdkVersion.flatMap(Version.init)
        self.hostAppVersion = hostAppVersion.flatMap(Version.init)
    }

    /// Whether its app is among these; where the platform was not sent, by either platform's rule. Nil without an app.
    func isAmong(_ apps: AppIdentifiers) -> Bool? {
        guard let appIdentifier, let foldedAppIdentifier else { return nil }
        // Whatever is equal as it stands is equal folded too.
        return platform == .android ? apps.exact.contains(appIdentifier) : apps.folded.contains(foldedAppIdentifier)
    }
}

/// App identifiers of either platform, ready to be looked up.
struct AppIdentifiers: Sendable {
    let exact: Set<[UInt8]>
    let folded: Set<[UInt8]>

    init(_ identifiers: [String]) {
        exact = Set(identifiers.map { Array($0.utf8) })
        folded = Set(identifiers.map { Array(AppIdentifier.folded($0, on: .ios).utf8) })
    }
}
