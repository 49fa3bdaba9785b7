import API
import HTTP

/// An installation with a past, and calls that are to be made on it at the same time. Tokens and assertions go by their own
/// text.
package struct Storm: Sendable {
    package typealias Call = InstallationModel.Call
    package typealias Answer = (outcome: InstallationModel.Outcome, token: String?)

    /// What the installation is before.
    package let model: InstallationModel
    package let calls: [Call]
    /// All that the installation ever had, those that ended too.
    package let tokens: [String]

    /// Gives the installation a past, call by call, each answered as the model says.
    ///
    /// - Parameter answer: makes the call.
    package init(
        token: String, assertions: [(text: String, user: String)], count: Int, using seed: inout Seed,
        answer: (Call) async throws -> Answer
    ) async throws {
        var model = InstallationModel(current: token)
        var tokens = [token]
        for _ in 0..<Int.random(in: 0..<6, using: &seed) {
            let call = Self.call(of: Kind.allCases, tokens: tokens, epoch: model.epoch, assertions, using: &seed)
            let expected = model.apply(call)
            let (outcome, issued) = try await answer(call)
            guard outcome == expected else {
                throw OutsideError("\(call) was answered \(outcome) and not \(expected), before anything was parallel")
            }
            if let issued {
                model.pending[model.pending.count - 1] = issued
                tokens.append(issued)
            }
        }
        self.model = model
        self.tokens = tokens
        // Of some kinds alone: where all are made, most of what one leaves undone is done by another.
        let kinds = Array(Kind.allCases.shuffled(using: &seed).prefix(Int.random(in: 2...5, using: &seed)))
        let calls = (0..<count).map { _ in
            Self.call(of: kinds, tokens: tokens, epoch: model.epoch, assertions, using: &seed)
        }
        // One among the others, and not in every round: what comes after it is all alike.
        let isRevoked = Int.random(in: 0..<3, using: &seed) == 0
        self.calls = isRevoked ? calls.dropLast() + [.revoke] : calls
    }

    private enum Kind: CaseIterable { case refresh, identify, logOut, content, chat }

    private static func call(
        of kinds: [Kind], tokens: [String], epoch: Int, _ assertions: [(text: String, user: String)],
        using seed: inout Seed
    ) -> Call {
        // The latest more often than those before.
        let token = Bool.random(using: &seed) ? tokens.last! : tokens.randomElement(using: &seed)!
        let epoch = epoch + [-1, 0, 0, 0, 0, 0, 1, 1].randomElement(using: &seed)!
        switch kinds.randomElement(using: &seed)! {
        case .refresh: return .refresh(token, epoch: epoch)
        case .identify:
            let assertion = assertions.randomElement(using: &seed)!
            return .identify(token, epoch: epoch, assertion: assertion.text, user: assertion.user)
        case .logOut: return .logOut(token, epoch: epoch)
        case .content: return .content(token, epoch: epoch)
        case .chat: return .chat(token, epoch: epoch)
        }
    }
}

extension InstallationModel.Call {
    /// As a device sends it; nil for what an operator does.
    package var request: (method: String, path: String, token: String, epoch: Int, body: String?)? {
        switch self {
        case .refresh(let token, let epoch): ("POST", SDKAPI.refresh, token, epoch, "{}")
        case .identify(let token, let epoch, let assertion, _):
            ("POST", SDKAPI.identify, token, epoch, #"{"assertion":"\#(assertion)"}"#)
        case .logOut(let token, let epoch): ("POST", SDKAPI.logout, token, epoch, "{}")
        case .content(let token, let epoch): ("GET", SDKAPI.content, token, epoch, nil)
        case .chat(let token, let epoch): ("POST", SDKAPI.chat + "threads", token, epoch, "{}")
        case .revoke: nil
        }
    }

    /// For a table of what happened.
    package var kind: String {
        request?.path ?? "revoke"
    }
}

extension Response {
    /// What the model has a word for, and the token that a refresh answers.
    package var modelled: Storm.Answer {
        let body = body.isEmpty ? nil : json
        return (.init(status, epoch: body?["epoch"]?.number.map(Int.init)), body?["token"]?.text)
    }
}
