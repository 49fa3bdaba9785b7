import CLI
import FoundationEssentials
import Glibc
import Support
import Testing

/// The scripts in the shells that read them; zsh where there is one.
@Suite("Completion")
struct CompletionTests {
    @Test("The script is bash")
    func syntax() throws {
        let (status, _) = try run("bash", script(for: "bash"), "exit 0", flags: "-n ")
        #expect(status == 0)
    }

    /// What is typed, the last word being the one under the cursor, and what bash offers.
    @Test(
        "Bash offers what fits",
        arguments: [
            ("ssadmin pro", ["project"]),
            ("ssadmin project re", ["rename", "restore"]),
            ("ssadmin --json project del", ["delete"]),
            ("ssadmin --socket /tmp/s project del", ["delete"]),
            ("ssadmin project create shop --te", ["--tenant"]),
            ("ssadmin project create shop --product m", ["mybot"]),
            ("ssadmin policy surface shop home --player o", ["on", "off"]),
            ("ssadmin disable --ever", ["--everywhere"]),
            ("ssadmin disable --reason --", []),
            ("ssadmin completion z", ["zsh"]),
            ("ssadmin help secr", ["secret"]),
            ("ssadmin help secret ca", ["cancel"]),
            ("ssadmin tenant list --js", ["--json"]),
        ])
    func bash(line: String, expected: [String]) throws {
        let words = line.split(separator: " ").map { "'\($0)'" }
        let ask = """
            COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1); _ssadmin
            (( ${#COMPREPLY[@]} )) && printf '%s\\n' "${COMPREPLY[@]}"; exit 0
            """
        let (status, output) = try run("bash", script(for: "bash"), ask)
        #expect(status == 0)
        #expect(output.split(separator: "\n").map(String.init) == expected)
    }

    @Test("Every verb and option of the table is in every script")
    func complete() {
        for shell in ["bash", "zsh", "fish"] {
            let script = script(for: shell)
            for command in CommandTable.commands {
                for word in command.words { #expect(script.contains(word), "\(shell): \(word)") }
                for option in command.options { #expect(script.contains(option.name), "\(shell): \(option.name)") }
            }
        }
    }

    private func script(for shell: String) -> String {
        let run = CommandRun(["completion", shell], transport: ScriptedService().transport)
        #expect(run.status == .done)
        return run.output
    }

    private func run(
        _ shell: String, _ script: String, _ then: String, flags: String = ""
    ) throws -> (status: Int32, output: String) {
        let path = "/tmp/ssadmin-completion-\(getpid())-\(UInt64.random(in: .min ... .max))"
        try Data("\(script)\n\(then)\n".utf8).write(to: URL(filePath: path))
        defer { unlink(path) }
        let pipe = try #require(popen("\(shell) \(flags)\(path) 2>&1", "r"))
        var output = ""
        while let line = readLine(from: pipe) { output += line }
        return (pclose(pipe), output)
    }

    private func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        return fgets(&buffer, Int32(buffer.count), file).map { String(cString: $0) }
    }
}
