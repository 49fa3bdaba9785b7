import API
import Domain
import HTTP
import Support
import Testing

@Suite("At the door nothing is told, on the wire", .onThreadsOfTheirOwn)
struct NoOracleWireTests {
    /// What came over the wire, with the value of `Date` taken out.
    private func wire(_ request: String, _ service: LiveService) throws -> String {
        let client = try service.connect(.sdk)
        client.send(request)
        client.endSending()
        let lines = String(decoding: try client.readToEnd(), as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        return lines.map { $0.hasPrefix("Date: ") ? "Date:" : String($0) }.joined(separator: "\n")
    }

    private func causes(_ service: LiveService) throws -> [(name: String, key: String, app: String)] {
        let backend = try service.backend("shop-ios", in: "acme")
        let gone = try service.backend("gone", in: "acme")
        let path = "/api/v1/projects/gone"
        _ = try service.call("PATCH", path, #"{"status":"suspended"}"#)
        let tag = try #require(try service.call("GET", path).first("ETag"))
        #expect(try service.call("DELETE", path, headers: ["If-Match": tag]).status == 204)
        let signer = ProjectKeySigner(current: Array(LiveService.keySecret.utf8), previous: [])
        let unknown = try signer.key(region: "eu", id: [UInt8](repeating: 0xAB, count: ProjectKey.idBytesCount)).text
        let last = backend.projectKey.hasSuffix("0") ? "1" : "0"
        let app = "com.acme.shop"
        return [
            ("malformed key", "sdk1_eu_no-key", app), ("bad tag", backend.projectKey.dropLast() + last, app),
            ("unknown key", unknown, app), ("deleted project", gone.projectKey, app),
            ("app not listed", backend.projectKey, "com.acme.shpo"),
        ]
    }

    @Test("the bytes of every refusal are the same, for keys, application ids, tokens and assertions")
    func bytes() throws {
        let service = try LiveService()
        try service.start("--init")
        let causes = try causes(service)
        let backend = try service.backend("identified", in: "acme")
        let device = try IdentifyingDevice(service, projectKey: backend.projectKey)

        var posts: [(name: String, wire: String)] = []
        for (name, key, app) in causes {
            let body = #"{"project_key":"\#(key)","app_identifier":"\#(app)","platform":"ios"}"#
            posts.append((name, try wire(service.message("POST", SDKAPI.register, body, on: .sdk), service)))
        }
        for (name, token) in [("bad token", "ssit1_no-token"), ("refused assertion", device.token)] {
            let headers = ["Authorization": "Bearer \(token)", SDKAPI.epochHeader: "1"]
            let request = service.message(
                "POST", SDKAPI.identify, #"{"assertion":"eyJ.e30.AA"}"#, on: .sdk, headers: headers)
            posts.append((name, try wire(request, service)))
        }
        let expected = "HTTP/1.1 401 Unauthorized\nDate:\nContent-Type: application/json\nContent-Length: 24"
        for (name, wire) in posts {
            #expect(wire.hasPrefix(expected), "\(name): \(wire)")
            #expect(wire == posts[0].wire, "\(name)")
        }

        let byID = [
            "application_id=nobodys", "application_id=gone", "application_id=shop-ios&app_identifier=com.acme.shpo",
        ]
        let byKey = causes.map { "project_key=\($0.key)&app_identifier=\($0.app)&platform=ios" }
        for method in ["GET", "HEAD"] {
            for query in byKey + byID {
                let seen = try wire(service.message(method, "\(SDKAPI.policy)?\(query)", on: .sdk), service)
                let body = posts[0].wire.split(separator: "\n\n", omittingEmptySubsequences: false)
                let whole = method == "GET" ? posts[0].wire : body[0] + "\n\n"
                #expect(seen == whole, "\(method) \(query)")
            }
        }
        #expect(try service.stop() == .exited(0))
    }
}
