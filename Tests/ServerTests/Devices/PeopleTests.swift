import API
import HTTP
import SQL
import Support
import Testing

@Suite("People")
struct PeopleTests {
    @Test("the first identification makes the anonymous person the user, with what was set before")
    func first() async throws {
        try await TestService.withDevice { service, backend, device in
            try await service.setProperty("role", "guest", of: device)
            try await service.setProperty("plan", "trial", of: device)
            let before = try await service.personID(of: device)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            #expect(await device.identify(assertion).status == 200)
            #expect(try await service.personID(of: device) == before)
            let person = try await service.person("acct_1")
            #expect(person.installations == [device.id])
            // Signed ones win over those of a device.
            #expect(
                person.properties == [
                    "plan": .init(value: "pro", signed: true), "role": .init(value: "guest", signed: false),
                ])
        }
    }

    @Test("where the user is known, the anonymous person is merged into it, and what the user has wins")
    func merge() async throws {
        try await TestService.withDevice { service, backend, device in
            let second = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(await device.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            try await service.setProperty("role", "buyer", of: device)
            try await service.setProperty("role", "guest", of: second)
            try await service.setProperty("locale", "ru-RU", of: second)

            #expect(await second.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            let person = try await service.person("acct_1")
            #expect(Set(person.installations) == [device.id, second.id])
            #expect(
                person.properties == [
                    "role": .init(value: "buyer", signed: false), "locale": .init(value: "ru-RU", signed: false),
                ])
            #expect(try await service.count("SELECT count(*) FROM people") == 1)
        }
    }

    @Test("another user takes the installation over, and leaves the first user what is theirs")
    func move() async throws {
        try await TestService.withDevice { service, backend, device async throws in
            let first = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            #expect(await device.identify(first).status == 200)
            #expect(await device.identify(backend.assertion(of: "acct_2", at: service.clock.value)).status == 200)
            #expect(try await service.person("acct_1").installations == [])
            #expect(try await service.person("acct_1").properties == ["plan": .init(value: "pro", signed: true)])
            #expect(try await service.person("acct_2").installations == [device.id])
            #expect(try await service.person("acct_2").properties == [:])
            // An assertion of before the move cannot bring the first one back.
            #expect(await device.identify(first).status == 401)
            #expect(await service.metric(#"ssadmin_assertions_total{result="replayed"}"#) == 1)
            #expect(await device.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            #expect(try await service.person("acct_1").installations == [device.id])
            #expect(try await service.person("acct_2").installations == [])
        }
    }

    @Test("a logout starts a new anonymous person, and the user keeps what it had")
    func logOut() async throws {
        try await TestService.withDevice { service, backend, device in
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            #expect(await device.identify(assertion).status == 200)
            let user = try await service.personID(of: device)
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            let anonymous = try await service.personID(of: device)
            #expect(anonymous != user)
            #expect(try await service.installation(device.id).identified == false)
            #expect(try await service.person("acct_1").installations == [])
            #expect(try await service.person("acct_1").properties["plan"]?.value == "pro")
            // An anonymous one that logs out leaves nobody behind.
            #expect(await device.epoch(loggingOutFrom: 2) == 3)
            #expect(try await service.personID(of: device) != anonymous)
            #expect(try await service.count("SELECT count(*) FROM people") == 2)
        }
    }

    @Test("of two installations of one user, a logout or revocation is of one alone")
    func twoInstallations() async throws {
        try await TestService.withDevice { service, backend, device in
            let second = try await TestDevice(service, projectKey: backend.projectKey, platform: "android")
            for one in [device, second] {
                #expect(await one.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            }
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            #expect(try await service.person("acct_1").installations == [second.id])
            #expect(await second.status() == 200)
            #expect(await service.call("DELETE", "\(TestService.installations)/\(device.id)").status == 204)
            #expect(await second.status() == 200)
        }
    }

    @Test("signed properties are replaced whole, and left where an assertion has none")
    func properties() async throws {
        try await TestService.withDevice { service, backend, device in
            let steps: [(sent: String?, held: [String: String])] = [
                (#"{"plan":"pro","role":"buyer"}"#, ["plan": "pro", "role": "buyer"]),
                (nil, ["plan": "pro", "role": "buyer"]),
                (#"{"locale":"ru-RU"}"#, ["locale": "ru-RU"]),
                (#"{"plan":"","account_id":"é/%"}"#, ["plan": "", "account_id": "é/%"]),
                (#"{}"#, [:]),
                (nil, [:]),
            ]
            for (sent, held) in steps {
                let assertion = backend.assertion(of: "acct_1", at: service.clock.value, properties: sent)
                #expect(await device.identify(assertion).status == 200)
                let person = try await service.person("acct_1")
                #expect(person.properties.mapValues(\.value) == held)
                #expect(person.properties.values.allSatisfy { $0.signed })
            }
        }
    }

    @Test("an assertion that is refused changes nothing, whatever it says")
    func refused() async throws {
        try await TestService.withDevice { service, backend, device async throws in
            let good = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            #expect(await device.identify(good).status == 200)
            var stranger = backend
            stranger.secret = "ssis1_" + String(repeating: "0", count: 64) + "_00000000"
            let now = service.clock.value
            for bad in [
                stranger.assertion(of: "acct_2", at: now),
                backend.assertion(of: "acct_2", at: now, properties: #"{"plan":"free","color":"red"}"#),
                backend.assertion(of: "", at: now), backend.assertion(of: "acct_2", at: now.advanced(bySeconds: -600)),
                backend.assertion(of: "acct_2", at: now, jti: "not-a-uuid"), String(good.dropLast()), "",
            ] {
                let response = await device.identify(bad)
                #expect(response.status == 401 && response.body == RevocationTests.unauthorized)
            }
            #expect(try await service.person("acct_1").installations == [device.id])
            #expect(try await service.person("acct_1").properties["plan"]?.value == "pro")
            #expect(await service.call("GET", "/api/v1/projects/shop-ios/people/acct_2").code == "not_found")
        }
    }

    /// The first two are one text to Unicode, and two people.
    static let userIDs = [
        "Zo\u{EB}", "Zoe\u{308}", "\u{1F469}\u{200D}\u{1F680}", "a/b", "..", "100%", "%41", "A", "a", " a ", "a+b",
        "?x=1#y",
        "\u{FEFF}", "null", String(repeating: "x", count: 256), String(repeating: "\u{1F600}", count: 64),
    ]

    @Test("each user_id is a person of its own, byte for byte, found by path and by filter")
    func byBytes() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            var ids: [String] = []
            for userID in Self.userIDs {
                let device = try await TestDevice(service, projectKey: backend.projectKey)
                #expect(await device.identify(backend.assertion(of: userID, at: service.clock.value)).status == 200)
                ids.append(device.id)
            }
            #expect(try await service.count("SELECT count(*) FROM people") == Int64(ids.count))
            for (userID, id) in zip(Self.userIDs, ids) {
                #expect(try await service.person(userID).installations == [id], "\(userID)")
                #expect(try await service.installationIDs("user_id=\(userID.percentEncoded)") == [id], "\(userID)")
            }
            #expect(await service.call("GET", "/api/v1/projects/shop-ios/people/nobody").code == "not_found")
        }
    }

    @Test("a user_id of 257 bytes, of none or with a NUL is nobody")
    func noUserIDs() async throws {
        try await TestService.withDevice { service, backend, device async throws in
            for userID in ["", String(repeating: "x", count: 257), String(repeating: "é", count: 129), "a\\u0000b"] {
                let assertion = backend.assertion(of: userID, at: service.clock.value)
                #expect(await device.identify(assertion).status == 401)
            }
            #expect(await service.metric(#"ssadmin_assertions_total{result="user_id"}"#) == 4)
            #expect(try await service.installation(device.id).identified == false)
        }
    }

    @Test("a user of one project is nobody in another")
    func otherProject() async throws {
        try await TestService.withDevice { service, backend, device in
            _ = try await service.backend("other-ios", in: "acme")
            #expect(await device.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            let response = await service.call("GET", "/api/v1/projects/other-ios/people/acct_1")
            #expect(response.code == "not_found")
        }
    }
}

extension TestService {
    fileprivate func personID(of device: TestDevice) async throws -> String {
        try #require(try await rows("SELECT person_id FROM installations WHERE id = \(device.id)").first).get(
            "person_id")
    }

    /// As a device will set it.
    fileprivate func setProperty(_ name: String, _ value: String, of device: TestDevice) async throws {
        let personID = try await personID(of: device)
        try await put(
            """
            INSERT INTO person_properties (person_id, name, signed, value) VALUES (\(personID), \(name), 0, \(value))
            """)
    }
}
