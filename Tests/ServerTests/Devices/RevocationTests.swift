import API
import CLI
import HTTP
import SQL
import Server
import Support
import Testing

/// All that ends an installation's access.
enum Ending: String, CaseIterable, Sendable {
    case revoked, byCommand, revokedWithOthers, unlisted, projectDeleted

    /// - Returns: the status of the answer that says it is done.
    func end(_ device: TestDevice) async throws -> Int {
        let service = device.service
        let project = "/api/v1/projects/shop-ios"
        switch self {
        case .revoked: return await service.call("DELETE", "\(TestService.installations)/\(device.id)").status
        case .byCommand:
            let command = await service.command(["installation", "revoke", "shop-ios", device.id])
            return command.status == .done ? 200 : 0
        case .revokedWithOthers:
            return await service.call(
                "POST", "\(TestService.installations)/revoke", #"{"app_identifier":"com.acme.shop","reason":"stolen"}"#
            ).status
        case .unlisted:
            return try await service.change("PATCH", project, #"{"ios_bundle_ids":["com.acme.other"]}"#).status
        case .projectDeleted:
            _ = await service.call("PATCH", project, #"{"status":"suspended"}"#)
            return await service.call("DELETE", project).status
        }
    }
}

@Suite("Revocation")
struct RevocationTests {
    static let unauthorized = Array(#"{"error":"unauthorized"}"#.utf8)

    @Test("is in force on the very next request, and on a thousand after it", arguments: Ending.allCases)
    func next(ending: Ending) async throws {
        try await TestService.withDevice { service, backend, device in
            let waiting = try await device.refreshedToken()
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(try await (200...204).contains(ending.end(device)))
            for round in 0..<200 {
                let token = round % 2 == 0 ? device.token : waiting
                for response in [
                    await device.call(SDKAPI.refresh, token: token),
                    await device.call(SDKAPI.identify, #"{"assertion":"\#(assertion)"}"#, token: token),
                    await device.call(SDKAPI.logout, token: token),
                    await device.call(SDKAPI.content, "", method: "GET", token: token),
                    await device.call(SDKAPI.chat + "threads", token: token),
                ] {
                    try #require(response.status == 401 && response.body == Self.unauthorized)
                }
            }
            #expect(try await service.count("SELECT count(*) FROM people WHERE user_id IS NOT NULL") == 0)
        }
    }

    @Test("beats refreshes that go on while it comes: no answer after it holds a token", arguments: Ending.allCases)
    func whileRefreshing(ending: Ending) async throws {
        try await TestService.withDevice { _, _, device in
            let isEnded = Shared(false)
            let issued = await withTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask {
                        var tokens: [String] = []
                        // Until it is refused, and once more after the revocation was answered.
                        while true {
                            let wasEnded = isEnded.value
                            let response = await device.refresh()
                            if wasEnded { #expect(response.status == 401) }
                            guard response.status == 200 else { return tokens }
                            tokens.append(response.json["token"]?.text ?? "")
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<20 { await Task.yield() }
                    let status = try? await ending.end(device)
                    #expect((200...204).contains(status ?? 0))
                    isEnded.change { $0 = true }
                    return []
                }
                return await group.reduce(into: [String]()) { $0 += $1 }
            }
            for token in issued.suffix(50) {
                #expect(await device.status(token: token) == 401)
                #expect(await device.status(refreshing: token) == 401)
            }
        }
    }

    @Test("is said again and again, and keeps the first time, person and reason")
    func again() async throws {
        try await TestService.withDevice { service, _, device in
            let path = "\(TestService.installations)/\(device.id)"
            let other = try await service.operator("lee", rights: ["acme": [.integrate, .view]])
            #expect(await service.call("DELETE", "\(path)?reason=stolen%20phone", token: other).status == 204)
            let first = try #require(try await service.installation(device.id).revocation.optional)
            #expect(first.by == "lee" && first.reason.optional == "stolen phone")
            service.advance(seconds: 60)
            for _ in 0..<3 { #expect(await service.call("DELETE", "\(path)?reason=again").status == 204) }
            #expect(try await service.installation(device.id).revocation.optional == first)
            #expect(try await service.audit("action=installation.revoke").map(\.subject.optional).count == 4)
        }
    }

    @Test("of one leaves the others, and the same device may register anew: it is no ban")
    func noBan() async throws {
        try await TestService.withDevice { service, backend, device in
            let other = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(try await Ending.revoked.end(device) == 204)
            #expect(await other.status() == 200)
            #expect(await device.status() == 401)
            let anew = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(await anew.status() == 200)
        }
    }

    @Test("is of the project that the path names, and of nobody else's")
    func otherProject() async throws {
        try await TestService.withDevice { service, _, device in
            _ = try await service.backend("other-ios", in: "umbrella")
            let path = "/api/v1/projects/other-ios/installations/\(device.id)"
            #expect(await service.call("DELETE", path).code == "not_found")
            let umbrella = try await service.operator("u", rights: ["umbrella": [.administer]])
            let ours = "\(TestService.installations)/\(device.id)"
            #expect(await service.call("DELETE", ours, token: umbrella).code == "not_found")
            #expect(await service.call("DELETE", "\(TestService.installations)/nobody").code == "not_found")
            #expect(await device.status() == 200)
        }
    }

    @Test("dry, it changes and records nothing")
    func dry() async throws {
        try await TestService.withDevice { service, _, device in
            let before = try await service.audit().count
            let path = "\(TestService.installations)/\(device.id)?dry_run=true"
            let response = await service.call("DELETE", path)
            #expect(response.status == 200 && response.json["dry_run"]?.flag == true)
            #expect(await device.status() == 200)
            #expect(try await service.audit().count == before)
        }
    }

    @Test("an app that is put back on the list brings no installation back, only new registrations")
    func relisted() async throws {
        try await TestService.withDevice { service, backend, device in
            let project = "/api/v1/projects/shop-ios"
            let android = try await TestDevice(service, projectKey: backend.projectKey, platform: "android")
            let gone = try await service.change("PATCH", project, #"{"ios_bundle_ids":[]}"#)
            #expect(gone.status == 200)
            #expect(await device.status() == 401)
            #expect(await android.status() == 200)
            let revocation = try #require(try await service.installation(device.id).revocation.optional)
            #expect(revocation.by == "root" && revocation.reason.optional == "its app left the allowlist")

            let back = try await service.change("PATCH", project, #"{"ios_bundle_ids":["COM.acme.Shop"]}"#)
            #expect(back.status == 200)
            #expect(await device.status() == 401)
            #expect(await device.status(refreshing: device.token) == 401)
            #expect(await android.status() == 200)
            let anew = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(await anew.status() == 200)
        }
    }

    @Test("an entry that is only spelled anew, or moved, revokes nobody")
    func respelled() async throws {
        try await TestService.withDevice { service, _, device in
            let list = #"{"ios_bundle_ids":["com.acme.first","Com.Acme.SHOP"]}"#
            let changed = try await service.change("PATCH", "/api/v1/projects/shop-ios", list)
            #expect(changed.status == 200)
            #expect(await device.status() == 200)
        }
    }
}
