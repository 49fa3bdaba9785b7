import Crypto

/// A value that a device sent, as operators may see it: printable, short, and nothing of a secret but its kind and
/// fingerprint.
package func shownToOperators(_ text: String) -> String {
    let shown = 200
    // Ours by their prefixes, and what begins as a JWT does ({" in base64url).
    for prefix in ["ssis1_", "ssit1_", "ssat1_", "eyJ"] {
        guard let range = text.range(ofASCII: prefix) else { continue }
        return
            "\(escaped(String(text[..<range.lowerBound].suffix(20))))\(prefix)… (SHA-256 \(SHA256.digest(text).hexPrefix))"
    }
    let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(shown)))
    return escaped(cut) + (text.unicodeScalars.count > shown ? "…" : "")
}

private func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { out, scalar in
        out += (0x20...0x7E).contains(scalar.value) && scalar != "\\" ? String(scalar) : scalar.escaped(asASCII: true)
    }
}

extension [UInt8] {
    fileprivate var hexPrefix: Substring { Hex.encode(self).prefix(12) }
}

extension String {
    /// Without Foundation, and by bytes.
    fileprivate func range(ofASCII needle: String) -> Range<String.Index>? {
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: needle.utf8) {
                return start..<utf8.index(start, offsetBy: needle.utf8.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
