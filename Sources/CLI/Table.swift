import API

/// Rows under titles, aligned, within a width. What shrinks is cut with `…`; where that is not enough, each row becomes
/// a record of its own lines: what people copy is never cut.
package struct Table {
    package struct Column: Sendable {
        let title: String
        var shrinks = false
        var alignsRight = false

        package init(_ title: String, shrinks: Bool = false, alignsRight: Bool = false) {
            self.title = title
            self.shrinks = shrinks
            self.alignsRight = alignsRight
        }
    }

    let columns: [Column]
    package var rows: [[String]] = []

    package init(columns: [Column]) {
        self.columns = columns
    }

    private static let gap = 2
    /// Less of a text says nothing.
    private static let shrunkMin = 8

    package func lines(width: Int) -> [String] {
        let cells = [columns.map(\.title)] + rows.map { $0.map(escaped) }
        var widths = columns.indices.map { column in cells.map { columnsOf($0[column]) }.max() ?? 0 }
        var excess = widths.reduce(0, +) + Self.gap * (columns.count - 1) - width
        while excess > 0 {
            let wide = columns.indices.filter { columns[$0].shrinks && widths[$0] > Self.shrunkMin }
            guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { return records }
            widths[widest] -= 1
            excess -= 1
        }
        return cells.map { row in
            var line = ""
            for (index, cell) in row.enumerated() {
                let cut = cell.cut(to: widths[index])
                let padding = String(repeating: " ", count: widths[index] - columnsOf(cut))
                line += columns[index].alignsRight ? padding + cut : cut + padding
                line += String(repeating: " ", count: Self.gap)
            }
            return line.trimmed
        }
    }

    private var records: [String] {
        rows.enumerated().flatMap { index, row in
            (index == 0 ? [] : [""]) + fields(zip(columns, row).map { ($0.title.lowercased(), $1) })
        }
    }
}

/// `name  value` lines, aligned; those without a value are left out.
func fields(_ pairs: [(name: String, value: String?)]) -> [String] {
    let shown = pairs.compactMap { pair in pair.value.map { (pair.name, $0) } }
    let width = shown.map { columnsOf($0.0) }.max() ?? 0
    return shown.map { name, value in
        (name + String(repeating: " ", count: width - columnsOf(name)) + "  " + escaped(value)).trimmed
    }
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

extension String {
    fileprivate func cut(to width: Int) -> String {
        guard columnsOf(self) > width else { return self }
        var result = ""
        for character in self {
            guard columnsOf(result) + columnsOf(String(character)) < width else { break }
            result.append(character)
        }
        return result + "…"
    }

    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

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
