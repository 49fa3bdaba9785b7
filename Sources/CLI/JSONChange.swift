import API

/// One place in which two documents differ.
package struct JSONChange: Equatable {
    /// RFC 6901, as the older document has it where an element went, else as the newer one has it.
    package let path: String
    /// nil where it is not there.
    package let before: JSONValue?
    package let after: JSONValue?

    /// What changed, in the newer document's order of members. Of a list whose length differs, what stands the same at both
    /// ends is left out, and the rest came and went whole.
    package static func changes(from old: JSONValue, to new: JSONValue, at path: String = "") -> [JSONChange] {
        guard old != new else { return [] }
        switch (old, new) {
        case (.object(let before), .object(let after)):
            let gone = before.filter { new[$0.name] == nil }.map {
                JSONChange(path: "\(path)/\(step($0.name))", before: $0.value, after: nil)
            }
            return after.flatMap { member -> [JSONChange] in
                let place = "\(path)/\(step(member.name))"
                guard let earlier = old[member.name] else {
                    return [JSONChange(path: place, before: nil, after: member.value)]
                }
                return changes(from: earlier, to: member.value, at: place)
            } + gone
        case (.array(let before), .array(let after)):
            guard before.count != after.count else {
                return zip(before, after).enumerated().flatMap { index, pair in
                    changes(from: pair.0, to: pair.1, at: "\(path)/\(index)")
                }
            }
            let head = zip(before, after).prefix { $0 == $1 }.count
            let tail = zip(before.dropFirst(head).reversed(), after.dropFirst(head).reversed()).prefix { $0 == $1 }
                .count
            let gone = before.indices.dropFirst(head).dropLast(tail).map {
                JSONChange(path: "\(path)/\($0)", before: before[$0], after: nil)
            }
            return gone
                + after.indices.dropFirst(head).dropLast(tail).map {
                    JSONChange(path: "\(path)/\($0)", before: nil, after: after[$0])
                }
        default:
            return [JSONChange(path: path, before: old, after: new)]
        }
    }

    /// For people: one line, that the layout breaks.
    package var words: String {
        switch (before, after) {
        case (nil, let after?): "\(path): new, \(after.inOneLine)"
        case (let before?, nil): "\(path): gone, was \(before.inOneLine)"
        case (let before, let after): "\(path): \(before?.inOneLine ?? "") → \(after?.inOneLine ?? "")"
        }
    }

    /// For scripts: a member that is not there is left out.
    var json: JSONValue {
        .object(
            [.init("path", .string(path))]
                + [("before", before), ("after", after)].compactMap { name, value in
                    value.map { .init(name, $0) }
                })
    }

    private static func step(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension JSONValue {
    fileprivate var inOneLine: String {
        if case .string(let text) = self { return text }
        return String(decoding: canonical, as: UTF8.self)
    }
}
