import API

extension JSONValue {
    /// Any answer as indented `name  value` lines, for what has no words of its own here.
    func lines(without left: Set<String> = [], indent: String = "") -> [String] {
        switch self {
        case .object(let members):
            members.filter { !left.contains($0.name) }.flatMap { member -> [String] in
                if let text = member.value.short { return ["\(indent)\(member.name): \(text)"] }
                return ["\(indent)\(member.name):"] + member.value.lines(indent: indent + "  ")
            }
        case .array(let elements):
            elements.flatMap { element in
                element.short.map { ["\(indent)- \($0)"] } ?? ["\(indent)-"] + element.lines(indent: indent + "  ")
            }
        case .null, .bool, .integer, .number, .string: [indent + (short ?? "")]
        }
    }

    /// In one piece, where it is one.
    private var short: String? {
        switch self {
        case .null: "none"
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let number): String(number)
        case .number(let text), .string(let text): text
        case .array(let elements): elements.isEmpty ? "none" : nil
        case .object(let members): members.isEmpty ? "none" : nil
        }
    }
}
