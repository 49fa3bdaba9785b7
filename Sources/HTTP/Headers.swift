/// The fields of a head, in the order in which they came; names compare without case (RFC 9110, 5.1).
///
/// A head is kept as the bytes it came as, beside a table of where its fields lie: a string is made only of what somebody
/// asks for. A value is read as ISO 8859-1, one scalar for each byte. That cannot fail, repairs nothing, and two values are
/// equal exactly when their bytes are; what this service reads from a field is ASCII, so nobody sees the difference.
package struct Headers: Sendable {
    /// Where a field lies in `bytes`. Sixteen bits do: a head has at most `Limits.headBytesMax` bytes.
    struct Slot {
        var nameStart: UInt16
        var nameEnd: UInt16
        var valueStart: UInt16
        var valueEnd: UInt16
    }

    private let bytes: [UInt8]
    private let slots: [Slot]

    init(bytes: [UInt8], slots: [Slot]) {
        self.bytes = bytes
        self.slots = slots
    }

    /// Fields made by a program, for a client or a test. A value that no wire could carry is a programmer's error.
    package init(_ fields: [(name: String, value: String)] = []) {
        var bytes: [UInt8] = []
        var slots: [Slot] = []
        for (name, value) in fields {
            precondition(!name.isEmpty && name.utf8.allSatisfy(\.isToken), "not a field name")
            let start = bytes.count
            bytes += name.utf8
            let middle = bytes.count
            bytes += value.unicodeScalars.map { scalar in
                precondition(scalar.value <= 0xFF && UInt8(scalar.value).isFieldValue, "not a field value")
                return UInt8(scalar.value)
            }
            precondition(bytes.count <= UInt16.max, "more fields than a head can carry")
            slots.append(
                Slot(
                    nameStart: UInt16(start), nameEnd: UInt16(middle),
                    valueStart: UInt16(middle), valueEnd: UInt16(bytes.count)))
        }
        self.init(bytes: bytes, slots: slots)
    }

    /// The value of the first field of that name.
    package func first(_ name: String) -> String? {
        slots.first { has($0, name) }.map(value)
    }

    /// The values of all fields of that name, in order.
    package func all(_ name: String) -> [String] {
        slots.filter { has($0, name) }.map(value)
    }

    /// How many fields have that name.
    func count(of name: String) -> Int {
        slots.reduce(0) { $0 + (has($1, name) ? 1 : 0) }
    }

    package func contains(_ name: String) -> Bool {
        slots.contains { has($0, name) }
    }

    /// Every field, name as sent.
    package var fields: [(name: String, value: String)] {
        slots.map { slot in
            (String(decoding: bytes[Int(slot.nameStart)..<Int(slot.nameEnd)], as: UTF8.self), value(slot))
        }
    }

    private func value(_ slot: Slot) -> String {
        let range = Int(slot.valueStart)..<Int(slot.valueEnd)
        let value = bytes[range]
        if value.allSatisfy({ $0 < 0x80 }) { return String(decoding: value, as: UTF8.self) }
        return String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }

    private func has(_ slot: Slot, _ name: String) -> Bool {
        let start = Int(slot.nameStart)
        guard Int(slot.nameEnd) - start == name.utf8.count else { return false }
        var index = start
        for byte in name.utf8 {
            if bytes[index].folded != byte.folded { return false }
            index += 1
        }
        return true
    }
}
