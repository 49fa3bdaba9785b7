/// The parameters of a query, each name and value percent-decoded exactly once; a `+` stays a plus.
package struct Query: Sendable {
    /// More is no call of ours, and looking each name up among the others must stay cheap.
    package static let parametersMax = 32

    package enum Fault: Error, Equatable, Sendable {
        /// More than `parametersMax`.
        case tooMany
        /// A bad escape, invalid UTF-8 or a NUL.
        case undecodable
        /// A name that came before: one reader would take the first, another the last.
        case repeated(name: String)
    }

    /// In the order in which they came.
    package let parameters: [(name: String, value: String)]

    /// Parses `name=value` pairs between ampersands. A pair without `=` has an empty value, an empty pair is passed over,
    /// and no query at all has no parameters.
    package init(_ raw: String?) throws(Fault) {
        var parameters: [(name: String, value: String)] = []
        for pair in (raw ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            guard parameters.count < Self.parametersMax else { throw .tooMany }
            let rawName = pair.prefix { $0 != UInt8(ascii: "=") }
            let rawValue = pair[rawName.endIndex...].dropFirst()
            guard let name = rawName.percentDecoded(), let value = rawValue.percentDecoded() else { throw .undecodable }
            if parameters.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) { throw .repeated(name: name) }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    package subscript(name: String) -> String? {
        parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
