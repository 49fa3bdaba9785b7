import API

extension HandoffPaper.Writer {
    /// What an engineer who built with an earlier handoff has to do again.
    func changes(since earlier: HandoffDocument) -> HandoffPaper.Section {
        let before = Self(document: earlier, language: language).sections
        let rows = sections.flatMap { section -> [[Line]] in
            guard let old = before.first(where: { $0.title == section.title }) else {
                return [[section.title, say("новый раздел", "a new section"), "—", "—"]]
            }
            return changes(from: old, to: section)
        }
        let gone = before.filter { old in !sections.contains { $0.title == old.title } }.map { old in
            [old.title, say("раздела больше нет", "is not there any more"), "—", "—"]
        }
        let names: [Line] = ["\(earlier.name)", "\(document.name)"]
        let renamed =
            names[0] == names[1]
            ? [] : [[say("Об этой передаче", "About this handoff"), say("Название", "Name")] + names]
        return .init(
            say("Что изменилось с передачи № \(earlier.number)", "What changed since handoff no. \(earlier.number)"),
            [
                table(
                    [say("Раздел", "Section"), say("Что", "What"), say("Было", "Before"), say("Стало", "Now")],
                    renamed + rows + gone)
            ])
    }

    /// By the rows of tables and the items of lists. What else a section has restates them; where none of them differs,
    /// the section is named. Steps restate what other sections have too, and count for nothing.
    private func changes(from old: HandoffPaper.Section, to new: HandoffPaper.Section) -> [[Line]] {
        guard old.blocks.filter(\.isStated) != new.blocks.filter(\.isStated) else { return [] }
        var gone = old.blocks.flatMap(\.entries)
        var rows: [[Line]] = []
        for entry in new.blocks.flatMap(\.entries) {
            guard let index = gone.firstIndex(where: { $0.name == entry.name }) else {
                rows.append([new.title, entry.name, "—", entry.value])
                continue
            }
            let before = gone.remove(at: index).value
            if before != entry.value { rows.append([new.title, entry.name, before, entry.value]) }
        }
        rows += gone.map { [old.title, $0.name, $0.value, "—"] }
        return rows.isEmpty ? [[new.title, say("весь раздел", "the whole section"), "—", "—"]] : rows
    }
}

extension HandoffPaper.Block {
    fileprivate var isStated: Bool {
        if case .steps = self { false } else { true }
    }

    /// What of it can be told apart from others by a name.
    fileprivate var entries: [(name: Line, value: Line)] {
        switch self {
        case .table(let table):
            table.rows.map { row in (row[0], row.dropFirst(2).reduce(row[1]) { "\($0), \($1)" }) }
        case .list(let lines): lines.map { ($0, "+") }
        case .checks(let checks): checks.filter(\.hasBox).map { ($0.line, "+") }
        case .paragraph, .steps, .code: []
        }
    }
}
