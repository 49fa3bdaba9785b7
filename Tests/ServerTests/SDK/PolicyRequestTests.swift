import API
import Domain
import HTTP
import Support
import Testing

@Suite("Asking for a policy")
struct PolicyRequestTests {
    private static let good = "app_identifier=com.acme.shop&platform=ios"

    private func withShop(_ body: (TestService, _ key: String) async throws -> Void) async throws {
        try await TestService.with { service in
            let created = await service.createdShop()
            try await body(service, created)
        }
    }

    /// Status, headers in their order with their values, and body: all that a client can see.
    private func seen(_ response: Response) -> [String] {
        ["\(response.status)"] + response.headers.map { "\($0.name): \($0.value)" }
            + [String(decoding: response.body, as: UTF8.self)]
    }

    private func ask(_ service: TestService, _ query: String, headers: [(name: String, value: String)] = []) -> Response
    {
        service.device("/sdk/v1/policy?\(query)", headers: headers)
    }

    @Test("a key with app and platform, and an application id alone or with either, are answered the same document")
    func forms() async throws {
        try await withShop { service, key in
            let first = ask(service, "application_id=shop")
            #expect(first.status == 200)
            for query in [
                "project_key=\(key)&\(Self.good)", "project_key=\(key)&app_identifier=com.acme.SHOP&platform=ios",
                "project_key=\(key)&app_identifier=com.acme.shop&platform=android",
                "application_id=SHOP", "application_id=%20Shop%09", "application_id=shop&platform=ios",
                "application_id=shop&app_identifier=com.acme.shop", "application_id=shop&app_identifier=COM.acme.shop",
                "application_id=shop&app_identifier=com.acme.shop&platform=android",
                "platform=ios&sdk_version=1.2.3&host_app_version=9&application_id=shop",
                "application_id=shop&sdk_version=nonsense&host_app_version=", "application_id=shop&unknown=1&x",
                "application_id=shop&&", "%61pplication_id=sh%6Fp",
            ] {
                #expect(seen(ask(service, query)) == seen(first), "\(query)")
            }
        }
    }

