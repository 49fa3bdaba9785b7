import API
import HTTP
import Support
import Testing

/// What only takes away is never stopped by a revision (contract section 6): who suspends in an emergency has no time to
/// read again.
@Suite("Suspending whatever If-Match says")
struct SuspendingTests {
    static let paths = ["/api/v1/tenants/acme", "/api/v1/projects/shop", "/api/v1/operators/bob"]

    private func with(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            _ = try await service.operator("bob", rights: ["acme": [.view]])
            try await body(service)
        }
    }

    @Test("a stale, weak or meaningless If-Match does not stop a suspension, and its own tag neither", arguments: paths)
    func suspended(_ path: String) async throws {
        try await with { service in
            let active = try #require(await service.call("GET", path).first("ETag"))
            let fields = [
                [#""of-yesterday""#], ["W/\(active)"], [active], ["*"], ["no tag"], [""], [#"""#], ["*, *"],
                ["\u{FF}"], [#""a""#, "W/b", "*"], [String(repeating: ",", count: 2_000)],
            ]
            for field in fields {
                let headers = field.map { (name: "If-Match", value: $0) }
                let dry = await service.call(
                    "PATCH", path + "?dry_run=true", #"{"status":"suspended"}"#, headers: headers)
                #expect(dry.status == 200, "\(field)")
                #expect(await service.call("GET", path).json["status"]?.text == "active", "\(field)")
                let answer = await service.call(
                    "PATCH", path, #"{"status":"suspended","reason":"leaked"}"#, headers: headers)
                #expect(answer.status == 200, "\(field)")
                #expect(await service.call("GET", path).json["status"]?.text == "suspended", "\(field)")
                let back = try await service.change("PATCH", path, #"{"status":"active","reason":"again"}"#)
                #expect(back.status == 200)
            }
        }
    }

    @Test("the same If-Match stops what gives back", arguments: paths)
    func restored(_ path: String) async throws {
        try await with { service in
            #expect(await service.call("PATCH", path, #"{"status":"suspended"}"#).status == 200)
            for (field, status) in [(#""of-yesterday""#, 412), ("no tag", 412), ("*", 428)] {
                let answer = await service.call(
                    "PATCH", path, #"{"status":"active","reason":"r"}"#, headers: [("If-Match", field)])
                #expect(answer.status == status, "\(field)")
            }
            #expect(await service.call("GET", path).json["status"]?.text == "suspended")
        }
    }
}
