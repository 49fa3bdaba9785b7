import API
import Crypto
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("Preparing, checking and issuing a handoff")
struct HandoffCallTests {
    private static let path = "/api/v1/projects/shop/handoff"

    private func withShop(_ product: Product? = nil, _ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            _ = try await service.created("shop", in: "acme", product: product)
            try await body(service)
        }
    }

    private func codes(_ readiness: HandoffReadiness, blocking: Bool) -> [String] {
        readiness.findings.filter { $0.blocks == blocking }.map(\.code)
    }

    @Test("before anything is set it is an empty object with a tag, and what was set is what is shown")
    func set() async throws {
        try await withShop { service in
            let empty = await service.call("GET", Self.path)
            #expect(empty.json.written == "{}" && empty.first("ETag") != nil)
            let put = #"{"support":"ticket queue","branding":[]}"#
            #expect(await service.call("PUT", Self.path, put).code == "precondition_required")
            let done = try await service.change("PUT", Self.path, put)
            #expect(done.status == 200)
            let shown = await service.call("GET", Self.path)
            #expect(shown.json == done.json && shown.first("ETag") == done.first("ETag"))
            #expect(shown.first("ETag") != empty.first("ETag"))
            let entry = try #require(try await service.audit("action=handoff.set").last)
            #expect(entry.outcome == .done && entry.after.optional?["count"]?.number == 2)
        }
    }

    @Test("an issued one is had as Markdown and as a page, in two languages, and no other word is taken")
    func pages() async throws {
        try await withShop { service in
            _ = try await service.prepareHandoff(of: "shop")
            #expect(await service.call("POST", Self.path + "/issues", "{}").status == 201)
            let issued = Self.path + "/issues/1"
            let json = await service.call("GET", issued)
            #expect(await service.call("GET", issued + "?format=json&lang=en").body == json.body)
            let sha256 = try #require(json.json["sha256"]?.text)
            for (format, type) in [("md", "text/markdown"), ("html", "text/html")] {
                var pages: Set<[UInt8]> = []
                for language in ["", "&lang=ru", "&lang=en"] {
                    let page = await service.call("GET", issued + "?format=\(format)\(language)")
                    #expect(page.status == 200 && page.first("Content-Type") == "\(type); charset=utf-8")
                    #expect(page.first("ETag") != nil && page.first("Cache-Control") == "no-store")
                    #expect(String(decoding: page.body, as: UTF8.self).contains(sha256))
                    pages.insert(page.body)
                }
                #expect(pages.count == 2, "Russian is what is had unless something else is said")
            }
            var handoff = try await service.handoff(of: "shop")
            handoff.support = "another queue"
            try await service.set(handoff, of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            for (number, isSaid) in [(1, false), (2, true)] {
                let page = await service.call("GET", "\(Self.path)/issues/\(number)?format=md&lang=en")
                #expect(String(decoding: page.body, as: UTF8.self).contains("| another queue |") == isSaid)
            }
            for query in ["format=pdf", "lang=de", "format=md&lang=EN"] {
                #expect(await service.call("GET", issued + "?" + query).code == "invalid_request")
            }
            #expect(await service.call("GET", Self.path + "/issues/3?format=md").status == 404)
        }
    }

    @Test("of several faults all are told, and a secret is repeated nowhere")
    func faults() async throws {
        try await withShop { service in
            let secret = "hunter2hunter2"
            let answer = try await service.change(
                "PUT", Self.path,
                #"{"support":"password=\#(secret)","release_id":"nope","rollout":[{"name":"staff","percent":0}]}"#)
            #expect(answer.status == 422 && answer.code == "out_of_range")
            let problem = try answer.answer(Problem.self)
            #expect(problem.errors?.map(\.pointer) == ["/release_id", "/support", "/rollout/0/percent"])
            #expect(!String(decoding: answer.body, as: UTF8.self).contains(secret))
            #expect(!service.logged.value.joined().contains(secret))
            #expect(try await service.handoff(of: "shop") == Handoff())
        }
    }

    @Test("everything that is missing is said, and with all of it there nothing blocks")
    func check() async throws {
        try await withShop { service in
            let empty = try await service.readiness(of: "shop")
            #expect(!empty.ready)
            #expect(
                codes(empty, blocking: true) == [
                    "no_platform", "no_release", "no_rollback_release", "empty_map", "no_live_product",
                    "no_vod_product",
                    "no_no_content_product", "no_branding", "no_support", "no_rollout", "no_package_access",
                ])
            #expect(codes(empty, blocking: false) == ["no_cart", "key_never_used"])
            #expect(empty.findings.allSatisfy { !$0.detail.isEmpty && !$0.mend.isEmpty })
            try await service.prepareHandoff(of: "shop")
            let whole = try await service.readiness(of: "shop")
            #expect(whole.ready && codes(whole, blocking: false) == ["key_never_used"])
            try await service.install(String(repeating: "5", count: 32), in: "shop")
            #expect(try await service.readiness(of: "shop").findings == [])
        }
    }

    @Test("what is not ready is not issued, and the refusal names all that is missing")
    func notReady() async throws {
        try await withShop { service in
            try await service.prepareHandoff(of: "shop") { handoff in
                handoff.support = nil
                handoff.testProducts?.removeLast()
            }
            let answer = await service.call("POST", "\(Self.path)/issues", "{}")
            #expect(answer.status == 409 && answer.code == "conflict")
            let problem = try answer.answer(Problem.self)
            #expect(problem.errors?.map(\.code) == ["no_no_content_product", "no_support"])
            #expect(problem.errors?.allSatisfy { $0.detail.contains("ssadmin handoff set shop -f FILE") } ?? false)
            #expect(try await service.count("SELECT count(*) FROM handoff_issues") == 0)
        }
    }

    @Test("issued ones are numbered, and listed the newest first; one that would say the same is refused")
    func issue() async throws {
        try await withShop { service in
            try await service.prepareHandoff(of: "shop")
            let dry = await service.call("POST", "\(Self.path)/issues?dry_run=true", "{}")
            #expect(dry.status == 200 && dry.json["number"]?.number == 1)
            let first = try await service.issueHandoff(of: "shop")
            #expect(first.number == 1 && first.issuedBy == "root" && first.issuedAt == service.clock.value)
            let again = await service.call("POST", "\(Self.path)/issues", "{}")
            #expect(again.status == 409 && again.json["detail"]?.text?.contains("since handoff 1") ?? false)
            try await service.setRoutes(
                TestService.routes + [RouteEntry(pattern: "/help", surface: "unknown")], of: "shop")
            let second = try await service.issueHandoff(of: "shop")
            #expect(second.number == 2 && second.sha256 != first.sha256)
            let page = try await service.call("GET", "\(Self.path)/issues").answer(Page<HandoffIssue>.self)
            #expect(page.items.map(\.number) == [2, 1] && page.items.map(\.sha256) == [second.sha256, first.sha256])
            for number in ["0", "3", "01", "x", "-1"] {
                #expect(await service.call("GET", "\(Self.path)/issues/\(number)").status == 404)
            }
        }
    }

    @Test("the hash is that of the canonical JSON of the document")
    func hash() async throws {
        try await withShop { service in
            try await service.prepareHandoff(of: "shop") { $0.support = "канал «А/Б» \"q\" \\ \u{1F642}" }
            let issued = try await service.issueHandoff(of: "shop")
            let answer = await service.call("GET", "\(Self.path)/issues/1")
            let document = try #require(answer.json["document"])
            #expect(Hex.encode(SHA256.digest(document.canonical)) == issued.sha256)
            #expect(answer.first("ETag") != nil)
        }
    }

    @Test("the routes say what the policy decides for each of them, as a route is resolved")
    func routes() async throws {
        try await withShop { service in
            try await service.prepareHandoff(of: "shop")
            _ = try await service.disable(#"{"kind":"project","application_id":"shop"}"#, targets: ["surface:home"])
            #expect(codes(try await service.readiness(of: "shop"), blocking: false).contains("disabled"))
            let entries = try await service.issueHandoff(of: "shop").document.routes.entries
            #expect(entries.map(\.pattern) == TestService.routes.map(\.pattern))
            for entry in entries {
                let route = entry.pattern.replacing(":id", with: "1").replacing("*", with: "x").percentEncoded
                let resolved = try await service.call("GET", "/api/v1/projects/shop/routes/resolve?route=\(route)")
                    .answer(ResolvedRoute.self)
                #expect(resolved.player == entry.player && resolved.followMe == entry.followMe, "\(entry.pattern)")
            }
            #expect(entries[0].player && !entries[1].player)
        }
    }

    @Test("a withdrawn release is not handed over, a preview is, and one goes back only to an accepted one")
    func releases() async throws {
        try await withShop { service in
            let (release, rollback) = try await service.prepareHandoff(of: "shop")
            func status(_ status: String, of release: Release) async throws {
                let body = #"{"status":"\#(status)","reason":"r"}"#
                #expect(try await service.change("PATCH", "/api/v1/releases/\(release.id)", body).status == 200)
            }
            try await status("preview", of: release)
            #expect(codes(try await service.readiness(of: "shop"), blocking: false).contains("release_not_accepted"))
            #expect(try await service.readiness(of: "shop").ready)
            try await status("withdrawn", of: release)
            try await status("preview", of: rollback)
            #expect(
                codes(try await service.readiness(of: "shop"), blocking: true) == [
                    "release_withdrawn", "rollback_never_accepted",
                ])
            #expect(await service.call("POST", "\(Self.path)/issues", "{}").status == 409)
        }
    }

    @Test("for LiveMarket its own inputs count, and neither routes nor test products")
    func liveMarket() async throws {
        try await withShop(.livemarket) { service in
            try await service.prepareHandoff(of: "shop", package: SDKPackage.liveMarket) { $0.testProducts = nil }
            #expect(codes(try await service.readiness(of: "shop"), blocking: true) == ["no_livemarket"])
            var handoff = try await service.handoff(of: "shop")
            handoff.liveMarket = TestService.liveMarket()
            try await service.set(handoff, of: "shop")
            let document = try await service.issueHandoff(of: "shop").document
            #expect(document.liveMarket == .value(TestService.liveMarket()) && document.testProducts == [])
        }
    }

    @Test("who withdraws a release is told which projects were handed it last")
    func handedTo() async throws {
        try await withShop { service in
            let (release, rollback) = try await service.prepareHandoff(of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            let newer = try await service.release("2.0.0", of: SDKPackage.shopStoryPlayer)
            func withdraw(_ id: String) async throws -> [String]? {
                let path = "/api/v1/releases/\(id)"
                return try await service.change("PATCH", path, #"{"status":"withdrawn","reason":"leaks"}"#)
                    .json["handed_to"]?.items.compactMap(\.text)
            }
            #expect(try await withdraw(newer.id) == [])
            #expect(try await withdraw(rollback.id) == ["shop"])
            #expect(try await withdraw(release.id) == ["shop"])
        }
    }

    @Test("so are those to whose shoppers it went, whatever was handed over since, and those for whom it is prepared")
    func handedEarlier() async throws {
        try await withShop { service in
            let (old, _) = try await service.prepareHandoff(of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            let (new, _) = try await service.prepareHandoff(of: "shop", versions: ("2.0.0", "2.1.0"))
            _ = try await service.issueHandoff(of: "shop")
            _ = try await service.created("next", in: "acme", product: nil)
            var handoff = TestService.handoff(release: new.id, rollback: old.id)
            handoff.rollbackReleaseID = nil
            try await service.set(handoff, of: "next")
            func withdraw(_ release: Release, _ status: String) async throws -> [String]? {
                let body = #"{"status":"\#(status)","reason":"leaks"}"#
                return try await service.change("PATCH", "/api/v1/releases/\(release.id)", body)
                    .json["handed_to"]?.items.compactMap(\.text)
            }
            #expect(try await withdraw(old, "withdrawn") == [], "nobody was ever given it, and another came since")
            _ = try await withdraw(old, "accepted")
            try await service.put(
                "INSERT INTO acceptance_stages VALUES ('shop', 1, 0, 'root', \(service.clock.value.milliseconds))")
            #expect(try await withdraw(old, "withdrawn") == ["shop"])
            #expect(try await withdraw(new, "withdrawn") == ["next", "shop"])
        }
    }

    @Test(
        "a disable of every app of the product is named, and the page would say off where it has taken something away")
    func disabledProduct() async throws {
        try await withShop(.shopstory) { service in
            try await service.prepareHandoff(of: "shop")
            let disable = #"{"scope":{"kind":"deployment"},"targets":["sdk"],"products":["PRODUCT"],"reason":"crash"}"#
            for (product, isNamed) in [("livemarket", false), ("shopstory", true)] {
                let body = disable.replacing("PRODUCT", with: product)
                #expect(await service.call("POST", "/api/v1/disables", body).status == 201)
                let found = codes(try await service.readiness(of: "shop"), blocking: false)
                #expect(found.contains("disabled") == isNamed, "\(product)")
            }
            let entries = try await service.issueHandoff(of: "shop").document.routes.entries
            #expect(!entries.isEmpty && entries.allSatisfy { !$0.player && !$0.followMe })
        }
    }

    @Test("a Flutter pair is handed over with both archives, and who withdraws the native half is told of it too")
    func pair() async throws {
        try await withShop { service in
            let native = SDKPackage.shopStoryPlayer
            let (_, rollback) = try await service.prepareHandoff(of: "shop", package: SDKPackage.shopStoryPlayerFlutter)
            {
                $0.platform = .flutterIOS
            }
            #expect(rollback.pairedVersion == .value(TestService.nativeVersion))
            #expect(
                codes(try await service.readiness(of: "shop"), blocking: true)
                    == Array(repeating: "paired_release_unknown", count: 2))
            let half = try await service.release(TestService.nativeVersion, of: native)
            #expect(codes(try await service.readiness(of: "shop"), blocking: true) == ["rollback_never_accepted"])
            _ = try await service.change("PATCH", "/api/v1/releases/\(half.id)", #"{"status":"accepted"}"#)
            let document = try await service.issueHandoff(of: "shop").document
            for handed in [document.release, document.rollbackRelease] {
                #expect(handed.pairedVersion == .value(half.version) && handed.paired?.product == native)
                #expect(handed.paired?.archiveSHA256 == half.archiveSHA256 && handed.paired?.status == .accepted)
                #expect(handed.status == .accepted)
            }
            let withdrawn = try await service.change(
                "PATCH", "/api/v1/releases/\(half.id)", #"{"status":"withdrawn","reason":"leaks"}"#)
            #expect(withdrawn.json["handed_to"]?.items.compactMap(\.text) == ["shop"])
        }
    }
}
