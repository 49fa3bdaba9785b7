import Glibc
import SQL
import Synchronization

/// Keeps the writer busy until the returned function is called, so that what is written meanwhile forms one batch.
func holdWriter(of database: Database) async throws -> @Sendable () -> Void {
    let gate = Gate()
    let started = Gate()
    Task {
        try await database.write { _ throws(SQLError) in
            started.open()
            gate.wait()
        }
    }
    while !started.isOpen { try await Task.sleep(for: .milliseconds(1)) }
    return { gate.open() }
}

/// Long enough for tasks that were started to queue their writes.
func settle() async throws {
    try await Task.sleep(for: .milliseconds(100))
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
