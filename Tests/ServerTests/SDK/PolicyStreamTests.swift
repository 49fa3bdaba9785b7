import API
import Domain
import HTTP
import Support
import Testing

@testable import Server

/// Streams of the devices' plane, over its real engine.
@Suite("The policy stream", .serialized)
struct PolicyStreamTests {
    private static let app = "app_identifier=com.acme.shop&platform=ios"

    /// A service with the project `shop` of `acme`, and its devices' plane at a port.
    private func withShop(_ body: (TestService, ServedDevices, _ key: String) async throws -> Void) async throws {
        try await TestService.with { service in
            let key = try await service.created("shop", in: "acme").projectKey
            let served = try ServedDevices(service.sdk)
            try await body(service, served, key)
        }
    }

    /// The document that the policy call answers to the same query, as one line.
    private func document(_ service: TestService, _ query: String) -> String {
        String(decoding: service.device("/sdk/v1/policy?\(query)").body, as: UTF8.self)
    }

    private func read(_ heard: StreamClient.Heard?) throws -> PolicyDocument {
        let data = try #require(heard?.data)
        return try JSONReader.decode(PolicyDocument.self, from: JSONScanner.scan(Array(data.utf8)))
    }

    private func isAllOff(_ document: PolicyDocument) -> Bool {
        !document.isEnabled && !document.followMePlayerEnabled && !document.manualMinimizeEnabled
            && document.surfaces.values.allSatisfy { !$0.player && !$0.followMe }
    }

    @Test("tells each caller what a policy call would answer, at once and in each new revision, in order")
    func documents() async throws {
        try await withShop { service, served, key in
            let queries = [
                "application_id=shop", "application_id=shop&\(Self.app)", "project_key=\(key)&\(Self.app)",
                "application_id=shop&platform=android&sdk_version=1.0.0", "application_id=%20SHOP&sdk_version=2.0.0",
            ]
            let listeners = try queries.map { try served.listen($0) }
            var changes: [() async throws -> Void] = [{}]
            for index in 0..<4 {
                var created: CreatedDisable?
                changes.append {
                    created = try await service.disable(
                        #"{"kind":"project","application_id":"shop"}"#, targets: ["surface:home"])
                }
                changes.append {
                    let id = try #require(created).id
                    _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"r"}"#)
                }
                changes.append {
                    let body =
                        #"{"scope":{"kind":"tenant","tenant":"acme"},"targets":["follow_me_player"],"reason":"r","#
                        + #""platform":"\#(index % 2 == 0 ? "ios" : "android")","sdk_versions":"<2.0.0"}"#
                    let answer = await service.call("POST", "/api/v1/disables", body)
                    #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
                }
            }
            var last: Int64 = 0
            for change in changes {
                try await change()
                for (query, listener) in zip(queries, listeners) {
                    let heard = try listener.nextEvent()
                    let document = document(service, query)
                    let revision = try read(heard).revision
                    #expect(heard == .event(name: "policy", id: revision, data: document), "\(query)")
                    #expect(revision > last)
                }
                last = try service.policy("shop").revision
            }
            #expect(document(service, queries[3]) != document(service, queries[4]), "not all are told the same")
        }
    }

