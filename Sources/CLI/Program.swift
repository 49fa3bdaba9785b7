import API
import Glibc

/// The program `ssadmin`.
package enum Program {
    package static let version = programVersion

    /// The process's own run, up to its exit status.
    package static func main() -> Int32 {
        openStandardDescriptors()
        // A reader that goes away is an error of a write, not the end before a secret's loss is told.
        signal(SIGPIPE, SIG_IGN)
        do throws(Trouble) {
            return run(try .process()).rawValue
        } catch {
            _ = write(Array((error.lines(width: 80).map(escaped).joined(separator: "\n") + "\n").utf8), to: 2)
            return error.status.rawValue
        }
    }

    /// Runs one command line in the given world.
    package static func run(_ environment: Environment) -> ExitCode {
        let options = environment.arguments.prefix { $0 != "--" }
        let isForPeople = environment.isTerminal && !options.contains("--json")
        let parser = CommandLineParser(environment.arguments, environment)
        let waiting = parser.waiting
        func notice() -> String { waiting.text(forPeople: isForPeople, width: environment.width) ?? "" }
        func report(_ trouble: Trouble) -> ExitCode {
            let text =
                isForPeople
                ? trouble.lines(width: environment.width).map { escaped($0) + "\n" }.joined() + notice()
                : escapedJSON(String(decoding: waiting.added(to: trouble.document).canonical, as: UTF8.self)) + "\n"
            environment.writeError(Array(text.utf8))
            return trouble.status
        }
        do throws(Trouble) {
            let output = try parser.output(isForPeople: isForPeople)
            let bytes = output.bytes(forPeople: isForPeople, onTerminal: environment.isTerminal)
            guard environment.writeOutput(bytes) else {
                return report(
                    output.ifLost ?? Trouble(.failed, code: "output", "Standard output could not be written."))
            }
            if waiting.count > 0 { environment.writeError(Array(notice().utf8)) }
            return output.status
        } catch {
            return report(error)
        }
    }
}
