import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("Where operators call", .onThreadsOfTheirOwn)
struct AdminListenerTests {
    @Test("over TCP a page in a browser gets nowhere: its Host, its Origin, its form, and no header lets it read")
    func browser() throws {
        let service = try LiveService()
        let token = try service.initialize()
        service.settings["SSADMIN_ADMIN_LISTEN"] = "127.0.0.1:0"
        try service.start()
        let host = "127.0.0.1:\(try service.port(.admin))"
        let authorization = "Bearer \(token)"
        let tenant = #"{"slug":"acme","name":"Acme"}"#
        let cases: [(method: String, body: String?, headers: [String: String], status: Int)] = [
            ("GET", nil, [:], 200),
            ("GET", nil, ["Host": "localhost:\(host.split(separator: ":")[1])"], 421),
            ("GET", nil, ["Host": "evil.example"], 421),
            ("GET", nil, ["Host": "127.0.0.1"], 421),
            ("GET", nil, ["Origin": "http://evil.example"], 403),
            ("GET", nil, ["Origin": "null"], 403),
            ("GET", nil, ["Origin": "http://\(host)"], 200),
            ("POST", tenant, ["Content-Type": "text/plain"], 415),
            ("POST", tenant, ["Content-Type": "application/x-www-form-urlencoded"], 415),
            ("POST", tenant, ["Origin": "http://evil.example"], 403),
            ("OPTIONS", nil, ["Origin": "http://evil.example", "Access-Control-Request-Method": "POST"], 405),
            ("POST", tenant, ["Content-Type": "application/json; charset=utf-8"], 201),
        ]
        for example in cases {
            let headers = ["Host": host, "Authorization": authorization].merging(example.headers) { $1 }
            let response = try service.call(example.method, "/api/v1/tenants", example.body, headers: headers)
            #expect(response.status == example.status, "\(example)")
            #expect(!response.headers.contains { $0.name.lowercased().hasPrefix("access-control-") })
        }
        for path in ["/healthz", "/readyz", "/api/openapi.yaml"] {
            #expect(try service.call("GET", path, headers: ["Host": host]).status == 200)
            #expect(try service.call("GET", path, headers: ["Host": "evil.example"]).status == 421, "\(path)")
            #expect(try service.call("GET", path, headers: ["Host": host, "Origin": "null"]).status == 403, "\(path)")
        }
        // A socket of the kernel's word is not what a TCP connection is: without a token it is nobody.
        #expect(try service.call("GET", "/api/v1/whoami", headers: ["Host": host]).status == 401)
    }

    @Test("a route of one plane does not exist on the other's listener")
    func planes() throws {
        let service = try LiveService()
        let token = try service.initialize()
        try service.start()
        try service.makeProject()
        let headers = ["Authorization": "Bearer \(token)"]
        #expect(try service.call("GET", "/api/v1/whoami", on: .sdk, headers: headers).status == 404)
        #expect(try service.call("GET", "/sdk/v1/policy?application_id=shop-ios", headers: headers).status == 404)
    }

    @Test(
        "at the Unix socket one is the operator that the kernel's word is bound to, and nobody else, root too",
        .enabled(if: getuid() == 0, "only root can come as another Unix user"))
    func unixUsers() throws {
        let service = try LiveService()
        let token = try service.initialize()
        try service.start()
        // Others may look into the folder here, to reach the socket.
        #expect(chmod(service.folder, 0o711) == 0)
        let nobody = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"]
        func whoami(as user: [String]) throws -> (status: Int?, body: String) {
            let path = "\(service.folder)/answer"
            let child = try ChildProcess(
                user + [
                    "curl", "-s", "-w", "%{http_code}", "--unix-socket", service.socket,
                    "http://ssadmin/api/v1/whoami",
                ], folder: service.folder, output: .file(path))
            try child.wait()
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try service.remove(path)
            return (Int(text.suffix(3)), String(text.dropLast(3)))
        }
        #expect(try whoami(as: []).body.contains(#""operator":"root""#))
        #expect(try whoami(as: nobody).status == 401)

        let authorization = ["Authorization": "Bearer \(token)"]
        let made = try service.call(
            "POST", "/api/v1/operators", #"{"name":"ops","unix_user":"nobody","rights":{"*":["view"]}}"#,
            headers: authorization)
        #expect(made.status == 201)
        let ops = try whoami(as: nobody)
        #expect(ops.status == 200)
        #expect(ops.body.contains(#""operator":"ops""#))
        #expect(!ops.body.contains("admin"), "more scope than its rights back")

        let tag = try #require(try service.call("GET", "/api/v1/operators/root", headers: authorization).first("ETag"))
        let moved = try service.call(
            "PATCH", "/api/v1/operators/root", #"{"unix_user":"daemon"}"#,
            headers: authorization.merging(["If-Match": tag]) { $1 })
        #expect(moved.status == 200)
        #expect(try whoami(as: []).status == 401)
    }
}
