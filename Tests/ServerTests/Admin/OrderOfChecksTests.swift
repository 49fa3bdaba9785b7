import API
import Crypto
import Domain
import HTTP
import Server
import Support
import Testing

/// Of two faults the one that is checked first is the answer (contract, first page). Every pair of faults that one call can
/// have, for a call of each kind.
@Suite("The order of checks", .serialized)
struct OrderOfChecksTests {
    @Test("of two faults the earlier is the answer", arguments: FaultyCall.kinds)
    func pairs(_ kind: FaultyCall.Kind) async throws {
        let setting = try await FaultyCall(kind)
        let steps = Step.allCases.filter { kind.faults[$0] != nil }
        for step in steps {
            #expect(try await setting.answer(to: [step]) == setting.expected(step), "\(step) alone")
        }
        for (index, earlier) in steps.enumerated() {
            for later in steps[(index + 1)...] where earlier.rank < later.rank {
                #expect(
                    try await setting.answer(to: [earlier, later]) == setting.expected(earlier),
                    "\(earlier) before \(later)")
            }
        }
        #expect(try await setting.answer(to: steps) == setting.expected(steps[0]), "all at once")
        #expect(try await setting.answer(to: []).status < 300, "without a fault it is done")
        await setting.service.close()
    }

    @Test(
        "a PATCH that names nothing to change is malformed, whatever it is of and without any If-Match",
        arguments: AdminAPI.endpoints.filter { $0.method == .patch }, ["{}", #"{"reason":"because"}"#])
    func nothingToChange(_ shape: EndpointShape, _ body: String) async throws {
        let service = try await TestService()
        let path = PathTemplate(shape.path).path([
            "app": "never-was", "tenant": "nowhere", "name": "nobody", "id": "nothing",
        ])
        let response = await service.call("PATCH", path, body)
        #expect(response.status == 400)
        #expect(response.code == "invalid_request")
        await service.close()
    }

    @Test("what is not ready is 503 on both planes, whatever else is wrong, and never 401")
    func notReady() async throws {
        let service = try await TestService()
        let admin = service.plane(isReady: false)
        let sdk = SDKPlane(readiness: Readiness(), metrics: Metrics())
        for shape in AdminAPI.endpoints {
            let request = Request(
                method: shape.method.rawValue,
                path: PathTemplate(shape.path).path([
                    "app": "x", "tenant": "x", "name": "x", "id": "x", "user_id": "x", "version": "x", "n": "x",
                ]),
                query: "no_such=1", headers: Headers([("Host", "elsewhere"), ("Authorization", "Bearer nonsense")]),
                peer: .tcp(address: "127.0.0.1"))
            let response = try #require(admin.admit(request), "answered before the body is read")
            #expect(response.status == 503)
            #expect(response.code == "unavailable")
            #expect(response.first("Retry-After") != nil)
        }
        for query in [nil, "application_id=never-was", "project_key=nonsense", "a=1&a=2"] {
            let request = Request(
                method: "GET", path: SDKAPI.policy, query: query,
                headers: Headers([("Authorization", "Bearer nonsense")]), peer: .tcp(address: "127.0.0.1"))
            let response = try #require(sdk.admit(request))
            #expect(response.status == 503)
            #expect(response.first("Retry-After") != nil)
        }
        await service.close()
    }

    @Test("every problem carries its request id in a field too, whoever refused it")
    func requestID() async throws {
        let service = try await TestService()
        let ready = service.plane(isReady: true)
        func get(_ path: String, _ host: String = TestService.authority, method: String = "GET") -> Request {
            Request(method: method, path: path, headers: Headers([("Host", host)]), peer: .tcp(address: "127.0.0.1"))
        }
        let responses = [
            await ready.served(get("/nothing")), await ready.served(get("/api/v1/whoami", method: "PUT")),
            await ready.served(get("/api/v1/whoami")), await ready.served(get("/healthz", "elsewhere")),
            await ready.served(get("/api/v1/whoami", "elsewhere")),
            await service.plane(isReady: false).served(get("/api/v1/whoami")), ready.refusal(.bodyTooLarge),
            ready.refusal(.timedOut), await service.call("GET", "/api/v1/tenants/none"),
        ]
        #expect(responses.map(\.status) == [404, 405, 401, 421, 421, 503, 413, 408, 404])
        for response in responses {
            let fields = response.headers.filter { $0.name == "X-Request-Id" }
            #expect(fields.count == 1)
            #expect(response.json["request_id"] == fields.first.map { .string($0.value) })
            #expect(response.json["status"] == .integer(Int64(response.status)))
        }
        await service.close()
    }

    @Test(
        "over TCP nothing of the admin plane is answered under another name",
        arguments: ["localhost:8788", "evil.example", nil])
    func everyPath(_ host: String?) async throws {
        let service = try await TestService()
        let plane = service.plane(isReady: true)
        for path in [Probes.alive, Probes.ready, AdminAPI.specification, "/api/v1/whoami"] {
            let request = Request(
                method: "GET", path: path, headers: Headers(host.map { [("Host", $0)] } ?? []),
                peer: .tcp(address: "127.0.0.1"))
            let response = await plane.served(request)
            #expect(response.status == 421)
            #expect(response.code == "misdirected_request")
        }
        await service.close()
    }
}

/// What can be wrong with a call, in the order in which it is looked at.
enum Step: Int, CaseIterable {
    case path, method, notReady, host, origin, contentType, credential, scope, syntax, existence, right, key, match
    case values, state

    /// Existence and right are one step: which of the two is the answer depends on the tenant.
    var rank: Int { self == .right ? Step.existence.rawValue : rawValue }
}
