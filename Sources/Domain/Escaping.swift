import Crypto

/// A value that a device sent, as operators may see it: printable, short, and nothing of a secret but its kind and
/// fingerprint. However long the value is, only as much of it is looked at as may be shown; the fingerprint of one that
/// looks like a secret is of all of it.
package func shownToOperators(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let cut = scalars.prefix(shownScalarsMax)
    let shown = String(String.UnicodeScalarView(cut))
    if let (range, prefix) = firstSecret(in: shown) {
        // Where only the form tells, what stands before may be a part of it.
        let before = shown.unicodeScalars[..<range.lowerBound].suffix(prefix.isEmpty ? 0 : shownBeforeSecretMax)
        return
            "\(escaped(String(String.UnicodeScalarView(before))))\(prefix)… (SHA-256 \(SHA256.digest(text).hexPrefix))"
    }
    return escaped(shown) + (cut.endIndex < scalars.endIndex ? "…" : "")
}

/// Scalars and not characters: a character may have any number of combining marks.
private let shownScalarsMax = 200
private let shownBeforeSecretMax = 20

/// Where the first thing begins that looks like a secret: what stands before it is of none.
private func firstSecret(in text: String) -> (range: Range<String.Index>, prefix: String)? {
    // Ours by their prefixes, what begins as a JWT does ({" in base64url), and what only lost its prefix on the way.
    ((SecretLike.ourPrefixes + ["eyJ"]).compactMap { prefix in
        text.range(ofASCII: prefix).map { ($0, prefix) }
    }
        + (longHex(in: text).map { [($0, "")] } ?? []))
        .min { $0.0.lowerBound < $1.0.lowerBound }
}

/// The first run of more hex digits than a project key has in one piece: the random part of a secret.
private func longHex(in text: String) -> Range<String.Index>? {
    var start: String.Index?
    var count = 0
    for index in text.utf8.indices {
        let byte = text.utf8[index]
        guard ASCII.isHex(byte) else {
            count = 0
            continue
        }
        if count == 0 { start = index }
        count += 1
        if count > 32, let start { return start..<text.utf8.index(after: index) }
    }
    return nil
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
