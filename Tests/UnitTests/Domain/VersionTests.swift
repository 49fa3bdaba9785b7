import API
import Domain
import Support
import Testing

@Suite("Versions and their ranges")
struct VersionTests {
    @Test("the fixture's versions ascend, each below all that follow")
    func order() throws {
        let versions = try Fixtures.cases("versions", "ascending").map { each in
            try #require(each.text.flatMap(Version.init))
        }
        #expect(versions.count > 10)
        for (index, version) in versions.enumerated() {
            #expect(version == version)
            for later in versions[(index + 1)...] {
                #expect(version < later)
                #expect(!(later < version) && version != later)
            }
        }
    }

    @Test("a release's version is exact where the fixture says so, and then it can be read and is in its own range")
    func exact() throws {
        let cases = try Fixtures.cases("versions", "exact")
        #expect(cases.count > 20)
        for each in cases {
            let text = try #require(each["version"]?.text)
            #expect(Version.isExact(text) == each["valid"]?.flag, "\(each)")
            guard Version.isExact(text) else { continue }
            #expect(try VersionRange("=\(text)", at: "").holds(for: Version(text)))
        }
    }

    @Test(
        "an exact version has no zeros before a number, and no more than a disable can name",
        arguments: [
            ("1.00.0", false), ("1.0.00", false), ("0.0.0", true), ("1.0.0-0", true), ("1.0.0-00", false),
            ("1.0.0-a.01", false), ("1.0.0-a.01b", true), ("1.0.0+01", true), ("1.0.0-a+b-c.d", true),
            ("1.0.0+b+c", false), ("1.0.0-a b", false), ("1.0.0.0", false),
            ("1.0.0-" + String(repeating: "a", count: 58), true),
            ("1.0.0-" + String(repeating: "a", count: 59), false),
        ])
    func exactBoundaries(_ text: String, _ isExact: Bool) {
        #expect(Version.isExact(text) == isExact)
    }

    @Test("a version is inside a range as the fixture says, and one that cannot be read always")
    func inside() throws {
        let cases = try Fixtures.cases("versions", "inside")
        #expect(cases.count > 100)
        for each in cases {
            let range = try VersionRange(try #require(each["range"]?.text), at: "")
            #expect(range.holds(for: each["version"]?.text.flatMap(Version.init)) == each["inside"]?.flag, "\(each)")
        }
    }

    @Test("what is no range is refused, with the pointer to it")
    func malformed() throws {
        for each in try Fixtures.cases("versions", "invalid_ranges") {
            let text = try #require(each.text)
            let failure = #expect(throws: Failure.self) { try VersionRange(text, at: "/sdk_versions") }
            #expect(failure?.code == .invalidRange)
            #expect(failure?.faults.map(\.pointer) == ["/sdk_versions"])
        }
    }

    @Test(
        "what cannot be read is no version",
        arguments: ["", ".", "1.", ".1", "v1", "1..2", "1.0.0-", "1.0.0+", "1 ", "1.0-a..b", "٣.0", "1.0-ä"])
    func unreadable(_ text: String) {
        #expect(Version(text) == nil)
    }

    @Test("a version has at most 64 characters, and build metadata does not count")
    func length() {
        #expect(Version(String(repeating: "1", count: 64)) != nil)
        #expect(Version(String(repeating: "1", count: 65)) == nil)
        #expect(Version("1.0.0+build.7") == Version("1"))
    }
}
