extension HandoffPaper {
    var markdown: String {
        var parts = ["# \(title.markdown)"]
        for section in sections {
            parts.append("## \(section.title.markdown)")
            parts += section.blocks.map(\.markdown)
        }
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension HandoffPaper.Block {
    fileprivate var markdown: String {
        switch self {
        case .paragraph(let line): line.markdown
        case .list(let lines): lines.map { "- \($0.markdown)" }.joined(separator: "\n")
        case .steps(let lines):
            lines.enumerated().map { "\($0.offset + 1). \($0.element.markdown)" }.joined(separator: "\n")
        case .checks(let checks):
            checks.map { "- \($0.hasBox ? "[ ] " : "")\($0.line.markdown)" }.joined(separator: "\n")
        case .table(let table): table.markdown
        case .code(let sample):
            // CommonMark 4.5: a fence ends only at one that is at least as long.
            "\(sample.fence)\(sample.language)\n\(sample.text)\n\(sample.fence)"
        }
    }
}

extension HandoffPaper.Table {
    fileprivate var markdown: String {
        let rule = [String](repeating: "---", count: head.count)
        return ([head.map(\.cell), rule] + rows.map { $0.map(\.cell) })
            .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}

extension HandoffSample {
    fileprivate var fence: String { String(repeating: "`", count: max(3, text.longestRunOfBackticks + 1)) }
}

extension Line {
    fileprivate var markdown: String { spans.map { $0.markdown(inTable: false) }.joined() }
    fileprivate var cell: String { spans.map { $0.markdown(inTable: true) }.joined() }
}

extension Line.Span {
    fileprivate func markdown(inTable: Bool) -> String {
        switch self {
        case .words(let text): text
        case .value(let text):
            text.withoutTreachery.split(separator: "\n", omittingEmptySubsequences: false)
                .map { escapedForMarkdown(String($0)) }.joined(separator: "<br>")
        case .code(let text): codeSpan(text.withoutTreachery, inTable: inTable)
        }
    }
}

/// CommonMark 2.4: a backslash makes any ASCII punctuation literal. Each piece of a value is treated as if a line began
/// with it, where a few more characters and a number mean something.
private func escapedForMarkdown(_ text: String) -> String {
    // What the beginning or end of a line would drop, or take for code.
    let text = text.trimmingBlanks
    var result = ""
    var isNumber = true
    for (offset, character) in text.unicodeScalars.enumerated() {
        switch character {
        // A heading ends before the last `#` of its line.
        case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "$", "#": result += "\\"
        case "+", "-", "=", ":", "!": if offset == 0 { result += "\\" }
        case ".", ")": if isNumber, offset > 0 { result += "\\" }
        default: break
        }
        isNumber = isNumber && ("0"..."9").contains(character)
        result.unicodeScalars.append(character)
    }
    return result
}

/// CommonMark 6.1: between runs of backticks that the text does not contain. There is no line break in it, and a cell's
/// bar is escaped also there. By bytes: a mark stays one, whatever letter or accent Swift joins it to.
private func codeSpan(_ text: String, inTable: Bool) -> String {
    var line: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\n"): line += "\\n".utf8
        case UInt8(ascii: "|") where inTable: line += "\\|".utf8
        default: line.append(byte)
        }
    }
    guard let first = line.first, let last = line.last else { return "" }
    let (tick, space) = (UInt8(ascii: "`"), UInt8(ascii: " "))
    let fence = String(repeating: "`", count: text.longestRunOfBackticks + 1)
    // One blank is taken away at each end where there is one at both.
    let needsBlanks = first == tick || last == tick || (first == space && last == space)
    let blank = needsBlanks ? " " : ""
    return "\(fence)\(blank)\(String(decoding: line, as: UTF8.self))\(blank)\(fence)"
}

extension String {
    fileprivate var longestRunOfBackticks: Int {
        var (longest, run) = (0, 0)
        for byte in utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    fileprivate var trimmingBlanks: String {
        let bytes = utf8.drop { $0 == UInt8(ascii: " ") }
        let end = bytes.lastIndex { $0 != UInt8(ascii: " ") }.map { bytes.index(after: $0) } ?? bytes.startIndex
        return String(bytes[..<end]) ?? ""
    }
}
