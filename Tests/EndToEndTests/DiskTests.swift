import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("A disk that fails", .onThreadsOfTheirOwn)
struct DiskTests {
    // A mount in a namespace of its own is gone with the service.
    private static let mount = ["unshare", "--mount", "sh", "-c", #"mount -t tmpfs -o size=4m none "$0" && exec "$@""#]
    private static let canMount = getuid() == 0 && Tracing.succeeds(mount + ["/tmp", "true"])

    @Test(
        "a full disk is 503, nothing half done stays, devices are served on, and with room again it works",
        .enabled(if: canMount, "a small file system cannot be mounted here"))
    func full() throws {
        let service = try LiveService()
        let disk = "\(service.folder)/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        service.settings["SSADMIN_DATABASE"] = "sqlite:\(disk)/ssadmin.db"
        service.wrapper = Self.mount + [disk]
        try service.start("--init")
        try service.makeProject()
        let before = try service.policy("shop-ios")

        // As the service sees the disk.
        let filler = "/proc/\(service.process!.id)/root\(disk)/filler"
        fill(filler)

        let (refused, made) = try makeUntilRefused(service)
        #expect(refused?.status == 503)
        #expect(refused?.code == "unavailable")
        #expect(try service.call("GET", "/api/v1/tenants/t-\(made)").status == 404)
        #expect(try service.policy("shop-ios") == before)
        #expect(try service.call("POST", "/api/v1/tenants", #"{"slug":"again","name":"Tenant"}"#).status == 503)

        #expect(unlink(filler) == 0)
        #expect(try service.call("POST", "/api/v1/tenants", #"{"slug":"room","name":"Tenant"}"#).status == 201)
        let tenants = try service.call("GET", "/api/v1/tenants?limit=200").answer(Page<Tenant>.self).items.map(\.slug)
        #expect(tenants.contains("room") && !tenants.contains("t-\(made)") && !tenants.contains("again"))
        let audited = try service.call("GET", "/api/v1/audit?action=tenant.create&limit=200").answer(
            Page<AuditEntry>.self)
        #expect(audited.items.count == tenants.count)
        #expect(try service.stop() == .exited(0))
    }

    private func fill(_ filler: String) {
        let descriptor = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(descriptor >= 0)
        let zeros = [UInt8](repeating: 0, count: 4096)
        // The disk has half as many blocks.
        for _ in 0..<2_048 where write(descriptor, zeros, zeros.count) <= 0 { break }
        close(descriptor)
    }

    /// Uses up what room the log has left; how many were made, and what the first was answered that was not.
    private func makeUntilRefused(_ service: LiveService) throws -> (refused: Response?, made: Int) {
        for made in 1..<1_000 {
            let response = try service.call("POST", "/api/v1/tenants", #"{"slug":"t-\#(made)","name":"Tenant"}"#)
            if response.status != 201 { return (response, made) }
        }
        return (nil, 1_000)
    }

    @Test(
        "on a full disk everything is switched off, also after a crash, and is entered with its own time and id",
        .enabled(if: canMount, "a small file system cannot be mounted here"))
    func switchedOff() throws {
        let service = try LiveService()
        let disk = "\(service.folder)/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        // The disk outlives the service.
        let holder = try ChildProcess(
            [
                "unshare", "--mount", "sh", "-c",
                #"mount -t tmpfs -o size=4m none "$0" && touch "$0/up" && exec sleep 300"#, disk,
            ],
            folder: service.folder)
        let seen = "/proc/\(holder.id)/root\(disk)"
        for _ in 0..<500 where !FileManager.default.fileExists(atPath: "\(seen)/up") { usleep(10_000) }
        service.settings["SSADMIN_DATABASE"] = "sqlite:\(disk)/ssadmin.db"
        service.wrapper = ["nsenter", "--mount=/proc/\(holder.id)/ns/mnt"]
        try service.start("--init")
        try service.makeProject()
        let before = try service.policy("shop-ios")
        let project = try service.call("GET", "/api/v1/projects/shop-ios")
        fill("\(seen)/filler")
        #expect(try makeUntilRefused(service).refused?.status == 503)

        let said = try service.command(["disable", "--everywhere", "--reason", "crash at checkout"])
        #expect(said.end == .exited(0), "\(said.errors)")
        let toldAt = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        let told = try JSONScanner.scan(Array(said.output.utf8))
        #expect(told["durable"] == .bool(false))
        let id = try #require(told["id"]?.text)
        let off = try service.policy("shop-ios")
        #expect(!off.isEnabled && off.revision > before.revision)
        let list = try service.call(
            "PATCH", "/api/v1/projects/shop-ios", #"{"ios_bundle_ids":["com.acme.shop","com.acme.two"]}"#,
            headers: ["If-Match": try #require(project.first("ETag"))])
        #expect(list.status == 503)
        let metrics = String(decoding: try service.call("GET", "/metrics").body, as: UTF8.self)
        #expect(metrics.contains("ssadmin_spilled_changes 1\n"))
        let status = try service.command(["status"])
        #expect(status.end == .exited(0) && status.output.contains(#""spilled_changes":1"#), "\(status.output)")

        try service.kill()
        try service.start()
        #expect(try service.policy("shop-ios") == off)
        #expect(unlink("\(seen)/filler") == 0)
        try service.waitForEvent("the database is written again: all that was in the spill file is entered")
        #expect(try service.policy("shop-ios").isEnabled == false)
        #expect(try service.policy("shop-ios").revision >= off.revision)
        let shown = try service.command(["disables", "show", id])
        #expect(shown.end == .exited(0), "\(shown.errors)")
        let entry = try #require(
            try service.call("GET", "/api/v1/audit?action=disable.create").answer(Page<AuditEntry>.self).items.first)
        #expect(entry.subject.optional == id)
        #expect(entry.at <= toldAt, "its own time, not that of its entering")
        #expect(try service.stop() == .exited(0))
        holder.signal(SIGTERM)
        try holder.wait()
    }

    @Test(
        "where the log cannot be synced a disable holds, and is entered once, whether that had taken effect or not",
        .enabled(if: Tracing.isAllowed, "processes cannot be traced here, or strace is missing"))
    func noSyncOfTheLog() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let tracer = try trace(service, only: "\(service.database)-wal")
        let said = try service.command(["disable", "shop-ios", "--reason", "crash"])
        #expect(said.end == .exited(0), "\(said.errors)")
        #expect(try JSONScanner.scan(Array(said.output.utf8))["durable"] == .bool(false))
        #expect(try !service.policy("shop-ios").isEnabled)
        tracer.signal(SIGTERM)
        try tracer.wait()
        try service.waitForEvent("the database is written again: all that was in the spill file is entered")
        let disables = try service.call("GET", "/api/v1/disables").answer(Page<Disable>.self).items
        #expect(disables.count == 1)
        #expect(try !service.policy("shop-ios").isEnabled)
        #expect(try service.stop() == .exited(0))
    }

    /// Until it is ended no file can be synced, or only that one cannot.
    private func trace(_ service: LiveService, only path: String? = nil) throws -> ChildProcess {
        let words = "\(service.folder)/strace"
        let tracer = try ChildProcess(
            ["strace", "-f", "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO"]
                + (path.map { ["-P", $0] } ?? []) + ["-p", "\(service.process!.id)"],
            folder: service.folder, errors: .file(words))
        for _ in 0..<500 where !((try? String(contentsOfFile: words, encoding: .utf8)) ?? "").contains("attached") {
            usleep(10_000)
        }
        return tracer
    }

    @Test(
        "a sync that fails is 503 and says that the outcome is not known; change and audit row stand or fall together",
        .enabled(if: Tracing.isAllowed, "processes cannot be traced here, or strace is missing"))
    func noSync() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let before = try service.policy("shop-ios")

        let tracer = try trace(service)
        let disable =
            #"{"scope":{"kind":"project","application_id":"shop-ios"},"targets":["sdk"],"reason":"crash"}"#
        let refused = try service.call("POST", "/api/v1/tenants", #"{"slug":"lost","name":"Tenant"}"#)
        #expect(refused.status == 503)
        #expect(
            refused.json["detail"]
                == .string(
                    "The database failed while it committed: whether this took effect is not known. Look before you try again."
                ))
        #expect(try service.policy("shop-ios").revision >= before.revision)
        tracer.signal(SIGTERM)
        try tracer.wait()

        #expect(try service.call("POST", "/api/v1/disables", disable).status == 201)
        let off = try service.policy("shop-ios")
        #expect(!off.isEnabled && off.revision > before.revision)
        try service.kill()
        try service.start()
        #expect(try service.policy("shop-ios") == off)
        let isThere = try service.call("GET", "/api/v1/tenants/lost").status == 200
        let audited = try service.call("GET", "/api/v1/audit?action=tenant.create&limit=200").answer(
            Page<AuditEntry>.self)
        #expect(audited.items.count == (isThere ? 2 : 1))
        #expect(try service.stop() == .exited(0))
    }
}
