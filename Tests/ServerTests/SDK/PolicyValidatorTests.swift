import API
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("Validators and revisions of a policy")
struct PolicyValidatorTests {
    private func withTwo(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.project("other", in: "acme")
            try await body(service)
        }
    }

    private func ask(_ service: TestService, _ fields: [String]) -> Response {
        service.device("/sdk/v1/policy?application_id=shop", headers: fields.map { ("If-None-Match", $0) })
    }

    @Test("a tag that is current is 304 by weak comparison, in a list and as '*'; any other is the document")
    func validators() async throws {
        try await withTwo { service in
            let first = ask(service, [])
            let tag = try #require(first.first("ETag"))
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""), "it is strong")
            let theirs = try #require(service.device("/sdk/v1/policy?application_id=other").first("ETag"))
            #expect(theirs != tag)
            let unquoted = String(tag.dropFirst().dropLast())
            let fresh: [[String]] = [
                [tag], ["W/" + tag], ["*"], ["\"x\", \(tag)"], ["\(theirs) ,W/\(tag)"], ["\"a\",,\(tag),"],
                ["\"x\"", tag],
            ]
            for fields in fresh {
                let answer = ask(service, fields)
                #expect(answer.status == 304 && answer.body.isEmpty, "\(fields)")
                #expect(answer.first("ETag") == tag && answer.first("Content-Type") == nil)
                #expect(answer.first("Cache-Control") == first.first("Cache-Control"))
            }
            let old: [[String]] = [
                [], [""], [theirs], [unquoted], ["W/" + unquoted], ["w/" + tag], ["\"\""], [tag.uppercased()],
                ["\"x\", *"], ["\"\(unquoted) \""], ["\"\(unquoted)"],
            ]
            for fields in old {
                let answer = ask(service, fields)
                #expect(answer.status == 200 && answer.body == first.body, "\(fields)")
            }
        }
    }

    @Test("a tag is not current any more once anything changed, and a change undone has yet another")
    func undone() async throws {
        try await withTwo { service in
            let first = ask(service, [])
            let tag = try #require(first.first("ETag"))
            let id = try await service.disable(#"{"kind":"project","application_id":"shop"}"#).id
            let off = ask(service, [tag])
            #expect(off.status == 200)
            _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"r"}"#)
            let again = ask(service, [tag, off.first("ETag") ?? ""])
            #expect(again.status == 200)
            let documents = try [first, off, again].map { try $0.answer(PolicyDocument.self) }
            #expect(documents[0].surfaces == documents[2].surfaces)
            #expect(documents[0].revision < documents[1].revision && documents[1].revision < documents[2].revision)
            #expect(Set([first, off, again].map { $0.first("ETag") }).count == 3)
        }
    }

    @Test("a revision is the time in milliseconds, rises also within one and when the clock is set back")
    func revisions() async throws {
        try await withTwo { service in
            var last = try service.policy("shop").revision
            #expect(last == TestService.start.milliseconds)
            for jump in [0, 0, 1, -86_400, -1, 0, 172_800, 0] as [Int64] {
                service.advance(seconds: jump)
                let id = try await service.disable(#"{"kind":"project","application_id":"shop"}"#).id
                let off = try service.policy("shop").revision
                #expect(off == max(last + 1, service.clock.value.milliseconds))
                _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"r"}"#)
                last = try service.policy("shop").revision
                #expect(last == off + 1)
            }
        }
    }

    @Test("after a restart, at whatever time, every answer is the same to the byte and its tag still current")
    func restart() async throws {
        let files = try FreshDatabase()
        let before = try await TestService.with(files: files) { service in
            try await service.project("shop", in: "acme")
            _ = try await service.disable(#"{"kind":"deployment"}"#, targets: ["manual_minimize"])
            return ask(service, [])
        }
        for moment in [
            TestService.start.advanced(bySeconds: -999_999), TestService.start.advanced(bySeconds: 9_999_999),
        ] {
            try await TestService.with(files: files, clock: Shared(moment)) { service in
                let after = ask(service, [])
                #expect(after.body == before.body && after.first("ETag") == before.first("ETag"))
                let tag = try #require(before.first("ETag"))
                #expect(ask(service, [tag]).status == 304)
            }
        }
    }

    @Test("Cache-Control says the ttl twice, and for a suspended project too", arguments: [10, 60, 300])
    func cacheControl(_ ttl: Int) async throws {
        try await withTwo { service in
            var set = SetPolicy(.standard)
            set.ttlSeconds = ttl
            let body = String(decoding: JSONWriter.encode(set), as: UTF8.self)
            let answer = try await service.change("PUT", "/api/v1/projects/shop/policy", body)
            #expect(answer.status == 200)
            let expected = "public, max-age=\(ttl), stale-if-error=\(ttl)"
            #expect(ask(service, []).first("Cache-Control") == expected)
            #expect(try service.policy("shop").ttlSeconds == ttl)
            _ = await service.call("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#)
            #expect(ask(service, []).first("Cache-Control") == expected)
        }
    }
}
