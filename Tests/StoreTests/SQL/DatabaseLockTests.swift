import Glibc
import SQL
import Support
import Testing

/// Two services on one file would undo each other's writes, by whatever names they know it.
@Suite struct DatabaseLockTests {
    /// On a thread of its own: a lock that is taken is waited for.
    private func isRefused(_ path: String) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread {
                do throws(SQLError) {
                    _ = try DatabaseLock(databasePath: path)
                    continuation.resume(returning: false)
                } catch {
                    continuation.resume(returning: error.kind == .locked)
                }
            }
        }
    }

    private func expectAllRefused(_ names: [String], _ place: String) async {
        await withTaskGroup(of: (String, Bool).self) { group in
            for name in names { group.addTask { (name, await isRefused(name)) } }
            for await (name, isRefused) in group { #expect(isRefused, "\(name) while \(place) is open") }
        }
    }

    /// Of a folder with `test.db`; each is another way to it.
    private static let links = [
        (link: "link.db", target: "test.db"), ("twice.db", "link.db"), ("folder", "."), ("up", "deep/.."),
        ("deep/back.db", "../test.db"),
    ]
    private static let names = [
        "test.db", "link.db", "twice.db", "folder/test.db", "up/test.db", "deep/back.db", "folder/up/link.db",
        "./test.db",
        "deep/../test.db", "/test.db", "whole.db",
    ]

    private func linked() throws -> (fresh: FreshDatabase, names: [String]) {
        let fresh = try FreshDatabase()
        let folder = fresh.folder
        #expect(mkdir("\(folder)/deep", 0o700) == 0)
        for (link, target) in Self.links { #expect(symlink(target, "\(folder)/\(link)") == 0) }
        #expect(symlink(fresh.path, "\(folder)/whole.db") == 0)
        return (fresh, Self.names.map { "\(folder)/\($0)" })
    }

    @Test(arguments: names.indices)
    func `A file that is open is refused by every name that links give it, until it is closed`(_ first: Int)
        async throws
    {
        let (fresh, names) = try linked()
        try await fresh.with(script: "CREATE TABLE t (n INTEGER) STRICT") { _ in }
        let database = try Database(path: names[first])
        await expectAllRefused(names, names[first])
        await database.close()
        for name in names { await (try Database(path: name)).close() }
    }

    @Test(arguments: names.indices)
    func `So is a file that is not there yet`(_ first: Int) async throws {
        let (fresh, names) = try linked()
        let lock = try DatabaseLock(databasePath: names[first])
        await expectAllRefused(names, names[first])
        withExtendedLifetime((lock, fresh)) {}
    }

    @Test func `A link that leads to itself is refused, and not followed for ever`() throws {
        let fresh = try FreshDatabase()
        #expect(symlink("round.db", "\(fresh.folder)/round.db") == 0)
        #expect(throws: SQLError.self) { try Database(path: "\(fresh.folder)/round.db") }
    }

    @Test func `Two files in one folder are two databases, and so are two of one name in two folders`() async throws {
        let (one, other) = (try FreshDatabase(), try FreshDatabase())
        let paths = [one.path, other.path, "\(one.folder)/other.db"]
        let open = try paths.map { try Database(path: $0) }
        for database in open { await database.close() }
    }

    @Test
    func `A file with a second name by a hard link is refused, and taken again when it has one`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: "CREATE TABLE t (n INTEGER) STRICT") { _ in }
        let other = "\(fresh.folder)/other.db"
        #expect(link(fresh.path, other) == 0)
        #expect(await isRefused(fresh.path))
        #expect(await isRefused(other))
        unlink(other)
        #expect(await !isRefused(fresh.path))
    }
}
