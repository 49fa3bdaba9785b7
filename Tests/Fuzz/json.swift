import API
import FoundationEssentials

// Whatever is sent as JSON: nothing may trap; what is taken is valid UTF-8, within the depth, without duplicate members,
// and read by Foundation too; its canonical form is a fixed point; what is read as one of the wire's types is written and
// read again as the same. `deploy/fuzz json 60` runs it.

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let value = try? JSONScanner.scan(bytes) else { return 0 }
    precondition(String(validating: bytes, as: UTF8.self) != nil, "invalid UTF-8 was taken")
    precondition(levels(of: value) <= JSONScanner.levelsMax, "too deep")
    checkNames(value)
    precondition((try? JSONScanner.scan(bytes + [0x5d])) == nil, "something after the value was taken")
    precondition((try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil, "Foundation does not read this")

    let canonical = value.canonical
    guard let again = try? JSONScanner.scan(canonical) else { fatalError("the canonical form is refused") }
    precondition(again == value && again.canonical == canonical, "the canonical form is no fixed point")
    // A number that is no plain integer comes back as the nearest double, so only that it can be written is asked here.
    _ = JSONWriter.canonical(value)

    readAndWrite(CreateTenant.self, value)
    readAndWrite(CreateProject.self, value)
    readAndWrite(UpdateProject.self, value)
    readAndWrite(CreateDisable.self, value)
    readAndWrite(CreateOperator.self, value)
    readAndWrite(BasePolicy.self, value)
    readAndWrite(PolicyDocument.self, value)
    return 0
}

/// Takes every value: what is left is whether the text can be parsed.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}

private func levels(of value: JSONValue) -> Int {
    switch value {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let elements): 1 + (elements.map(levels).max() ?? 0)
    case .object(let members): 1 + (members.map { levels(of: $0.value) }.max() ?? 0)
    }
}

private func checkNames(_ value: JSONValue) {
    switch value {
    case .null, .bool, .integer, .number, .string: break
    case .array(let elements): elements.forEach(checkNames)
    case .object(let members):
        precondition(Set(members.map { Array($0.name.utf8) }).count == members.count, "a duplicate member was taken")
        for member in members { checkNames(member.value) }
    }
}

private func readAndWrite<T: Codable>(_ type: T.Type, _ value: JSONValue) {
    _ = try? JSONReader.decode(type, from: value, unknown: .ignore { precondition($0 > 0) })
    guard let read = try? JSONReader.decode(type, from: value) else { return }
    let written = JSONWriter.canonical(read)
    guard let again = try? JSONReader.decode(type, from: JSONScanner.scan(written)) else {
        fatalError("\(type) does not read what it wrote")
    }
    precondition(JSONWriter.canonical(again) == written, "\(type) is written in two ways")
}
