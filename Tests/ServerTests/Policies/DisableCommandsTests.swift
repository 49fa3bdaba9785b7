import API
import CLI
import HTTP
import Support
import Testing

/// What an operator sees of what is off, over the service itself.
@Suite("Commands for disables")
struct DisableCommandsTests {
    @Test("the list says when each is to be looked at again, and why it is off, as a whole")
    func review() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let reason = "the player eats memory on devices with less than three gigabytes, and apps end at checkout"
            for span in [["--review-in", "24h"], ["--review-in", "2d"], []] {
                #expect(await service.command(["disable", "shop", "--reason", reason] + span).status == .done)
            }
            service.advance(seconds: 86_400)
            let list = await service.command(["disables", "list"], isTerminal: true)
            let rows = list.output.split(separator: "\n").filter { $0.contains("root") }
            #expect(
                rows.count == 3
                    && ["none", "in 1 d", "OVERDUE"].allSatisfy { word in
                        rows.contains { $0.contains(word) }
                    }, "\(list.output)")
            #expect(list.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(reason))
            #expect(list.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
    }

    @Test("what is suspended is named, ten by name, and it is said where nothing is")
    func suspended() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            for number in 0..<12 { try await service.project("other-\(number)", in: "globex") }
            let none = await service.command(["disables", "list"], isTerminal: true)
            #expect(none.output == "No disable is in force, and nothing is suspended.\n")
            #expect(await service.command(["project", "suspend", "shop"]).status == .done)
            let one = await service.command(["disables", "list"], isTerminal: true)
            #expect(one.output == "No disable is in force.\nOff as well, for it is suspended: shop.\n")
            #expect(await service.command(["tenant", "suspend", "globex"]).status == .done)
            #expect(await service.command(["disable", "shop", "--reason", "crash"]).status == .done)
            let many = await service.command(["disables", "list"], isTerminal: true)
            #expect(many.output.contains("other-11 (with its tenant globex)") && many.output.contains("and 3 more."))
            #expect(many.output.hasSuffix("ssadmin project list --suspended\n"))
            let script = await service.command(["disables", "list", "--json"])
            #expect(!script.output.contains("globex"))

            let listed = try await service.call("GET", "/api/v1/projects?suspended=true").answer(Page<Project>.self)
            #expect(listed.items.count == 13)
            let active = try await service.call("GET", "/api/v1/projects?suspended=false").answer(Page<Project>.self)
            #expect(active.items.isEmpty)
            let tenants = await service.command(["project", "list", "--suspended"], isTerminal: true)
            #expect(tenants.output.contains("tenant suspended") && tenants.output.contains(" suspended\n"))
        }
    }

    @Test("a disable like one in force is taken, and told with the other's id, also by a dry run; another is not")
    func alike() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let words = ["disable", "shop", "--reason", "crash", "--sdk", "<1.0.0", "--app", "a.b", "--app", "c.d"]
            let first = await service.command(words + ["--json"])
            let id = try #require(JSONScanner.scan(Array(first.output.utf8))["id"]?.text)
            service.advance(seconds: 60)
            let same = ["disable", "Shop", "--reason", "x", "--sdk", "<1.0.0", "--app", "c.d", "--app", "a.b"]
            for option in ["--dry-run", "--json"] {
                let again = await service.command(same + [option], isTerminal: true)
                #expect(again.status == .done)
                #expect(again.output.contains("Disable \(id) of root does the same already"), "\(again.output)")
            }
            for other in [["--platform", "ios"], ["--target", "surface:home"], ["--product", "shopstory"]] {
                let run = await service.command(same + other + ["--dry-run"], isTerminal: true)
                #expect(run.status == .done && !run.output.contains("the same already"), "\(other)")
            }
            for disable in try await service.call("GET", "/api/v1/disables?active=true").answer(Page<Disable>.self)
                .items
            {
                #expect(await service.command(["lift", disable.id, "--reason", "fixed"]).status == .done)
            }
            let last = await service.command(same + ["--dry-run"], isTerminal: true)
            #expect(last.status == .done && !last.output.contains("the same already"))
        }
    }

    @Test("the reach says that it is of the app's version, and off in part where a part is off")
    func reach() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.install("old", in: "shop", on: .ios, sdkVersion: "0.1.9")
            try await service.install("new", in: "shop", on: .ios, sdkVersion: "0.2.0")
            for (target, off) in [("sdk", "yes"), ("follow_me_player", "in part"), ("surface:home", "in part")] {
                for option in [["--dry-run"], []] {
                    let run = await service.command(
                        ["disable", "shop", "--reason", "r", "--sdk", "<0.2.0", "--target", target] + option,
                        isTerminal: true)
                    #expect(run.output.contains("SDK VERSION  APP VERSION  INSTALLATIONS  OFF\n"), "\(run.output)")
                    let rows = run.output.split(separator: "\n")
                    #expect(rows.first { $0.hasPrefix("0.1.9") }?.hasSuffix("1  \(off)") == true, "\(run.output)")
                    #expect(rows.first { $0.hasPrefix("0.2.0") }?.hasSuffix("1  no") == true, "\(run.output)")
                }
            }
        }
    }
}
