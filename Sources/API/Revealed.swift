/// A secret on its one way out: the only Codable type that holds one. It describes itself as `…`, so that printing or
/// logging an answer shows nothing.
package struct Revealed: Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var description: String { "…" }
    package var debugDescription: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// An answer that shows a secret once. What is kept of it for a retry is `withoutSecret`.
package protocol SecretBearing: Codable {
    var withoutSecret: any Encodable { get }
}

extension CreatedProject: SecretBearing {
    package var withoutSecret: any Encodable {
        CreatedProject(project: project, identitySecret: nil, wrapped: wrapped?.withoutToken)
    }
}

extension RotatedSecret: SecretBearing {
    package var withoutSecret: any Encodable {
        RotatedSecret(
            identitySecret: nil, wrapped: wrapped?.withoutToken, fingerprint: fingerprint, previous: previous.optional)
    }
}

extension CreatedPersonalToken: SecretBearing {
    package var withoutSecret: any Encodable {
        CreatedPersonalToken(
            token: nil, id: id, name: name.optional, scopes: scopes, createdAt: createdAt,
            expiresAt: expiresAt.optional)
    }
}
