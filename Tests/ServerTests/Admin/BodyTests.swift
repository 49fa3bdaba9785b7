import API
import HTTP
import Support
import Testing

/// What a body may be, to the letter (contract, first page). Every endpoint that takes one, every place in it.
@Suite("Bodies of the admin plane", .serialized)
struct BodyTests {
    static let fixtures = EndpointFixture.all.filter(\.shape.hasBody) + EndpointFixture.otherBodies

    @Test("every endpoint that takes a body has one in its fixture, and no other has", arguments: EndpointFixture.all)
    func hasBody(_ fixture: EndpointFixture) {
        #expect((fixture.body != nil) == fixture.shape.hasBody)
    }

    @Test("what is not one JSON text is 400", arguments: fixtures)
    func notJSON(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let good = try #require(setting.body(of: fixture))
        let nested = #"{"no_such":"# + String(repeating: "[", count: 32) + String(repeating: "]", count: 32) + "}"
        let texts: [(String, [UInt8])] = [
            ("empty", []), ("white space", Array(" \n".utf8)), ("words", Array("slug=acme".utf8)),
            ("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(good.utf8)),
            ("UTF-16", Array(good.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
            ("a trailing comma", Array(good.dropLast().utf8) + Array(",}".utf8)), ("cut", Array(good.dropLast().utf8)),
            ("something behind it", Array((good + " x").utf8)), ("twice", Array((good + good).utf8)),
            ("a NUL behind it", Array(good.utf8) + [0]), ("33 levels", Array(nested.utf8)),
            ("a comment", Array("/* */\(good)".utf8)), ("single quotes", Array(good.replacing("\"", with: "'").utf8)),
            (
                "invalid UTF-8",
                Array(good.utf8.dropLast()) + Array(#","x":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
            ),
            ("a lone surrogate", Array(good.utf8.dropLast()) + Array(#","x":"\ud800"}"#.utf8)),
        ]
        // An empty object has no quotes to be the wrong ones.
        for (what, bytes) in texts where bytes != Array(good.utf8) {
            try await expectRefusal(of: fixture, sending: bytes, at: "", setting, "\(what)")
        }
        await setting.service.close()
    }

    @Test("a list, a text, a number or null in place of the object is 400", arguments: fixtures)
    func notAnObject(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        for text in ["[]", #""x""#, "1", "true", "null"] {
            try await expectRefusal(of: fixture, sending: Array(text.utf8), at: "", setting, "\(text)")
        }
        await setting.service.close()
    }

    @Test("a member that comes twice is 400, in every object", arguments: fixtures)
    func duplicates(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let good = try JSONScanner.scan(Array(try #require(setting.body(of: fixture)).utf8))
        for (pointer, value) in good.places {
            guard case .object(let members) = value, let first = members.first else { continue }
            let text = try #require(good.adding(first.name, first.value, at: pointer)).written
            try await expectRefusal(of: fixture, sending: Array(text.utf8), at: "", setting, "twice in \(pointer)")
        }
        await setting.service.close()
    }

    @Test("an unknown member is 400 and named, in every object", arguments: fixtures)
    func unknownMembers(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let good = try JSONScanner.scan(Array(try #require(setting.body(of: fixture)).utf8))
        for (pointer, value) in good.places {
            guard case .object = value, let bad = good.adding("no_such", .integer(1), at: pointer) else { continue }
            try await expectRefusal(
                of: fixture, sending: Array(bad.written.utf8), at: "\(pointer)/no_such", setting, "in \(pointer)")
        }
        await setting.service.close()
    }

    @Test("a member that is missing is 400 and named, unless it may be left out", arguments: fixtures)
    func missingMembers(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let good = try JSONScanner.scan(Array(try #require(setting.body(of: fixture)).utf8))
        let pointers = good.places.map(\.pointer)
        #expect(fixture.optional.isSubset(of: pointers), "the fixture names what its body does not have")
        for (pointer, value) in good.places {
            guard case .object(let members) = value else { continue }
            for member in members {
                let place = "\(pointer)/\(member.name)"
                let without = Array(try #require(good.replacing(place, with: nil)).written.utf8)
                if fixture.optional.contains(place) {
                    let response = await setting.call(fixture, token: nil, query: "?dry_run=true", sending: without)
                    // A PATCH of one member names nothing without it.
                    #expect(response.status != 400 || members.count == 1, "without \(place)")
                } else {
                    try await expectRefusal(of: fixture, sending: without, at: place, setting, "without \(place)")
                }
            }
        }
        await setting.service.close()
    }

    @Test("a value of another type, and null, is 400 and named, at every place", arguments: fixtures)
    func wrongTypes(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let good = try JSONScanner.scan(Array(try #require(setting.body(of: fixture)).utf8))
        for (pointer, value) in good.places where !pointer.isEmpty {
            for other in value.othersOfWrongType + (fixture.nullable.contains(pointer) ? [] : [.null]) {
                let bad = try #require(good.replacing(pointer, with: other)).written
                // What is inside a wrong value may be where the fault is seen first.
                try await expectRefusal(
                    of: fixture, sending: Array(bad.utf8), at: pointer, setting, "\(pointer) is \(other.written)")
            }
        }
        await setting.service.close()
    }

    @Test("and without any fault it is done: all that was refused changed nothing", arguments: fixtures)
    func good(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let good = try JSONScanner.scan(Array(try #require(setting.body(of: fixture)).utf8))
        guard case .object(let members) = good else { return }
        _ = await setting.call(fixture, token: nil, sending: Array("{".utf8))
        let spaced =
            "\n{ \(members.reversed().map { "\"\($0.name)\" : \($0.value.written)" }.joined(separator: " ,\t")) }\r\n"
        #expect(await setting.call(fixture, token: nil, sending: Array(spaced.utf8)).status == fixture.shape.status)
        await setting.service.close()
    }

    @Test("a call that takes no body is 400 with one", arguments: EndpointFixture.all.filter { !$0.shape.hasBody })
    func noBody(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        for text in ["{}", " ", "null"] {
            let response = await setting.call(fixture, token: nil, sending: Array(text.utf8))
            #expect(response.status == 400)
            #expect(response.code == "invalid_request")
        }
        #expect(await setting.call(fixture, token: nil).status == fixture.shape.status)
        await setting.service.close()
    }

    private func expectRefusal(
        of fixture: EndpointFixture, sending bytes: [UInt8], at pointer: String, _ setting: Setting, _ what: Comment
    ) async throws {
        let response = await setting.call(fixture, token: nil, sending: bytes)
        #expect(response.status == 400, what)
        #expect(response.code == "invalid_request", what)
        let problem = try response.answer(Problem.self)
        #expect(problem.errors?.contains { $0.pointer == pointer } ?? false, what)
        #expect(problem.errors?.allSatisfy { !$0.code.isEmpty && !$0.detail.isEmpty } ?? false, what)
        // What only reads has no row.
        guard fixture.shape.changes else { return }
        let entry = try await setting.lastEntry()
        #expect(entry.outcome == .refused, what)
        #expect(entry.code == .value(.invalidRequest), what)
        #expect(entry.requestID == problem.requestID, what)
    }
}
