import FoundationEssentials

/// Writes our own types as JSON: sorted members, `/` as it is, no white space; the same value gives the same bytes.
///
/// Types that are written hold no `Double` that is not finite and no text but valid Unicode, so that writing cannot fail;
/// one that does is an error of ours and traps.
package enum JSONWriter {
    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }

    /// The canonical bytes of a value (RFC 8785, see `JSONValue.canonical`), for digests and comparisons.
    package static func canonical(_ value: some Encodable) -> [UInt8] {
        do {
            return try JSONScanner.scan(encode(value)).canonical
        } catch {
            preconditionFailure("\(type(of: value)) is written as JSON that is not read here: \(error)")
        }
    }
}
