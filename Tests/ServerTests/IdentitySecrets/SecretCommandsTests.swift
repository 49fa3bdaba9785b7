import API
import CLI
import HTTP
import Support
import Testing

/// What an operator is told of secrets that go, over the service itself.
@Suite("Commands for secrets")
struct SecretCommandsTests {
    private static func words(_ run: CommandRun) -> String {
        run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("the end of an overlap says how much each secret was used, and that it is not yet safe, as the status does")
    func endOverlap() async throws {
        try await TestService.with { service in
            let first = try await service.created("shop", in: "acme").project.identitySecret.fingerprint
            let second = try await service.call("POST", "/api/v1/projects/shop/identity-secret/rotate", "{}").answer(
                RotatedSecret.self
            ).fingerprint
            try await service.verified(first, times: 3)
            try await service.verified(second)
            for option in [["--dry-run"], []] {
                let run = await service.command(["secret", "end-overlap", "shop"] + option, isTerminal: true)
                #expect(run.status == .done)
                #expect(Self.words(run).contains("ends \(first), 3 accepted, the last just now"), "\(run.output)")
                #expect(Self.words(run).contains("stays \(second), 1 accepted"))
                #expect(
                    Self.words(run).contains("WARNING Not yet safe: shoppers whose backend still signs with \(first)"))
            }
            let again = await service.command(["secret", "end-overlap", "shop"], isTerminal: true)
            #expect(again.status == .done && again.output.hasSuffix("No previous secret verified any more.\n"))

            // A day later, with a new rotation that all went over to.
            service.advance(seconds: 86_400)
            let third = try await service.call("POST", "/api/v1/projects/shop/identity-secret/rotate", "{}").answer(
                RotatedSecret.self
            ).fingerprint
            service.advance(seconds: 7_200)
            try await service.verified(third)
            let safe = await service.command(["secret", "end-overlap", "shop"], isTerminal: true)
            #expect(safe.status == .done && !safe.output.contains("WARNING"), "\(safe.output)")
        }
    }

    @Test("a rotation says that the secret before it was handed over and never fetched, and until when it can be")
    func neverFetched() async throws {
        try await TestService.with { service in
            let first = try await service.created("shop", in: "acme").project.identitySecret.fingerprint
            func rotate(_ options: String...) async -> String {
                let run = await service.command(
                    ["secret", "rotate", "shop", "--show", "--end-overlap"] + options, isTerminal: true)
                #expect(run.status == .done, "\(run.errors)")
                return Self.words(run)
            }
            func current() async throws -> String { try await service.secretStatus("shop").current.fingerprint }
            #expect(await !rotate("--wrap", "12h").contains("WARNING"), "\(first) was shown")
            let second = try await current()
            // What nobody has yet ends nothing that somebody has.
            let early = await service.command(
                ["secret", "rotate", "shop", "--show", "--end-overlap"], isTerminal: true)
            #expect(early.status == .conflict && early.errors.contains("was not fetched"), "\(early.errors)")
            #expect(await service.call("POST", "/api/v1/projects/shop/identity-secret/cancel", "{}").status == 200)
            service.advance(seconds: 86_400)
            #expect(await !rotate("--wrap", "15m").contains("WARNING"), "\(first) was shown")
            let third = try await current()
            service.advance(seconds: 86_400)
            #expect(
                await rotate("--wrap", "12h").contains(
                    "WARNING \(third) was handed over and never fetched. Its token ran out: nobody has that secret."))
            let fourth = try await current()
            #expect(
                await rotate("--wrap", "15m").contains(
                    "WARNING \(fourth) was handed over and never fetched. Its token fetches that secret until"))
            #expect(second != third)
            let token = try await service.wrapped("shop", seconds: 900, #","end_overlap":true"#)
            #expect(await service.unwrap(token).status == 200)
            #expect(await !rotate().contains("WARNING"))
        }
    }
}
