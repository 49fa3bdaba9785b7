import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("A disk that fails", .onThreadsOfTheirOwn)
struct DiskTests {
    // A mount in a namespace of its own is gone with the service.
    private static let mount = ["unshare", "--mount", "sh", "-c", #"mount -t tmpfs -o size=2m none "$0" && exec "$@""#]
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
        let descriptor = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(descriptor >= 0)
        let zeros = [UInt8](repeating: 0, count: 4096)
        // The disk has half as many blocks.
        for _ in 0..<1_024 where write(descriptor, zeros, zeros.count) <= 0 { break }
        close(descriptor)

        var refused: Response?
        var made = 1
        while refused == nil, made < 1_000 {
            let response = try service.call("POST", "/api/v1/tenants", #"{"slug":"t-\#(made)","name":"Tenant"}"#)
            if response.status == 201 { made += 1 } else { refused = response }
        }
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

    @Test(
        "a sync that fails is 503 and says that the outcome is not known; change and audit row stand or fall together",
        .enabled(if: Tracing.isAllowed, "processes cannot be traced here, or strace is missing"))
    func noSync() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let before = try service.policy("shop-ios")

        let words = "\(service.folder)/strace"
        let tracer = try ChildProcess(
            [
                "strace", "-f", "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO", "-p",
                "\(service.process!.id)",
            ],
            folder: service.folder, errors: .file(words))
        for _ in 0..<500 where !((try? String(contentsOfFile: words, encoding: .utf8)) ?? "").contains("attached") {
            usleep(10_000)
        }
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
