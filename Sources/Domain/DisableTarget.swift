import API

/// What a disable takes away.
package enum DisableTarget: Sendable, Hashable {
    case sdk, followMePlayer, manualMinimize
    case surface(String)

    package init?(_ word: String) {
        switch word {
        case "sdk": self = .sdk
        case "follow_me_player": self = .followMePlayer
        case "manual_minimize": self = .manualMinimize
        default:
            guard word.hasPrefix("surface:") else { return nil }
            let name = String(word.dropFirst("surface:".count))
            guard Surfaces.isWellFormed(name) else { return nil }
            self = .surface(name)
        }
    }

    package var word: String {
        switch self {
        case .sdk: "sdk"
        case .followMePlayer: "follow_me_player"
        case .manualMinimize: "manual_minimize"
        case .surface(let name): "surface:\(name)"
        }
    }

    /// In one disable: the three flags and more surfaces than a project can have.
    package static let wordsMax = 128

    /// - Throws: `invalid_target` with every word that is none.
    package static func targets(_ words: [String]) throws(Failure) -> Set<DisableTarget> {
        let form = "a target is sdk, follow_me_player, manual_minimize or surface:<name>"
        guard !words.isEmpty else {
            throw Failure(
                .invalidTarget, "Name at least one target: \(form).",
                faults: [Fault("/targets", "invalid_target", "none is named; \(form)")])
        }
        guard words.count <= wordsMax else {
            throw Failure(
                .invalidTarget, "At most \(wordsMax) targets; these are \(words.count). To take all away, name sdk.",
                faults: [Fault("/targets", "invalid_target", "more than \(wordsMax)")])
        }
        var faults: [Fault] = []
        var targets: Set<DisableTarget> = []
        for (index, word) in words.enumerated() {
            guard let target = DisableTarget(word) else {
                faults.append(Fault("/targets/\(index)", "invalid_target", "\(quoted(word)) is none: \(form)"))
                continue
            }
            targets.insert(target)
        }
        guard faults.isEmpty else { throw Failure(.invalidTarget, faults[0].detail, faults: faults) }
        return targets
    }
}
