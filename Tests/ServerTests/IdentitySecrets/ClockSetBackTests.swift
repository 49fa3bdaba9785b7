import API
import HTTP
import Support
import Testing

/// A machine's clock can be set back by days. What was over comes to no new life by that: each step ends all secrets that it
/// does not name, whatever the clock says of them.
@Suite("Secrets when the clock is set back")
struct ClockSetBackTests {
    private static let path = "/api/v1/projects/shop/identity-secret"
    private static let day: Int64 = 86_400

    private func rotate(_ service: TestService, _ body: String = "{}") async throws -> String {
        let answer = await service.call("POST", Self.path + "/rotate", body)
        #expect(answer.status == 200, "\(body)")
        return try answer.answer(RotatedSecret.self).fingerprint
    }

    /// What verifies at the hour and on each day around it: the clock may go anywhere from here.
    private func everVerifying(_ service: TestService) async throws -> [Set<String>] {
        let now = service.clock.value
        defer { service.clock.change { $0 = now } }
        var sets: [Set<String>] = []
        for days in Int64(-4)...4 {
            service.clock.change { $0 = now.advanced(bySeconds: days * Self.day) }
            sets.append(try await service.verifying("shop"))
        }
        return sets
    }

    /// Three secrets, the oldest over by its day when the third was issued, and then the clock as it was at first.
    private func withThree(_ body: (TestService, _ secrets: [String]) async throws -> Void) async throws {
        try await TestService.with { service in
            var secrets = [try await service.created("shop", in: "acme").project.identitySecret.fingerprint]
            secrets.append(try await rotate(service))
            service.advance(seconds: 2 * Self.day)
            secrets.append(try await rotate(service))
            service.advance(seconds: -2 * Self.day)
            try await body(service, secrets)
        }
    }

    @Test("the secret before the previous one is over for good")
    func over() async throws {
        try await withThree { service, secrets in
            #expect(try await service.verifying("shop") == Set(secrets.dropFirst()))
            let status = try await service.secretStatus("shop")
            #expect(status.current.fingerprint == secrets[2])
            #expect(status.previous.optional?.fingerprint == secrets[1])
            #expect(await service.call("POST", Self.path + "/rotate", "{}").code == "rotation_in_progress")
        }
    }

    @Test("a rotation that ends the overlap leaves two, whatever the clock does afterwards")
    func endOverlap() async throws {
        try await withThree { service, secrets in
            let new = try await rotate(service, #"{"end_overlap":true}"#)
            #expect(try await service.verifying("shop") == [secrets[2], new])
            for set in try await everVerifying(service) { #expect(set.isSubset(of: [secrets[2], new])) }
        }
    }

    @Test("after a compromise nothing but the new one ever verifies")
    func compromised() async throws {
        try await withThree { service, _ in
            let new = try await rotate(service, #"{"compromised":true}"#)
            for set in try await everVerifying(service) { #expect(set == [new]) }
        }
    }

    @Test("cancelling leaves the previous one alone", arguments: ["{}", #"{"compromised":true}"#])
    func cancel(_ body: String) async throws {
        try await withThree { service, secrets in
            #expect(await service.call("POST", Self.path + "/cancel", body).status == 200)
            for set in try await everVerifying(service) { #expect(set == [secrets[1]]) }
            #expect(await service.call("POST", Self.path + "/cancel", body).code == "nothing_to_cancel")
        }
    }

    @Test("ending the overlap leaves the current one alone", arguments: ["", "?compromised=true"])
    func previous(_ query: String) async throws {
        try await withThree { service, secrets in
            #expect(await service.call("DELETE", Self.path + "/previous" + query).status == 204)
            for set in try await everVerifying(service) { #expect(set == [secrets[2]]) }
        }
    }

    @Test(
        "an overlap that was over by its day and is ended all the same stays so", arguments: ["", "?compromised=true"])
    func endedLate(_ query: String) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let second = try await rotate(service)
            service.advance(seconds: 2 * Self.day)
            #expect(await service.call("DELETE", Self.path + "/previous" + query).status == 204)
            for set in try await everVerifying(service) { #expect(set == [second]) }
        }
    }

    @Test("a late compromise ends also what was over by its day")
    func compromisedLate() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            _ = try await rotate(service)
            service.advance(seconds: 2 * Self.day)
            let third = try await rotate(service, #"{"compromised":true}"#)
            for set in try await everVerifying(service) { #expect(set == [third]) }
        }
    }

    @Test("of any steps and jumps of the clock at most two secrets verify at any time", arguments: 0..<4)
    func anySteps(_ round: Int) async throws {
        var seed = Seed()
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            for step in 0..<40 {
                let flag = Bool.random(using: &seed)
                let place: Comment = "\(seed), step \(step)"
                var isCompromised = false
                switch Int.random(in: 0..<6, using: &seed) {
                case 0, 1: _ = await service.call("POST", Self.path + "/rotate", #"{"end_overlap":\#(flag)}"#)
                case 2:
                    _ = try await rotate(service, #"{"compromised":true}"#)
                    isCompromised = true
                case 3: _ = await service.call("POST", Self.path + "/cancel", #"{"compromised":\#(flag)}"#)
                case 4: _ = await service.call("DELETE", Self.path + "/previous?compromised=\(flag)")
                default: service.advance(seconds: .random(in: -2 * Self.day...2 * Self.day, using: &seed))
                }
                for set in try await everVerifying(service) {
                    #expect(set.count <= (isCompromised ? 1 : 2) && !set.isEmpty, place)
                }
            }
        }
    }
}
