import API
import HTTP
import Support
import Testing

@Suite("The break-glass", .onThreadsOfTheirOwn)
struct AllOffTests {
    /// Everything about it is wrong but where devices call.
    private func broken() throws -> LiveService {
        let service = try LiveService()
        service.settings = [
            "SSADMIN_SDK_LISTEN": "127.0.0.1:0", "SSADMIN_ADMIN_LISTEN": "unix:\(service.socket)",
            "SSADMIN_DATABASE": "postgres://gone", "SSADMIN_NO_SUCH_KEY": "1", "CUSTOMER_SDK_KEY_SECRET": "short",
            "SSADMIN_MASTER_KEY_FILE": "/nowhere",
        ]
        try service.start("--all-off")
        return service
    }

    @Test("any application is told that everything is off, in revision 0, and asks cheaply again")
    func policy() throws {
        let service = try broken()
        for id in ["shop-ios", "never-made"] {
            let answer = try service.call("GET", "/sdk/v1/policy?application_id=\(id)", on: .sdk)
            #expect(answer.status == 200)
            let document = try answer.answer(PolicyDocument.self)
            #expect(document.revision == 0)
            #expect(document.applicationID.optional == id)
            #expect(!document.isEnabled && !document.followMePlayerEnabled && !document.manualMinimizeEnabled)
            #expect(document.surfaces.count == 11)
            #expect(document.surfaces.values.allSatisfy { !$0.player && !$0.followMe })

            let tag = try #require(answer.first("ETag"))
            let again = try service.call(
                "GET", "/sdk/v1/policy?application_id=\(id)", on: .sdk, headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.first("ETag") == tag)
            let head = try service.call("HEAD", "/sdk/v1/policy?application_id=\(id)", on: .sdk)
            #expect(head.status == 200 && head.body.isEmpty && head.first("ETag") == tag)
        }
        let keyed = try service.call(
            "GET", "/sdk/v1/policy?project_key=sdk1_eu_x&app_identifier=com.acme&platform=ios", on: .sdk)
        #expect(keyed.status == 200)
        #expect(keyed.json["application_id"] == .null)
    }

    @Test("a stream tells the same, once, and stays for what comes after")
    func stream() throws {
        let service = try broken()
        let target = "/sdk/v1/policy/events"
        for (query, id) in [("?application_id=shop-ios", "shop-ios"), ("?application_id=a%0Ab", "a\nb"), ("", nil)] {
            let listener = StreamClient(try service.connect(.sdk), target + query)
            let data = try #require(try listener.nextEvent()?.data)
            let document = try JSONReader.decode(PolicyDocument.self, from: JSONScanner.scan(Array(data.utf8)))
            #expect(document.revision == 0 && document.applicationID.optional == id)
            #expect(!document.isEnabled && document.surfaces.values.allSatisfy { !$0.player && !$0.followMe })
        }
        let first = StreamClient(try service.connect(.sdk), target, after: "1796032800000")
        #expect(try first.nextEvent()?.id == 0)
        let again = StreamClient(try service.connect(.sdk), target, after: "0")
        #expect(try again.status() == 200)
        #expect(try service.call("POST", target, "{}", on: .sdk).status == 503)
        #expect(try service.stop() == .exited(0))
        #expect(try first.nextEvent() == nil)
        #expect(try again.nextEvent() == nil, "it was told already")
    }

    @Test("every other call waits, nothing else is listened at, and no database is made")
    func theRest() throws {
        let service = try broken()
        #expect(try service.call("GET", "/healthz", on: .sdk).status == 200)
        for (method, target) in [
            ("POST", "/sdk/v1/installations"), ("POST", "/sdk/v1/policy"), ("GET", "/readyz"), ("GET", "/nowhere"),
            ("GET", "/api/v1/whoami"), ("POST", "/sdk/v1/identify"),
        ] {
            let response = try service.call(method, target, method == "POST" ? "{}" : nil, on: .sdk)
            #expect(response.status == 503, "\(method) \(target)")
            #expect(response.first("Retry-After") == "60")
        }
        #expect(!service.exists(service.socket))
        #expect(!service.exists(service.database))
        #expect(try service.stop() == .exited(0))
    }
}
