import API
import HTTP
import Support
import Testing

@Suite("What a device's life leaves on the disk", .onThreadsOfTheirOwn)
struct DeviceDurabilityTests {
    /// What ends an installation's access, as its request.
    static let endings: [(method: String, path: String, body: String?)] = [
        ("DELETE", "/installations/ID", nil),
        ("POST", "/installations/revoke", #"{"app_identifier":"com.acme.shop","reason":"stolen"}"#),
        ("PATCH", "", #"{"ios_bundle_ids":["com.acme.other"]}"#),
    ]

    @Test("a revocation is in force after a SIGKILL right behind its answer", arguments: endings)
    func revoked(method: String, path: String, body: String?) throws {
        let service = try LiveService()
        try service.start("--init")
        let backend = try service.backend()
        let device = try LiveDevice(service, projectKey: backend.projectKey)
        let waiting = try device.call(SDKAPI.refresh).answer(RefreshedToken.self).token.text
        let project = "/api/v1/projects/shop-ios"
        let tag = try service.call("GET", project).first("ETag") ?? ""
        let target = project + path.replacing("ID", with: device.id)
        let done = try service.call(method, target, body, headers: method == "PATCH" ? ["If-Match": tag] : [:])
        try service.kill()
        #expect([200, 204].contains(done.status))

        try service.start()
        for token in [device.token, waiting] {
            #expect(try device.status(token: token) == 401)
            #expect(try device.call(SDKAPI.refresh, token: token).status == 401)
        }
        let shown = try service.call("GET", "\(project)/installations/\(device.id)").answer(Installation.self)
        #expect(shown.status == .revoked)
    }

    @Test("a device goes on after a SIGKILL behind each of its answers, heard or lost")
    func life() throws {
        let service = try LiveService()
        try service.start("--init")
        let backend = try service.backend()
        func restart() throws {
            try service.kill()
            try service.start()
        }
        var device = try LiveDevice(service, projectKey: backend.projectKey)
        try restart()
        let assertion = #"{"assertion":"\#(backend.assertion(of: "acct_1", at: service.now))"}"#
        #expect(try device.call(SDKAPI.identify, assertion).status == 200)
        try restart()
        #expect(try device.call(SDKAPI.identify, assertion).status == 200)
        // No other device may use it, also now.
        let other = try LiveDevice(service, projectKey: backend.projectKey)
        #expect(try other.call(SDKAPI.identify, assertion).status == 401)

        #expect(try device.call(SDKAPI.logout).answer(CurrentEpoch.self).epoch == 2)
        try restart()
        #expect(try device.call(SDKAPI.logout).answer(CurrentEpoch.self).epoch == 2)
        device.epoch = 2
        let lost = try device.call(SDKAPI.refresh).answer(RefreshedToken.self).token.text
        try restart()
        let heard = try device.call(SDKAPI.refresh).answer(RefreshedToken.self).token.text
        #expect(try device.status() == 401)
        #expect(try device.status(token: heard) == 200)
        try restart()
        for ended in [device.token, lost] { #expect(try device.call(SDKAPI.refresh, token: ended).status == 401) }
        #expect(try device.status(token: heard) == 200)
        #expect(try device.status(token: heard, epoch: 1) == 401)
        for secret in [device.token, lost, heard, backend.secret, assertion] {
            #expect(!service.saidEver.contains(secret))
        }
    }
}
