/// A path with places for parameters: `/api/v1/projects/{app}/identity-secret/rotate`.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    enum Segment: Sendable, Hashable {
        case literal([UInt8])
        case parameter(String)
    }

    let segments: [Segment]

    /// As written, also good as a label of metrics: there are only as many as routes.
    package let description: String

    /// Templates are written by programmers: one that does not begin with `/`, or names a parameter twice, traps.
    package init(_ text: String) {
        precondition(text.utf8.first == .slash, "a path begins with a slash")
        description = text
        segments = text.utf8.dropFirst().split(separator: .slash, omittingEmptySubsequences: false).map { segment in
            if segment.first == UInt8(ascii: "{"), segment.last == UInt8(ascii: "}") {
                return .parameter(String(decoding: segment.dropFirst().dropLast(), as: UTF8.self))
            }
            return .literal(Array(segment))
        }
        let names = parameterNames
        precondition(Set(names).count == names.count, "a parameter is named twice")
    }

    package var parameterNames: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    /// The path with each parameter percent-encoded in its place; a parameter without a value traps.
    package func path(_ parameters: [String: String] = [:]) -> String {
        segments.reduce(into: "") { path, segment in
            switch segment {
            case .literal(let bytes): path += "/" + String(decoding: bytes, as: UTF8.self)
            case .parameter(let name):
                guard let value = parameters[name] else { preconditionFailure("no value for {\(name)}") }
                path += "/" + value.percentEncoded
            }
        }
    }
}
