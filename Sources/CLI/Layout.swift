/// `name  value` lines, aligned; those without a value are left out.
func fields(_ pairs: [(name: String, value: String?)]) -> [String] {
    let shown = pairs.compactMap { pair in pair.value.map { (pair.name, $0) } }
    let width = shown.map { columnsOf($0.0) }.max() ?? 0
    return shown.map { name, value in
        (name + String(repeating: " ", count: width - columnsOf(name)) + "  " + escaped(value)).trimmed
    }
}

/// `1 tenant`, `7 tenants`.
func counted(_ number: Int64, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Columns of a terminal that a text takes: none for what combines, two for what is wide.
func columnsOf(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
        switch scalar.value {
        case 0x0300...0x036f, 0x200c...0x200d, 0x20d0...0x20ff, 0xfe00...0xfe0f: sum
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
            0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
            sum + 2
        default: sum + 1
        }
    }
}

/// A text as lines that fit a width, broken at blanks. A word that is wider than that stays whole.
func wrapped(_ text: String, first: String, rest: String, width: Int) -> [String] {
    wrapped(text.split(separator: " ").map(String.init), first: first, rest: rest, width: width)
}

/// The same of words that are not to be broken, though they may hold blanks.
func wrapped(_ words: [String], first: String, rest: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words {
        if !isEmpty, columnsOf(line) + 1 + columnsOf(word) > width {
            lines.append(line)
            line = rest
            isEmpty = true
        }
        line += isEmpty ? word : " " + word
        isEmpty = false
    }
    return lines + [line]
}

/// A text in pieces that fit a width, with every character of it: for what was received, blanks and all.
func broken(_ text: String, indent: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = indent
    for character in escaped(text) {
        if columnsOf(line) + columnsOf(String(character)) > width, line != indent {
            lines.append(line)
            line = indent
        }
        line.append(character)
    }
    return lines + [line]
}

extension String {
    /// Without blanks at the end.
    var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
