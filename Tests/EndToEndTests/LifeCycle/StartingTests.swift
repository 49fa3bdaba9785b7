import API
import Glibc
import HTTP
import Support
import Testing

@Suite("Starting", .onThreadsOfTheirOwn)
struct StartingTests {
    /// The master key comes through a pipe here, as from a store of secrets, and late: until then the service has its
    /// database and listens.
    @Test(
        "until it is ready it answers 503 and never 401 on both planes, is alive, and says only to operators what is missing"
    )
    func notReady() throws {
        let service = try LiveService()
        let port = try FreePort.find()
        service.settings["SSADMIN_SDK_LISTEN"] = "127.0.0.1:\(port)"
        let pipe = "\(service.folder)/master-key"
        service.settings["SSADMIN_MASTER_KEY_FILE"] = pipe
        #expect(mkfifo(pipe, 0o600) == 0)
        try service.launch(["serve", "--init"])
        let device = try connectedWhenItListens(port)
        func ask(_ method: String, _ target: String, _ headers: [String: String] = [:]) throws -> Response {
            device.send(service.message(method, target, on: .sdk, headers: headers))
            return try device.response(to: method)
        }
        for target in ["/sdk/v1/policy?application_id=shop-ios", "/sdk/v1/policy?nonsense"] {
            let response = try ask("GET", target, ["Authorization": "Bearer ssit1_nonsense"])
            #expect(response.status == 503)
            #expect(response.first("Retry-After") != nil)
            #expect(String(decoding: response.body, as: UTF8.self) == #"{"error":"unavailable"}"#)
        }
        #expect(try ask("GET", "/healthz").status == 200)
        #expect(try ask("GET", "/readyz").status == 503)
        #expect(try !String(decoding: ask("GET", "/readyz").body, as: UTF8.self).contains("missing"))
        for token in ["", "Bearer nonsense"] {
            let response = try service.call("GET", "/api/v1/whoami", headers: ["Authorization": token])
            #expect(response.status == 503)
            #expect(response.code == "unavailable")
        }
        #expect(try service.call("GET", "/healthz").status == 200)
        #expect(try service.call("GET", "/readyz").json["missing"] != nil)
        #expect(service.events("ready").isEmpty)

        let writer = open(pipe, O_WRONLY)
        let key = Array(String(repeating: "5c", count: 32).utf8)
        #expect(Glibc.write(writer, key, key.count) == key.count)
        close(writer)
        try service.waitForEvent("ready")
        #expect(try service.call("GET", "/readyz").status == 200)
        #expect(try ask("GET", "/sdk/v1/policy?application_id=shop-ios").status == 401)
        #expect(try service.stop() == .exited(0))
    }

    /// The ready line, which says when it listens, has not come yet.
    private func connectedWhenItListens(_ port: UInt16) throws -> RawClient {
        for _ in 0..<1_000 {
            if let client = try? RawClient(port: port) { return client }
            usleep(10_000)
        }
        return try RawClient(port: port)
    }
}
