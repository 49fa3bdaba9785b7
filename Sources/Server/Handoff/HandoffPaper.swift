import API

/// An issued handoff as people read it: one order of sections, of which Markdown and HTML are made, so that nothing is in
/// one and missing in the other.
struct HandoffPaper {
    enum Block: Equatable {
        case paragraph(Line)
        case list([Line])
        /// In this order.
        case steps([Line])
        case checks([Check])
        case table(Table)
        case code(HandoffSample)
    }

    struct Check: Equatable {
        let line: Line
        /// To tick; what does not apply has none.
        let hasBox: Bool
    }

    struct Table: Equatable {
        let head: [Line]
        /// Each as long as the head; the first cell names its row.
        let rows: [[Line]]
    }

    struct Section {
        let title: Line
        var blocks: [Block]

        init(_ title: Line, _ blocks: [Block]) {
            self.title = title
            self.blocks = blocks
        }
    }

    let language: HandoffLanguage
    let title: Line
    /// What tells this handoff from all others, for the head of each page.
    let mark: Mark
    let sections: [Section]

    struct Mark {
        let applicationID: String
        let number: Int64
        let sha256: String
    }
}

/// The issued handoff as CommonMark with the tables and task lists of GitHub's.
///
/// - Parameter earlier: the one issued before it; what changed since stands near the beginning.
package func handoffMarkdown(
    _ issued: IssuedHandoff, after earlier: IssuedHandoff? = nil, in language: HandoffLanguage
) -> String {
    HandoffPaper(issued, after: earlier, in: language).markdown
}

/// The issued handoff as one HTML page that needs nothing beside itself, runs nothing and prints well.
package func handoffHTML(
    _ issued: IssuedHandoff, after earlier: IssuedHandoff? = nil, in language: HandoffLanguage
) -> String {
    HandoffPaper(issued, after: earlier, in: language).html
}
