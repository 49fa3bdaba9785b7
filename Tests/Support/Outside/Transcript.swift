import FoundationEssentials

/// A session at a terminal, as a text file: `$ command`, what it answers, and `[n]` where it ends with another status than
/// 0. A command goes on in lines that begin with `> `. Lines that begin with `# ` tell the reader why; `@ 2026-12-01
/// 10:00:00` moves the clock of service and commands, which stands still otherwise.
package struct Transcript {
    package struct Difference {
        package let line: Int
        package let text: String
    }

    private let text: String

    package init(_ text: String) { self.text = text }

    private enum Step {
        case remark(String)
        case clock(String)
        case command(String, expected: [String], line: Int)
    }

    /// Runs every command and compares what it says line by line.
    ///
    /// - Parameters:
    ///   - run: one command in a shell; what it said, and its exit status.
    /// - Returns: what differs, and the whole as it was answered.
    package func play(
        setClock: (String) throws -> Void, run: (String) throws -> (text: String, status: Int32)
    ) throws -> (differences: [Difference], recording: String) {
        var known: [String: String] = [:]
        var differences: [Difference] = []
        var recording: [String] = []
        for step in steps {
            switch step {
            case .remark(let line): recording.append(line)
            case .clock(let moment):
                try setClock(moment)
                recording.append("@ \(moment)")
            case .command(let command, let expected, let line):
                let (said, status) = try run(try TranscriptPattern.command(command, known: known))
                var actual = said.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                if actual.last == "" { actual.removeLast() }
                if status != 0 { actual.append("[\(status)]") }
                recording += ["$ " + command.split(separator: "\n").joined(separator: "\n> ")]
                for index in 0..<max(expected.count, actual.count) {
                    let (want, have) = (expected.at(index), actual.at(index))
                    if let want, let have, try TranscriptPattern(want).matches(have, known: &known) {
                        recording.append(want)
                        continue
                    }
                    differences.append(
                        Difference(
                            line: line + 1 + index,
                            text:
                                "$ \(command)\n  expected: \(want ?? "(nothing more)")\n  answered: \(have ?? "(nothing more)")"
                        ))
                    if let have { recording.append(try TranscriptPattern.recording(have, known: &known)) }
                }
            }
        }
        return (differences, recording.joined(separator: "\n") + "\n")
    }

    private var steps: [Step] {
        var steps: [Step] = []
        var open: (command: String, expected: [String], line: Int)?
        func close() {
            if var done = open {
                // A blank line before the next step parts them for the eye.
                if done.expected.last == "" { done.expected.removeLast() }
                steps.append(.command(done.command, expected: done.expected, line: done.line))
                if done.expected.count < open!.expected.count { steps.append(.remark("")) }
            }
            open = nil
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("$ ") {
                close()
                open = (String(line.dropFirst(2)), [], index + 1)
            } else if line.hasPrefix("> "), let current = open, current.expected.isEmpty {
                open!.command += "\n" + line.dropFirst(2)
            } else if line.hasPrefix("@ ") {
                close()
                steps.append(.clock(String(line.dropFirst(2))))
            } else if line.hasPrefix("# ") || (line.isEmpty && open == nil) {
                close()
                steps.append(.remark(line))
            } else {
                open?.expected.append(line)
            }
        }
        close()
        return steps
    }
}

extension Array {
    fileprivate func at(_ index: Int) -> Element? { index < count ? self[index] : nil }
}
