import API
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("At the door nothing is told")
struct NoOracleTests {
    /// The one answer (contract section 2).
    private static let refused = SeenAnswer(
        Response(
            status: 401, headers: [("Content-Type", "application/json")],
            body: Array(#"{"error":"unauthorized"}"#.utf8)))

    @Test("every cause is answered the same, on every route that takes a key, by GET, HEAD and POST")
    func keys() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            for cause in door.causes {
                #expect(SeenAnswer(await door.register(key: cause.key, app: cause.app)) == Self.refused, "\(cause)")
                for method in ["GET", "HEAD"] {
                    let answer = door.policy(key: cause.key, app: cause.app, method: method)
                    #expect(SeenAnswer(answer) == Self.refused, "\(cause) by \(method)")
                }
            }
            #expect(await door.register(key: door.projectKey, app: "com.acme.shop").status == 201)
            #expect(door.policy(key: door.projectKey, app: "com.acme.shop").status == 200)
        }
    }

    @Test("and so is an application id that nobody has, or had, and an app that is not on its list")
    func applicationIDs() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            let base = "\(SDKAPI.policy)?application_id="
            let queries: [(query: String, reason: DeviceRefusal.Reason)] = [
                ("nobodys", .unknownApplicationID), ("gone", .unknownApplicationID),
                ("not%20an%20id", .unknownApplicationID),
                ("nobodys&app_identifier=com.acme.shop", .unknownApplicationID),
                ("shop-ios&app_identifier=com.acme.shpo", .appNotListed),
                ("shop-ios&app_identifier=com.acme.shpo&platform=android", .appNotListed),
            ]
            for (query, reason) in queries {
                for method in ["GET", "HEAD"] {
                    let before = await service.counters()
                    #expect(SeenAnswer(service.device(base + query, method: method)) == Self.refused, "\(query)")
                    let series = #"ssadmin_refusals_total{reason="\#(reason.rawValue)"}"#
                    #expect(await service.counters()[series] == before[series, default: 0] + 1, "\(query)")
                }
            }
            #expect(service.device(base + "%20Shop-iOS%20&app_identifier=COM.acme.shop").status == 200)
            #expect(door.policy(key: door.projectKey, app: "com.acme.shop").status == 200)
        }
    }

    @Test("nor is it told by a deployment that lost its key secret and compares keys whole")
    func withoutKeySecret() async throws {
        let files = try FreshDatabase()
        let first = try await TestService(files: files)
        let door = try await RefusedDevices(first)
        await first.close()
        try await TestService.with(files: files, keySecret: nil) { service in
            for cause in door.causes {
                let target = "\(SDKAPI.policy)?project_key=\(cause.key)&app_identifier=\(cause.app)&platform=ios"
                #expect(SeenAnswer(service.device(target)) == Self.refused, "\(cause)")
            }
            #expect(
                service.device(
                    "\(SDKAPI.policy)?project_key=\(door.projectKey)&app_identifier=com.acme.shop&platform=ios"
                ).status == 200)
        }
    }

    @Test("refusing writes nothing but the batch, and leaves no installation")
    func writesNothing() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            let before = try await service.identityTables()
            for cause in door.causes { _ = await door.register(key: cause.key, app: cause.app) }
            #expect(try await service.identityTables() == before)
            #expect(try await service.count("SELECT count(*) FROM refusals") == 0)
            await service.writeBatches()
            #expect(try await service.count("SELECT count(*) FROM refusals") == 5)
        }
    }
}
