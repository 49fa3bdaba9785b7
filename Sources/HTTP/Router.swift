/// Finds what serves a method and a path: a tree of segments, in which a literal wins over a parameter.
///
/// Each segment is percent-decoded exactly once and after the path was split, so a `%2F` is a character of its parameter
/// and never a separator. A segment that cannot be decoded (bad escape, NUL, invalid UTF-8) or is empty matches nothing.
package struct Router<Value: Sendable>: Sendable {
    package enum Outcome {
        case found(Value, parameters: [String: String])
        /// The path exists; `allow` is what its 405 must list (RFC 9110, 15.5.6), sorted, with HEAD where GET is.
        case methodNotAllowed(allow: [String])
        case notFound
    }

    private struct Node: Sendable {
        var literals: [(segment: [UInt8], node: Int)] = []
        var parameter: Int?
        /// One entry a method, with the names of the parameters on the way here.
        var routes: [(method: String, value: Value, names: [String])] = []
    }

    /// The first is the root; the others are named by their place.
    private var nodes = [Node()]

    package init() {}

    /// Adding the same method and template twice is a programmer's error.
    package mutating func add(_ method: String, _ template: PathTemplate, _ value: Value) {
        var place = 0
        for segment in template.segments { place = step(from: place, segment) }
        precondition(!nodes[place].routes.contains { $0.method == method }, "\(method) \(template) is served twice")
        nodes[place].routes.append((method, value, template.parameterNames))
    }

    private mutating func step(from place: Int, _ segment: PathTemplate.Segment) -> Int {
        switch segment {
        case .literal(let bytes):
            if let known = nodes[place].literals.first(where: { $0.segment == bytes }) { return known.node }
            nodes[place].literals.append((bytes, nodes.count))
        case .parameter:
            if let known = nodes[place].parameter { return known }
            nodes[place].parameter = nodes.count
        }
        nodes.append(Node())
        return nodes.count - 1
    }

    /// HEAD is served by what serves GET (RFC 9110, 9.3.2).
    package func route(method: String, path: String) -> Outcome {
        guard path.utf8.first == .slash else { return .notFound }
        var values: [String] = []
        guard let place = find(path.utf8.dropFirst(), from: 0, &values) else { return .notFound }
        let wanted = method == "HEAD" ? "GET" : method
        guard let route = nodes[place].routes.first(where: { $0.method == wanted }) else {
            return .methodNotAllowed(allow: allowed(at: place))
        }
        guard !values.isEmpty else { return .found(route.value, parameters: [:]) }
        return .found(route.value, parameters: Dictionary(uniqueKeysWithValues: zip(route.names, values)))
    }

    private func allowed(at place: Int) -> [String] {
        let methods = nodes[place].routes.map(\.method)
        return (methods.contains("GET") ? methods + ["HEAD"] : methods).sorted()
    }

    /// The node that a path ends at. As deep as the longest template, so it may call itself.
    private func find(_ rest: Substring.UTF8View, from place: Int, _ values: inout [String]) -> Int? {
        let raw = rest.prefix { $0 != .slash }
        let isLast = raw.endIndex == rest.endIndex
        let node = nodes[place]
        let escaped = raw.contains(.percent)
        let decoded = escaped ? raw.percentDecoded() : nil
        if escaped, decoded == nil { return nil }

        for (segment, next) in node.literals
        where decoded.map({ $0.utf8.elementsEqual(segment) }) ?? raw.elementsEqual(segment) {
            if isLast { return nodes[next].routes.isEmpty ? nil : next }
            if let found = find(rest[raw.endIndex...].dropFirst(), from: next, &values) { return found }
        }
        guard let next = node.parameter, !raw.isEmpty else { return nil }
        values.append(decoded ?? String(Substring(raw)))
        if isLast {
            if !nodes[next].routes.isEmpty { return next }
        } else if let found = find(rest[raw.endIndex...].dropFirst(), from: next, &values) {
            return found
        }
        values.removeLast()
        return nil
    }
}
