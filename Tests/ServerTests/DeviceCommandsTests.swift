import API
import CLI
import HTTP
import Server
import Support
import Testing

/// The commands for one device's life, over the service itself.
@Suite("Commands for devices")
struct DeviceCommandsTests {
    private static func words(_ run: CommandRun) -> String {
        run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("an installation is found by what it is, shown, and revoked; its person is shown whatever the user id holds")
    func life() async throws {
        let service = try await TestService()
        let backend = try await service.backend("shop-ios", in: "acme")
        let device = try await TestDevice(service, projectKey: backend.projectKey)
        let other = try await TestDevice(service, projectKey: backend.projectKey, platform: "android")
        let user = "ann/+?#%2F дана ../\u{e9}"
        let assertion = backend.assertion(of: user, at: service.clock.value, properties: #"{"plan":"pro"}"#)
        #expect(await device.identify(assertion).status == 200)
        service.advance(seconds: 180)
        #expect(await other.content().status == 200)
        await service.app.devices.batches.flush()

        let list = await service.command(["installation", "list", "shop-ios"], isTerminal: true)
        #expect(
            list.output == """
                INSTALLATION                      ACTIVE         STATE
                \(other.id)  just now       anonymous
                  android com.acme.shop, SDK 0.2.0-preview.2, ru-RU, Europe/Moscow
                \(device.id)  3 minutes ago  identified
                  ios com.acme.shop, SDK 0.2.0-preview.2, ru-RU, Europe/Moscow

                """)
        for (filter, id) in [
            (["--platform", "ios"], device.id), (["--user", user], device.id), (["--identified", "no"], other.id),
            (["--status", "active", "--limit", "1"], other.id),
        ] {
            let run = await service.command(["installation", "list", "shop-ios"] + filter)
            let page = try JSONReader.decode(Page<Installation>.self, from: JSONScanner.scan(Array(run.output.utf8)))
            #expect(page.items.map(\.id) == [id], "\(filter)")
        }

        let person = await service.command(["person", "show", "shop-ios", user], isTerminal: true)
        #expect(Self.words(person).contains("installations: \(device.id) PROPERTY VALUE SET BY plan pro the backend"))
        // Composed and decomposed letters are two people.
        let decomposed = await service.command(["person", "show", "shop-ios", "ann/+?#%2F дана ../e\u{301}"])
        #expect(decomposed.status == .notFound)

        let dryRun = await service.command(
            ["installation", "revoke", "shop-ios", device.id, "--dry-run"], isTerminal: true)
        #expect(
            dryRun.output
                == "Dry run: nothing was changed. It would end the access of one installation, or of many (shop-ios "
                + "\(device.id)).\n")
        #expect(await device.content().status == 200)
        let revoked = await service.command(
            ["installation", "revoke", "shop-ios", device.id, "--reason", "lost phone"], isTerminal: true)
        #expect(revoked.output.contains("This is no ban"))
        #expect(await device.content().status == 401)
        let shown = await service.command(["installation", "show", "shop-ios", device.id], isTerminal: true)
        #expect(Self.words(shown).contains("(just now) by root because lost phone"))
        await service.close()
    }

    @Test("many are revoked by conditions that all hold, and a dry run tells how many before")
    func revokeMany() async throws {
        let service = try await TestService()
        let backend = try await service.backend("shop-ios", in: "acme")
        let early = try await TestDevice(service, projectKey: backend.projectKey)
        #expect(await early.identify(backend.assertion(of: "u", at: service.clock.value)).status == 200)
        service.advance(seconds: 3 * 3600)
        let late = try await TestDevice(service, projectKey: backend.projectKey)
        #expect(await late.identify(backend.assertion(of: "u", at: service.clock.value)).status == 200)

        func revoke(_ options: String...) async -> CommandRun {
            await service.command(
                ["installation", "revoke", "shop-ios", "--reason", "leak"] + options, isTerminal: true)
        }
        #expect(await revoke("--user", "u", "--dry-run").output.contains("It would revoke 2 active installations."))
        #expect(await revoke("--user", "u", "--identified-since", "2h", "--dry-run").output.contains("1 active inst"))
        #expect(await revoke("--user", "u", "--sdk", "<0.1.0").output.contains("nothing was revoked"))
        #expect(await late.content().status == 200)
        #expect(await revoke("--user", "u", "--identified-since", "2h").output.hasPrefix("1 installation of shop-ios"))
        #expect(await late.content().status == 401)
        #expect(await early.content().status == 200)
        #expect(await revoke("--sdk", "0.1").status == .refusedInput)
        await service.close()
    }

