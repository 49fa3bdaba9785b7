import Glibc
import SQL
import Synchronization

/// The writer, kept busy so that what is written meanwhile forms one batch. Called as a function it lets the writer go.
struct WriterHold: Sendable {
    private let gate = Gate()
    private let started = Gate()
    private let failed = Gate()

    /// False where faults are planned and this very write met them: then there is nothing to hold.
    var isHeld: Bool { started.isOpen && !failed.isOpen }

    init(of database: Database) async throws {
        Task { [gate, started, failed] in
            do throws(SQLError) {
                try await database.write { _ throws(SQLError) in
                    started.open()
                    gate.wait()
                }
            } catch {
                failed.open()
            }
        }
        while !started.isOpen && !failed.isOpen { try await Task.sleep(for: .milliseconds(1)) }
    }

    func callAsFunction() {
        gate.open()
    }
}

/// Returns when so many writes wait.
func writesWaiting(_ count: Int, in database: Database) async throws {
    while database.writesWaiting < count { try await Task.sleep(for: .milliseconds(1)) }
}

/// Opened once; waiting blocks a thread that may block.
final class Gate: Sendable {
    private let opened = Atomic(false)

    var isOpen: Bool { opened.load(ordering: .acquiring) }

    func open() {
        opened.store(true, ordering: .releasing)
    }

    func wait() {
        while !isOpen { usleep(500) }
    }
}