    @Test("without a platform an app may be on either list, each by its own comparison; with one only on that")
    func eitherList() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let body = TestService.projectBody("shop", in: "acme", ios: ["com.acme.Phone"], android: ["com.acme.Droid"])
            #expect(await service.call("POST", "/api/v1/projects", body).status == 201)
            let statuses: [(app: String, none: Int, ios: Int, android: Int)] = [
                ("com.acme.phone", 200, 200, 401), ("com.acme.Droid", 200, 401, 200), ("com.acme.droid", 401, 401, 401),
                ("com.acme.Phone", 200, 200, 401),
            ]
            for (app, none, ios, android) in statuses {
                for (platform, status) in [("", none), ("&platform=ios", ios), ("&platform=android", android)] {
                    let answer = ask(service, "application_id=shop&app_identifier=\(app)\(platform)")
                    #expect(answer.status == status, "\(app)\(platform)")
                }
            }
        }
    }

    @Test("of 32 parameters those that are meant are read, and more are the 400 of what cannot be read")
    func tooMany() async throws {
        try await withShop { service, key in
            let rest = (0..<31).map { "p\($0)=1" }.joined(separator: "&")
            #expect(ask(service, "application_id=shop&\(rest)").status == 200)
            #expect(ask(service, "\(rest)&application_id=shop").status == 200)
            let unreadable = seen(ask(service, ""))
            for query in [
                "application_id=shop&\(rest)&p31=1", "\(rest)&p31=1&application_id=shop",
                "project_key=\(key)&\(Self.good)&\(rest)",
            ] {
                #expect(seen(ask(service, query)) == unreadable, "\(query)")
            }
        }
    }

    @Test("what cannot be read is one 400, whether the key in it is good or not")
    func unreadable() async throws {
        try await withShop { service, key in
            let other = "sdk1_eu_000000000000000000000000_00000000000000000000000000000000"
            let bytes = seen(ask(service, ""))
            #expect(bytes.first == "400" && bytes.last == #"{"error":"invalid_request"}"#)
            for key in [key, other, "nonsense", ""] {
                for query in [
                    "project_key=\(key)", "project_key=\(key)&app_identifier=com.acme.shop",
                    "project_key=\(key)&platform=ios", "project_key=\(key)&application_id=shop&\(Self.good)",
                    "project_key=\(key)&app_identifier=com.acme.shop&platform=windows",
                    "project_key=\(key)&app_identifier=com.acme.shop&platform=IOS",
                    "project_key=\(key)&app_identifier=com.acme.shop&platform=",
                    "project_key=\(key)&project_key=\(key)&\(Self.good)", "project_key=\(key)&\(Self.good)&x=%zz",
                    "project_key=\(key)&\(Self.good)&x=%FF", "project_key=\(key)&\(Self.good)&x=%00",
                    "project_key=\(key)&\(Self.good)&u=1&u=1",
                ] {
                    #expect(seen(ask(service, query)) == bytes, "\(query)")
                }
            }
            for query in [
                "application_id=shop&platform=windows", "application_id=shop&application_id=shop",
                "application_id=shop&%61pplication_id=shop", Self.good, "application_id=%C3", "application_id=shop%",
            ] {
                #expect(seen(ask(service, query)) == bytes, "\(query)")
            }
        }
    }

    @Test("every device that is not admitted is told the same bytes, and nothing of why")
    func noOracle() async throws {
        try await withShop { service, key in
            await service.tenant("globex")
            let deleted = try await service.created("gone", in: "globex").projectKey
            _ = await service.call("PATCH", "/api/v1/projects/gone", #"{"status":"suspended"}"#)
            #expect(await service.call("DELETE", "/api/v1/projects/gone").status == 204)
            let signer = ProjectKeySigner(current: Array(TestService.keySecret.utf8), previous: [])
            let neverIssued = try signer.key(region: "eu", id: [UInt8](repeating: 0x5c, count: 12)).text
            let badTag = String(key.dropLast()) + (key.hasSuffix("0") ? "1" : "0")
            let bytes = seen(ask(service, "project_key=malformed&\(Self.good)"))
            #expect(bytes == ["401", "Content-Type: application/json", #"{"error":"unauthorized"}"#])
            for query in [
                "project_key=&\(Self.good)", "project_key=\(badTag)&\(Self.good)",
                "project_key=\(neverIssued)&\(Self.good)", "project_key=\(deleted)&\(Self.good)",
                "project_key=\(key)&app_identifier=com.evil.shop&platform=ios",
                "project_key=\(key)&app_identifier=com.acme.Shop&platform=android",
                "project_key=\(key)&app_identifier=&platform=ios", "project_key=\(key.uppercased())&\(Self.good)",
                "project_key=\(key)%20&\(Self.good)", "application_id=never", "application_id=gone", "application_id=",
                "application_id=..", "application_id=%E2%84%AAelvin",
                "application_id=shop&app_identifier=com.evil.shop",
                "application_id=shop&app_identifier=com.acme.%C5%BFhop", "application_id=shop+",
                "application_id=shop&app_identifier=com.acme.Shop&platform=android",
            ] {
                #expect(seen(ask(service, query)) == bytes, "\(query)")
                let conditional = ask(service, query, headers: [("If-None-Match", "*")])
                #expect(seen(conditional) == bytes, "\(query) with If-None-Match")
            }
        }
    }

    @Test("HEAD has the status and headers of GET; other methods are 405 and name both")
    func methods() async throws {
        try await withShop { service, _ in
            for query in ["application_id=shop", "application_id=never", ""] {
                let get = service.device("/sdk/v1/policy?\(query)")
                let head = service.device("/sdk/v1/policy?\(query)", method: "HEAD")
                #expect(seen(head).dropLast() == seen(get).dropLast())
                #expect(!head.sendsBody(toHEAD: true))
            }
            for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get"] {
                let answer = service.device("/sdk/v1/policy?application_id=shop", method: method)
                #expect(answer.status == 405 && answer.first("Allow") == "GET, HEAD", "\(method)")
            }
        }
    }

    @Test("a route of the admin plane does not exist on the devices' plane, nor the other way round")
    func planes() async throws {
        try await withShop { service, _ in
            for path in ["/api/v1/projects", "/api/v1/whoami", "/", "/sdk/v1", "/sdk/v1/policy/"] {
                #expect(service.device(path).status == 404, "\(path)")
            }
            #expect(await service.call("GET", "/sdk/v1/policy?application_id=shop").status == 404)
        }
    }

    @Test("an operator's token neither helps nor hurts a device")
    func operatorToken() async throws {
        try await withShop { service, _ in
            let headers = [(name: "Authorization", value: "Bearer \(service.rootToken)")]
            #expect(ask(service, "application_id=never", headers: headers).status == 401)
            #expect(
                seen(ask(service, "application_id=shop", headers: headers)) == seen(ask(service, "application_id=shop"))
            )
        }
    }
}

extension TestService {
    /// `shop` of `acme`; its key.
    fileprivate func createdShop() async -> String {
        await tenant("acme")
        let answer = await call("POST", "/api/v1/projects", Self.projectBody("shop", in: "acme"))
        return answer.json["project_key"]?.text ?? "none"
    }
}