    @Test("a refused app is named with the command that mends it, and mended by that command")
    func refusals() async throws {
        let service = try await TestService()
        let backend = try await service.backend("shop-ios", in: "acme")
        let beta =
            #"{"project_key":"\#(backend.projectKey)","app_identifier":"com.acme.shop.beta","platform":"android"}"#
        for _ in 0..<2 { #expect(await service.post(SDKAPI.register, beta).status == 401) }
        let cut =
            #"{"project_key":"\#(backend.projectKey.dropLast())","app_identifier":"com.acme.shop","platform":"ios"}"#
        #expect(await service.post(SDKAPI.register, cut).status == 401)
        #expect(service.device("/sdk/v1/policy?application_id=shop%1B%5B2J").status == 401)
        await service.app.devices.batches.flush()

        let refusals = await service.command(["refusals", "shop-ios"], isTerminal: true)
        let mend = "allowlist add shop-ios --android com.acme.shop.beta"
        #expect(
            refusals.output == """
                COUNT  FIRST SEEN  LAST SEEN  REASON
                    2  just now    just now   app_not_listed
                  "com.acme.shop.beta" on android
                  The app is not on the project's android list; the most like it there is
                  com.acme.shop. If it is right, let it in:
                  ssadmin \(mend)
                Keys that are of no project: ssadmin refusals

                """)
        #expect(await service.command(mend.split(separator: " ").map(String.init)).status == .done)
        #expect(await service.post(SDKAPI.register, beta).status == 201)

        let deployment = await service.command(["refusals"], isTerminal: true)
        #expect(deployment.output.contains("malformed_key\n  \"\(backend.projectKey.dropLast())\" on ios\n"))
        #expect(deployment.output.contains("unknown_application_id\n  \"shop\\u{1B}[2J\"\n"))
        let viewer = try await service.operator("vera", rights: ["acme": [.view]])
        #expect(await service.command(["refusals", "shop-ios"], token: viewer).status == .done)
        #expect(await service.command(["refusals"], token: viewer).status == .notAllowed)
        await service.close()
    }

    @Test("an assertion is explained before it is used, while it is, when it has expired, and when it is wrong")
    func explain() async throws {
        let service = try await TestService()
        let backend = try await service.backend("shop-ios", in: "acme")
        let device = try await TestDevice(service, projectKey: backend.projectKey)
        let assertion = backend.assertion(of: "u", at: service.clock.value)

        func explain(_ assertion: String) async -> String {
            let run = await service.command(
                ["secret", "explain", "shop-ios"], isTerminal: true, input: " \(assertion)\r\n")
            #expect(run.status == .done)
            return Self.words(run)
        }
        #expect(await explain(assertion) == "at present accepted as issued accepted jti seen no, or not since its exp")
        #expect(await device.identify(assertion).status == 200)
        #expect(await explain(assertion).hasPrefix("at present accepted as issued accepted jti seen yes"))
        service.advance(seconds: 3600)
        #expect(await explain(assertion).hasPrefix("at present REFUSED by the rule expired as issued accepted"))
        var stranger = backend
        stranger.secret = "ssis1_another"
        #expect(await explain(stranger.assertion(of: "u", at: service.clock.value)).contains("rule signature"))
        #expect(await explain("no assertion").contains("malformed: It is no compact JWS."))
        let piped = await service.command(["secret", "explain", "shop-ios"], input: assertion)
        #expect(
            piped.output == #"{"accepted":false,"as_issued":{"accepted":true},"jti_seen":true,"rule":"expired"}"# + "\n"
        )
        await service.close()
    }
}