    @Test("answers a change that concerns another project to nobody, and what nobody listens to any more is forgotten")
    func apart() async throws {
        try await withShop { service, served, _ in
            _ = try await service.created("other", in: "acme")
            let shop = try served.listen("application_id=shop")
            let other = try served.listen("application_id=other")
            #expect(try read(shop.nextEvent()).applicationID.optional == "shop")
            #expect(try read(other.nextEvent()).applicationID.optional == "other")
            #expect(await service.metric("ssadmin_policy_listeners") == 2)
            _ = try await service.disable(#"{"kind":"project","application_id":"other"}"#)
            _ = try await service.disable(#"{"kind":"project","application_id":"shop"}"#, targets: ["surface:cart"])
            #expect(try read(other.nextEvent()).isEnabled == false)
            #expect(try read(shop.nextEvent()).isEnabled, "the first that it hears of is its own")
            shop.client.endSending()
            #expect(try shop.nextEvent() == nil)
            for _ in 0..<200 where await service.metric("ssadmin_policy_listeners") > 1 {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(await service.metric("ssadmin_policy_listeners") == 1)
            _ = try await service.disable(#"{"kind":"deployment"}"#)
            #expect(try read(other.nextEvent()) == service.policy("other"))
        }
    }

    @Test("says nothing at first to who has the present revision, and the document to who has any other")
    func lastEventID() async throws {
        try await withShop { service, served, _ in
            let revision = try service.policy("shop").revision
            for other in ["0", "\(revision - 1)", "\(revision + 1)", "+\(revision)", "\(revision) x", "x", ""] {
                #expect(try served.listen("application_id=shop", after: other).nextEvent()?.id == revision, "\(other)")
            }
            let current = try served.listen("application_id=shop", after: "\(revision)")
            #expect(try current.status() == 200)
            _ = try await service.disable(#"{"kind":"deployment"}"#)
            #expect(try read(current.nextEvent()) == service.policy("shop"))
        }
    }

    @Test("is judged as a policy call is: the same refusals in the same bytes, before anything is told")
    func refusals() async throws {
        try await withShop { service, served, key in
            for query in [
                "", "application_id=never", "application_id=shop&app_identifier=com.evil", "platform=windows",
                "project_key=\(key)", "project_key=\(key)&application_id=shop", "project_key=x&\(Self.app)",
                "project_key=\(key)&app_identifier=com.evil&platform=ios", "application_id=shop&application_id=shop",
            ] {
                let target = "?\(query)"
                let policy = service.device(SDKAPI.policy + target)
                let stream = service.device(SDKAPI.policyEvents + target)
                #expect(policy.status >= 400 && stream.status == policy.status, "\(query)")
                #expect(stream.body == policy.body && stream.headers.map(\.value) == policy.headers.map(\.value))
                let listener = try served.listen(query)
                #expect(try listener.status() == policy.status)
            }
            let stream = "\(SDKAPI.policyEvents)?application_id=shop"
            #expect(service.device(stream, headers: [("Content-Type", "text/plain")]).status == 415)
            for method in ["POST", "PUT", "DELETE"] {
                let answer = service.device(stream, method: method)
                #expect(answer.status == 405 && answer.first("Allow") == "GET, HEAD")
            }
            let head = StreamClient(try served.client(), stream, method: "HEAD")
            #expect(try head.status() == 200)
            #expect(try head.nextEvent() == nil)
            let starting = SDKPlane(readiness: Readiness(), metrics: Metrics())
            let request = Request(
                method: "GET", path: SDKAPI.policyEvents, query: "application_id=never",
                peer: .tcp(address: "127.0.0.1"))
            let answer = try #require(starting.admit(request))
            #expect(answer.status == 503 && answer.first("Retry-After") != nil)
        }
    }

    @Test("where no more streams fit a device is told to come back, and its policy calls are answered meanwhile")
    func room() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            var limits = Engine.Limits()
            limits.connectionsMax = 4
            for plane in [service.sdk, AllOffPlane()] as [any Service] {
                let served = try ServedDevices(plane, limits)
                let listeners = try (0..<3).map { _ in try served.listen("application_id=shop") }
                for listener in listeners { #expect(try listener.nextEvent() != nil) }
                let late = try served.client()
                for (path, status) in [(SDKAPI.policyEvents, 503), (SDKAPI.policy, 200)] {
                    late.send("GET \(path)?application_id=shop HTTP/1.1\r\nHost: x\r\n\r\n")
                    let answer = try late.response()
                    #expect(answer.status == status)
                    #expect((answer.first("Retry-After") == "60") == (status == 503))
                }
            }
        }
    }

    @Test("a suspension, of the project or its tenant, turns everything off, and its end brings all of it back")
    func suspension() async throws {
        try await withShop { service, served, _ in
            let listener = try served.listen("application_id=shop&\(Self.app)")
            let before = try read(listener.nextEvent())
            for path in ["/api/v1/projects/shop", "/api/v1/tenants/acme"] {
                #expect(await service.call("PATCH", path, #"{"status":"suspended"}"#).status == 200)
                let off = try read(listener.nextEvent())
                #expect(isAllOff(off))
                let back = try await service.change("PATCH", path, #"{"status":"active","reason":"r"}"#)
                #expect(back.status == 200)
                let on = try read(listener.nextEvent())
                #expect(on.surfaces == before.surfaces && on.isEnabled)
                #expect(before.revision < off.revision && off.revision < on.revision)
            }
        }
    }

    @Test("a deletion turns everything off in a last revision, and ends every stream")
    func deletion() async throws {
        try await withShop { service, served, key in
            let queries = ["application_id=shop", "project_key=\(key)&\(Self.app)"]
            let listeners = try queries.map { try served.listen($0) }
            for listener in listeners { _ = try listener.nextEvent() }
            #expect(await service.call("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#).status == 200)
            let suspended = try listeners.map { try read($0.nextEvent()) }
            #expect(await service.call("DELETE", "/api/v1/projects/shop").status == 204)
            for (listener, before) in zip(listeners, suspended) {
                let last = try read(listener.nextEvent())
                #expect(isAllOff(last) && last.revision > before.revision)
                #expect(last.applicationID.optional == "shop")
                #expect(try listener.nextEvent() == nil)
            }
            for query in queries { #expect(try served.listen(query).status() == 401) }
            #expect(await service.metric("ssadmin_policy_listeners") == 0)
        }
    }

    @Test("an app that leaves the list is told that everything is off, and the end; the others go on")
    func leavingApp() async throws {
        try await withShop { service, served, key in
            let both = #"{"ios_bundle_ids":["com.acme.shop","com.acme.new"]}"#
            #expect(try await service.change("PATCH", "/api/v1/projects/shop", both).status == 200)
            let leaving = try [
                "project_key=\(key)&\(Self.app)", "application_id=shop&\(Self.app)",
                "application_id=shop&app_identifier=COM.acme.shop&platform=ios",
            ].map { try served.listen($0) }
            let staying = try [
                "application_id=shop", "application_id=shop&app_identifier=com.acme.new",
                "application_id=shop&app_identifier=com.acme.shop", "application_id=shop&platform=ios",
                "project_key=\(key)&app_identifier=com.acme.shop&platform=android",
            ].map { try served.listen($0) }
            let before = try (leaving + staying).map { try read($0.nextEvent()) }[0]
            let one = #"{"ios_bundle_ids":["com.acme.new"]}"#
            #expect(try await service.change("PATCH", "/api/v1/projects/shop", one).status == 200)
            for listener in leaving {
                let last = try read(listener.nextEvent())
                #expect(isAllOff(last) && last.revision > before.revision)
                #expect(try listener.nextEvent() == nil)
            }
            for listener in staying {
                let next = try read(listener.nextEvent())
                #expect(next.isEnabled && next.revision > before.revision)
            }
            #expect(try served.listen("application_id=shop&\(Self.app)").status() == 401)
            #expect(try await service.change("PATCH", "/api/v1/projects/shop", both).status == 200)
            for listener in staying { #expect(try read(listener.nextEvent()).isEnabled) }
            #expect(try read(served.listen("application_id=shop&\(Self.app)").nextEvent()).isEnabled)
        }
    }
}

/// A devices' plane at a port that the kernel picked, drained when it goes out of scope.
final class ServedDevices {
    private let engine: Engine
    private let port: UInt16

    init(_ plane: any Service, _ limits: Engine.Limits = Engine.Limits()) throws {
        engine = try Engine([(.tcp(address: "127.0.0.1", port: 0), plane)], limits: limits)
        guard case .tcp(_, let port) = engine.listeners[0] else { preconditionFailure("no TCP listener") }
        self.port = port
        engine.start()
    }

    deinit { engine.drain(within: .zero) }

    func client() throws -> RawClient { try RawClient(port: port) }

    func listen(_ query: String, after id: String? = nil) throws -> StreamClient {
        StreamClient(try client(), "\(SDKAPI.policyEvents)?\(query)", after: id)
    }
}
