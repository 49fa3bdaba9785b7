import API
import FoundationEssentials
import HTTP
import Support
import Testing

@Suite("Configuration", .onThreadsOfTheirOwn)
struct ConfigurationTests {
    @Test("all invalid values and unknown keys are reported together, before anything opens")
    func together() throws {
        let service = try LiveService()
        service.settings = [
            "SSADMIN_DATABASE": "postgres://db", "SSADMIN_ADMIN_LISTEN": "0.0.0.0:80", "SSADMIN_SDK_LISTEN": "host:1",
            "SSADMIN_ENVIRONMENT": "test", "SSADMIN_REGION": "EU", "SSADMIN_MASTER_KEY_FILE": "key",
            "SSADMIN_PUBLIC_URL": "ftp://x", "SSADMIN_TRUSTED_PROXIES": "proxy", "SSADMIN_METRICS_LISTEN": "9090",
            "CUSTOMER_SDK_KEY_SECRET": "short", "SSADMIN_DATABSE": "typo", "unknown": "too",
        ]
        service.environment = ["SSADMIN_COLOUR": "red"]
        let (end, said) = try service.ended("serve", "--init")
        #expect(end == .exited(78))
        for key in Array(service.settings.keys) + ["SSADMIN_COLOUR"] {
            #expect(said.contains("\(key):"), "\(key) is not named in:\n\(said)")
        }
        #expect(!said.contains("short,") && !said.contains("'short'"), "a secret is repeated")
        #expect(!service.exists(service.database) && !service.exists(service.socket))
    }

    @Test(
        "a public URL that leads nowhere is refused, with what one looks like",
        arguments: [
            "https://a<script>", "https://[", "https://1", "https://ann@sdk.example.com", "https://sdk.example.com/?a",
            "https://sdk.example.com#a", "sdk.example.com",
        ])
    func publicURL(_ url: String) throws {
        let service = try LiveService()
        service.settings["SSADMIN_PUBLIC_URL"] = url
        let (end, said) = try service.ended("serve", "--init")
        #expect(end == .exited(78))
        #expect(said.contains("SSADMIN_PUBLIC_URL: a URL like https://sdk.example.com"), "\(said)")
        #expect(!service.exists(service.database))
    }

    @Test("the environment stands over the file, and what belongs to the command line is ignored")
    func overlay() throws {
        let service = try LiveService()
        service.settings["SSADMIN_REGION"] = "XX"
        service.environment = [
            "SSADMIN_REGION": "us", "SSADMIN_SOCKET": "/nowhere", "SSADMIN_URL": "gopher://x",
            "SSADMIN_TOKEN_FILE": "/nowhere",
        ]
        try service.start("--init")
        service.environment = [:]
        try service.makeProject()
        let project = try service.call("GET", "/api/v1/projects/shop-ios")
        #expect(String(decoding: project.body, as: UTF8.self).contains("sdk1_us_"))
    }

    @Test("words that are no command or option of it are a usage error")
    func usage() throws {
        let service = try LiveService()
        #expect(try service.ended("serv").end == .exited(2))
        #expect(try service.ended("serve", "--fast").end == .exited(2))
        #expect(try service.ended("serve", "--all-off", "--init").end == .exited(2))
        #expect(try service.ended("init").end == .exited(2))
    }

    // MARK: The secret that signs project keys

    @Test(
        "production does not start without the secret that signs project keys; elsewhere only new projects wait for it")
    func withoutSecret() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        try service.stop()

        service.settings["CUSTOMER_SDK_KEY_SECRET"] = nil
        try service.start()
        let refused = try service.call(
            "POST", "/api/v1/projects",
            #"{"tenant":"acme","application_id":"two","name":"Two","ios_bundle_ids":["com.acme.two"],"android_package_names":[]}"#
        )
        #expect(refused.status == 503)
        #expect(refused.code == "key_signing_unavailable")
        #expect(try service.call("POST", "/api/v1/projects/shop-ios/identity-secret/rotate", "{}").status == 200)
        #expect(try service.policy("shop-ios").isEnabled)
        try service.stop()

        service.settings["SSADMIN_ENVIRONMENT"] = "production"
        let (end, said) = try service.ended("serve")
        #expect(end == .exited(78))
        #expect(said.contains("CUSTOMER_SDK_KEY_SECRET:") && said.contains("SSADMIN_MASTER_KEY_FILE:"))

        service.settings["CUSTOMER_SDK_KEY_SECRET"] = LiveService.keySecret
        service.settings["SSADMIN_MASTER_KEY_FILE"] = service.database + ".master-key"
        try service.start()
        #expect(try service.waitForEvent("ready")["environment"] == .string("production"))
        #expect(try service.stop() == .exited(0))
    }

    @Test("a secret of 31 bytes is refused, and one of 32 is taken, also from a file")
    func secretLength() throws {
        let service = try LiveService()
        service.settings["CUSTOMER_SDK_KEY_SECRET"] = String(repeating: "k", count: 31)
        #expect(try service.ended("serve", "--init").end == .exited(78))
        service.settings["CUSTOMER_SDK_KEY_SECRET"] = nil
        service.settings["CUSTOMER_SDK_KEY_SECRET_FILE"] = "\(service.folder)/secret"
        try service.write(String(repeating: "k", count: 32) + "\n", to: "\(service.folder)/secret")
        try service.start("--init")
        #expect(try service.stop() == .exited(0))
    }

    @Test(
        "a secret under which the keys of live projects do not verify is refused with their number; listed ones verify")
    func changedSecret() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject("shop-ios")
        try service.makeProject("shop-android")
        try service.makeProject("gone")
        #expect(try service.call("PATCH", "/api/v1/projects/gone", #"{"status":"suspended"}"#).status == 200)
        #expect(try service.call("DELETE", "/api/v1/projects/gone").status == 204)
        try service.stop()

        let old = service.settings["CUSTOMER_SDK_KEY_SECRET"]!
        service.settings["CUSTOMER_SDK_KEY_SECRET"] = String(repeating: "n", count: 40)
        let (end, said) = try service.ended("serve")
        #expect(end == .exited(78))
        #expect(said.contains("2 projects"), "\(said)")
        #expect(!said.contains(service.settings["CUSTOMER_SDK_KEY_SECRET"]!))

        service.settings["CUSTOMER_SDK_KEY_SECRETS_PREVIOUS"] = "\(String(repeating: "p", count: 32)),\(old)"
        try service.start()
        #expect(try service.policy("shop-ios").isEnabled)
    }

    // MARK: The master key

    @Test("without its master key, with another, or with one that others can read, it does not start and makes none")
    func masterKey() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        try service.stop()
        let path = service.database + ".master-key"
        let key = try String(contentsOfFile: path, encoding: .utf8)

        try service.write(String(repeating: "0f", count: 32), to: path)
        #expect(try service.ended("serve").end == .exited(78))
        #expect(service.said.contains("SSADMIN_MASTER_KEY_FILE"))

        try service.write("not hex", to: path)
        #expect(try service.ended("serve").end == .exited(78))

        try service.write(key, to: path, mode: 0o644)
        #expect(try service.ended("serve").end == .exited(78))

        try service.remove(path)
        #expect(try service.ended("serve").end == .exited(78))
        #expect(!service.exists(path), "a new key was made for secrets that another one sealed")

        try service.write(key, to: path)
        try service.start()
        #expect(try service.stop() == .exited(0))
    }
}
