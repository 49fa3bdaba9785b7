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

    var columns: [Column]
    package var rows: [[String]] = []
    /// What else there is to say of each row, below it: lines that are laid out already.
    package var details: [[String]] = []

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
        let lines = cells.map { row in
            var line = ""
            for (index, cell) in row.enumerated() {
                let cut = cell.cut(to: widths[index])
                let padding = String(repeating: " ", count: widths[index] - columnsOf(cut))
                line += columns[index].alignsRight ? padding + cut : cut + padding
                line += String(repeating: " ", count: Self.gap)
            }
            return line.trimmed
        }
        return [lines[0]] + lines.dropFirst().enumerated().flatMap { [$1] + details(of: $0) }
    }

    private var records: [String] {
        rows.enumerated().flatMap { index, row in
            (index == 0 ? [] : [""]) + fields(zip(columns, row).map { ($0.title.lowercased(), $1) })
                + details(of: index)
        }
    }

    private func details(of row: Int) -> [String] {
        details.indices.contains(row) ? details[row].map(escaped) : []
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
}
