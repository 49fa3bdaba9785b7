import API

/// Which release a project's apps can be built with, and go back to.
extension HandoffState {
    /// The package that a product's SDK comes in on a platform; nil where there is none that is known, so that it goes by
    /// agreement.
    private static func package(of product: Product, on platform: HandoffPlatform?) -> String? {
        switch (product, platform) {
        case (.shopstory, .ios): SDKPackage.shopStoryPlayer
        case (.shopstory, .flutterIOS): SDKPackage.shopStoryPlayerFlutter
        case (.livemarket, .ios): SDKPackage.liveMarket
        case (.mybot, .ios): SDKPackage.myBot
        case (_, .other), (.livemarket, .flutterIOS), (.mybot, .flutterIOS), (_, nil): nil
        }
    }

    var package: String? { Self.package(of: project.product, on: inputs.platform) }

    /// What goes by agreement takes any package but one that is known to be another product's.
    private func isOfAnotherPackage(_ release: Release) -> Bool {
        if let package { return !package.utf8.elementsEqual(release.product.utf8) }
        return SDKPackage.product(of: release.product).map { $0 != project.product } ?? false
    }

    var releaseFindings: [Finding] {
        guard let release else {
            return [
                unsaid(
                    "no_release",
                    "No release is chosen: 'release_id' is one, as PRODUCT@VERSION or by its id; 'ssadmin release list' shows them."
                )
            ]
        }
        if isOfAnotherPackage(release.release) {
            let wanted = package ?? "a package of \(project.product.rawValue)"
            return [
                unsaid(
                    "release_of_another_package",
                    "\(release.release.name) is not for this project and platform: that takes \(wanted).")
            ]
        }
        return nativeFindings(release) + noRequirements(of: release)
            + release.all.compactMap { one in
                switch one.status {
                case .accepted: nil
                case .preview:
                    warning(
                        "release_not_accepted", "\(one.name) is a preview: nobody has accepted it yet.",
                        "ssadmin release accept \(one.name)")
                case .withdrawn:
                    unsaid("release_withdrawn", "\(one.name) is withdrawn: choose another in 'release_id'.")
                }
            }
    }

    var rollbackFindings: [Finding] {
        guard let rollbackRelease else {
            return [
                unsaid(
                    "no_rollback_release",
                    "There is nothing to go back to: 'rollback_release_id' is an accepted release, as PRODUCT@VERSION or by its id."
                )
            ]
        }
        if let release, !release.release.product.utf8.elementsEqual(rollbackRelease.release.product.utf8) {
            return [
                unsaid(
                    "rollback_of_another_package",
                    "\(rollbackRelease.release.name) is of another package than \(release.release.name), and no way back."
                )
            ]
        }
        return nativeFindings(rollbackRelease) + newerRollback + sameArchive
            + rollbackRelease.all.compactMap { one in
                switch one.status {
                case .accepted: nil
                case .preview:
                    blocking(
                        "rollback_never_accepted", "\(one.name), to which one would go back, was never accepted.",
                        "ssadmin release accept \(one.name)")
                case .withdrawn:
                    unsaid("rollback_withdrawn", "\(one.name) is withdrawn: choose another in 'rollback_release_id'.")
                }
            }
    }

    /// Of a pair the native half is what runs: without its archive nobody can check what is built in.
    private func nativeFindings(_ pair: ReleasePair) -> [Finding] {
        guard let missing = pair.unregistered else { return [] }
        return [
            blocking(
                "paired_release_unknown", "\(pair.release.name) goes with \(missing), which is not registered.",
                "ssadmin release add \(missing) --archive FILE")
        ]
    }

    /// Whether by the wrong archive or for a test: nothing is undone by it.
    private var sameArchive: [Finding] {
        guard let release, let rollbackRelease else { return [] }
        return zip(release.all, rollbackRelease.all).filter { $0.archiveSHA256 == $1.archiveSHA256 }.map { one, back in
            warning(
                "rollback_is_the_same_archive", "\(back.name) is the same archive as \(one.name), and no way back.", set
            )
        }
    }

    private func noRequirements(of pair: ReleasePair) -> [Finding] {
        pair.all.filter(\.requirements.isEmpty).map { one in
            warning(
                "no_requirements",
                "\(one.name) says nothing of the systems and tools that it takes ('release add --require ios=15'), and what is released never changes: say it in 'support' or 'package_access', or release another version.",
                set)
        }
    }

    private var newerRollback: [Finding] {
        guard let release = release?.release, let rollback = rollbackRelease?.release,
            let version = Version(release.version), let back = Version(rollback.version), back > version
        else { return [] }
        return [
            warning(
                "rollback_is_newer", "\(rollback.name) is newer than \(release.name), and one goes back to it.", set)
        ]
    }
}
