import API

extension AuditEntry {
    /// As it leaves: in the place of a text that looks like a secret it says so, and what it looks like. Reasons and
    /// references are not refused for their looks, since a disable must not wait for better words; and what was refused may
    /// name anything.
    package var withoutSecrets: AuditEntry {
        AuditEntry(
            id: id, at: at, actor: actor, from: from, action: action, outcome: outcome, code: code.optional,
            tenant: tenant.optional.map { shown($0, .identifier) },
            applicationID: applicationID.optional.map { shown($0, .identifier) },
            subject: subject.optional.map { shown($0, .identifier) },
            reason: reason.optional.map { shown($0, .record) },
            before: before.optional.map { shown($0) }, after: after.optional.map { shown($0) }, requestID: requestID)
    }
}

/// The members of `before` and `after` that are words of operators. All others have a form that their rules hold them to,
/// digests among them.
private let wordsOfOperators: Set = ["reason", "reference", "name", "notes"]

private func shown(_ text: String, _ kind: SecretLike.Kind) -> String {
    SecretLike.first(in: text, of: kind).map { "[looks like a secret: \($0.words)]" } ?? text
}

private func shown(_ value: JSONValue, _ kind: SecretLike.Kind = .published) -> JSONValue {
    switch value {
    case .string(let text): .string(shown(text, kind))
    case .array(let elements): .array(elements.map { shown($0, kind) })
    case .object(let members):
        .object(
            members.map { member in
                .init(member.name, shown(member.value, wordsOfOperators.contains(member.name) ? .record : .published))
            })
    case .null, .bool, .integer, .number: value
    }
}
