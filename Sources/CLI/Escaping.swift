/// Text of the service, or of whoever wrote into it, made harmless for a terminal: what could move its cursor, set its
/// title, or turn the order of characters around is shown as `\u{1b}`.
package func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isTreacherous) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if isTreacherous(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// The same within a JSON text, where it stays the same JSON. Line feeds between values are kept.
func escapedJSON(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        guard isTreacherous(scalar), scalar != "\n" else {
            result.unicodeScalars.append(scalar)
            continue
        }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
    return result
}

/// Control characters, and those that show nothing but change what is shown around them.
private func isTreacherous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f: true
    // Marks, embeddings, overrides and isolates of writing direction.
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x206f: true
    // Line and paragraph separators; what has no width and joins nothing.
    case 0x2028, 0x2029, 0x00ad, 0x180e, 0x200b, 0x2060...0x2064, 0xfeff, 0xfff9...0xfffb: true
    // Tags: whole hidden sentences.
    case 0xe0000...0xe007f: true
    default: false
    }
}
