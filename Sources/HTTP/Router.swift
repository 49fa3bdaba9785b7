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

    @usableFromInline var tree = PathTree()

    /// By the place that the tree names.
    @usableFromInline var values: [Value] = []

    package init() {}

    /// Adding the same method and template twice is a programmer's error.
    package mutating func add(_ method: String, _ template: PathTemplate, _ value: Value) {
        tree.add(method, template, values.count)
        values.append(value)
    }

    /// HEAD is served by what serves GET (RFC 9110, 9.3.2).
    @inlinable package func route(method: String, path: String) -> Outcome {
        switch tree.find(method: method, path: path) {
        case .route(let place, let parameters): .found(values[place], parameters: parameters)
        case .methodNotAllowed(let allow): .methodNotAllowed(allow: allow)
        case .nothing: .notFound
        }
    }
}

/// The tree of a router, apart from what its routes are. Generic code is not compiled anew for the modules that use it, and
/// looks its types up at each request: there should be little of it, and that little can be inlined.
@usableFromInline struct PathTree: Sendable {
    @usableFromInline enum Found {
        /// The place that `add` was given.
        case route(Int, parameters: [String: String])
        case methodNotAllowed(allow: [String])
        case nothing
    }

    private struct Route: Sendable {
        let method: String
        let place: Int

        /// The names of the parameters on the way.
        let names: [String]
    }

    private struct Node: Sendable {
        var literals: [(segment: [UInt8], node: Int)] = []
        var parameter: Int?
        /// One for each method.
        var routes: [Route] = []
    }

    /// The first is the root; the others are named by their place.
    private var nodes = [Node()]

    /// - Parameter place: what `find` answers.
    mutating func add(_ method: String, _ template: PathTemplate, _ place: Int) {
        var node = 0
        for segment in template.segments { node = step(from: node, segment) }
        precondition(!nodes[node].routes.contains { $0.method == method }, "\(method) \(template) is served twice")
        nodes[node].routes.append(Route(method: method, place: place, names: template.parameterNames))
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

    @usableFromInline func find(method: String, path: String) -> Found {
        var path = path
        var texts: [String] = []
        let node = path.withUTF8 { bytes -> Int? in
            guard bytes.first == .slash else { return nil }
            return find(bytes[1...], from: 0, &texts)
        }
        guard let node else { return .nothing }
        let routes = nodes[node].routes
        let wanted = method == "HEAD" ? "GET" : method
        guard let route = routes.first(where: { $0.method == wanted }) else {
            return .methodNotAllowed(allow: Self.allowed(routes))
        }
        guard !texts.isEmpty else { return .route(route.place, parameters: [:]) }
        return .route(route.place, parameters: Dictionary(uniqueKeysWithValues: zip(route.names, texts)))
    }

    private static func allowed(_ routes: [Route]) -> [String] {
        let methods = routes.map(\.method)
        return (methods.contains("GET") ? methods + ["HEAD"] : methods).sorted()
    }

    /// The node that a path ends at; `texts` gets what stands in the places of parameters. As deep as the longest template, so it may call itself.
    private func find(_ rest: Slice<UnsafeBufferPointer<UInt8>>, from place: Int, _ texts: inout [String]) -> Int? {
        let end = rest.firstIndex(of: .slash)
        let raw = rest[..<(end ?? rest.endIndex)]
        let escaped = raw.contains(.percent)
        let decoded = escaped ? raw.percentDecoded() : nil
        if escaped, decoded == nil { return nil }

        for (segment, next) in nodes[place].literals
        where decoded.map({ $0.utf8.elementsEqual(segment) }) ?? raw.elementsEqual(segment) {
            guard let end else { return nodes[next].routes.isEmpty ? nil : next }
            if let found = find(rest[(end + 1)...], from: next, &texts) { return found }
        }
        guard let next = nodes[place].parameter, !raw.isEmpty else { return nil }
        texts.append(decoded ?? String(decoding: raw, as: UTF8.self))
        if let end {
            if let found = find(rest[(end + 1)...], from: next, &texts) { return found }
        } else if !nodes[next].routes.isEmpty {
            return next
        }
        texts.removeLast()
        return nil
    }
}
