import API
import Domain
import Support
import Testing

@Suite("Project keys")
struct ProjectKeyTests {
    private func signer() throws -> ProjectKeySigner {
        let fixture = try Fixtures.whole("project-keys")
        return ProjectKeySigner(
            current: Array((fixture["key_secret"]?.text ?? "").utf8),
            previous: (fixture["previous_key_secrets"]?.items ?? []).map { Array(($0.text ?? "").utf8) })
    }

    @Test("each key of the fixture verifies or does not, as it says")
    func fixture() throws {
        let signer = try signer()
        let cases = try Fixtures.cases("project-keys")
        #expect(cases.count >= 20)
        for each in cases {
            let text = try #require(each["key"]?.text)
            let isValid = ProjectKey(text).map(signer.verifies) ?? false
            #expect(isValid == each["valid"]?.flag, "\(each["why"]?.text ?? "") \(text.debugDescription)")
        }
    }

    @Test("a key signed anew from region and id is the fixture's key")
    func signing() throws {
        let signer = try signer()
        var compared = 0
        for each in try Fixtures.cases("project-keys") {
            guard let region = each["region"]?.text, let id = each["id"]?.text else { continue }
            let bytes = stride(from: 0, to: 24, by: 2).map { at in
                UInt8(id.dropFirst(at).prefix(2), radix: 16) ?? 0
            }
            #expect(try signer.key(region: region, id: bytes).text == each["key"]?.text)
            compared += 1
        }
        #expect(compared == 3)
    }

    @Test("changing any one character of a key makes it another that does not verify, or none")
    func everyCharacterCounts() throws {
        let signer = try signer()
        let key = try signer.key(region: "eu", id: [UInt8](repeating: 0xa7, count: 12)).text
        for place in key.indices {
            for other in "0a_z" where other != key[place] {
                let changed = key.replacingCharacter(at: place, with: other)
                #expect(!(ProjectKey(changed).map(signer.verifies) ?? false), "\(changed)")
            }
        }
    }

    @Test("without a current secret a key is verified by the older ones, and none is signed")
    func onlyPrevious() throws {
        let full = try signer()
        let key = try full.key(region: "eu", id: [UInt8](repeating: 1, count: 12))
        let fixture = try Fixtures.whole("project-keys")
        let secret = Array((fixture["key_secret"]?.text ?? "").utf8)
        let old = ProjectKeySigner(current: nil, previous: [secret])
        #expect(old.canVerify)
        #expect(old.verifies(key))
        #expect(throws: Failure.self) { try old.key(region: "eu", id: [UInt8](repeating: 1, count: 12)) }
        let none = ProjectKeySigner(current: nil, previous: [])
        #expect(!none.canVerify && !none.verifies(key))
    }
}

extension String {
    fileprivate func replacingCharacter(at place: Index, with other: Character) -> String {
        String(self[..<place]) + String(other) + String(self[index(after: place)...])
    }
}
