/// A list or an object of which the scanner has read the beginning.
struct JSONContainer {
    let isObject: Bool
    private var elements: [JSONValue] = []
    private var members: [JSONValue.Member] = []
    private var name = ""
    /// The names so far, once there are too many to compare each with each.
    private var names: Set<ExactText> = []

    /// Members up to which comparing is cheaper than hashing; above, an object of n members must not cost n².
    private static let comparedMax = 8

    init(isObject: Bool) {
        self.isObject = isObject
    }

    var closer: Unicode.Scalar { isObject ? "}" : "]" }

    var value: JSONValue { isObject ? .object(members) : .array(elements) }

    mutating func append(_ value: JSONValue) {
        if isObject {
            members.append(JSONValue.Member(name, value))
        } else {
            elements.append(value)
        }
    }

    /// False where the object has a member of that name already, compared byte for byte after unescaping.
    mutating func begin(member name: String) -> Bool {
        self.name = name
        if members.count < Self.comparedMax {
            return !members.contains { $0.name.utf8.elementsEqual(name.utf8) }
        }
        if names.isEmpty { names = Set(members.map { ExactText($0.name) }) }
        return names.insert(ExactText(name)).inserted
    }
}
