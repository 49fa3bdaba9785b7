import API
import HTTP
import Support
import Testing

@Suite("Time", .onThreadsOfTheirOwn, .enabled(if: FakeClock.isThere, "\(FakeClock.missing)"))
struct TimeTests {
    private static let begin = "2026-11-30 10:00:00"

    @Test(
        "the previous secret verifies for exactly 86 400 s, also when the service was down in between",
        arguments: [("2026-12-01 09:59:59", true), ("2026-12-01 10:00:00", false), ("2026-12-01 10:00:01", false)])
    func rotation(moment: String, verifies: Bool) throws {
        let service = try LiveService()
        let clock = try FakeClock(folder: service.folder, Self.begin)
        service.environment = clock.variables
        try service.start("--init")
        try service.makeProject()
        #expect(try service.call("POST", "/api/v1/projects/shop-ios/identity-secret/rotate", "{}").status == 200)
        try service.stop()

        try clock.set(moment)
        try service.start()
        let answer = try service.call("GET", "/api/v1/projects/shop-ios/identity-secret")
        #expect((answer.json["previous"] != .null) == verifies)
        let again = try service.call("POST", "/api/v1/projects/shop-ios/identity-secret/rotate", "{}")
        #expect(again.status == (verifies ? 409 : 200))
        #expect(again.code == (verifies ? "rotation_in_progress" : nil))
        try service.stop()
    }

    @Test("a running service goes by the wall clock, not by how long it has run")
    func running() throws {
        let service = try LiveService()
        let clock = try FakeClock(folder: service.folder, Self.begin)
        service.environment = clock.variables
        try service.start("--init")
        try service.makeProject()
        #expect(try service.call("POST", "/api/v1/projects/shop-ios/identity-secret/rotate", "{}").status == 200)
        try clock.set("2026-12-01 09:59:59")
        #expect(try service.call("POST", "/api/v1/projects/shop-ios/identity-secret/rotate", "{}").status == 409)
        try clock.set("2026-12-01 10:00:00")
        #expect(try service.call("POST", "/api/v1/projects/shop-ios/identity-secret/rotate", "{}").status == 200)
    }

    @Test("a clock that is set back lets no revision fall, neither in a running service nor across a restart")
    func setBack() throws {
        let service = try LiveService()
        let clock = try FakeClock(folder: service.folder, Self.begin)
        service.environment = clock.variables
        try service.start("--init")
        try service.makeProject()
        var revision = try service.policy("shop-ios").revision
        #expect(revision == 1_796_032_800_000)
        for (index, moment) in ["2026-11-29 10:00:00", "1999-01-01 00:00:00", "2026-11-30 09:59:59"].enumerated() {
            try clock.set(moment)
            if index > 0 {
                try service.kill()
                try service.start()
                #expect(try service.policy("shop-ios").revision == revision)
            }
            let made = try service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"project","application_id":"shop-ios"},"targets":["sdk"],"reason":"crash"}"#)
            #expect(made.status == 201)
            let next = try service.policy("shop-ios").revision
            #expect(next == revision + 1)
            revision = next
        }
        try service.stop()
    }

    @Test("a token ends at its moment")
    func token() throws {
        let service = try LiveService()
        let clock = try FakeClock(folder: service.folder, Self.begin)
        service.environment = clock.variables
        try service.start("--init")
        let made = try service.call(
            "POST", "/api/v1/operators/root/tokens", #"{"scopes":["admin"],"expires_at":"2026-11-30T11:00:00Z"}"#)
        guard case .string(let token) = made.json["token"] else { throw OutsideError("no token was issued") }
        let headers = ["Authorization": "Bearer \(token)"]
        for (moment, status) in [("10:59:59", 200), ("11:00:00", 401), ("11:00:01", 401)] {
            try clock.set("2026-11-30 \(moment)")
            #expect(try service.call("GET", "/api/v1/whoami", headers: headers).status == status)
        }
    }
}
