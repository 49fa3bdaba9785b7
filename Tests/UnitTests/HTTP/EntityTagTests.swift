import HTTP
import Testing

@Suite("Entity tags")
struct EntityTagTests {
    private let current = EntityTag("a,b")

    @Test(
        "make a GET conditional by weak comparison, lists and the star",
        arguments: [
            ("\"a,b\"", true), ("W/\"a,b\"", true), ("\"x\", W/\"y\" ,\"a,b\"", true), ("*", true),
            (",, \"a,b\" ,", true),
            ("\"a\"", false), ("a,b", false), ("\"a,b", false), ("w/\"a,b\"", false), ("\"a,b\"x", false), ("", false),
            ("\"a,b\" \"x\"", false), ("\"x\" , a,b , \"y\"", false), ("*, \"x\"", false), ("bad, \"a,b\"", true),
        ])
    func noneMatch(_ value: String, _ matches: Bool) {
        #expect(Headers([("If-None-Match", value)]).noneMatchFails(current) == matches)
    }

    @Test("of several fields are one list")
    func fields() {
        #expect(Headers([("If-None-Match", "\"x\""), ("If-None-Match", "\"a,b\"")]).noneMatchFails(current))
        #expect(!Headers().noneMatchFails(current))
    }

    @Test("are read as weak or strong, and a star is no tag")
    func ifMatch() throws {
        guard case .tags(let tags) = EntityTags(["W/\"1\", \"1\""]) else { throw Refusal.timedOut }
        #expect(tags.map(\.isWeak) == [true, false])
        guard case .any = EntityTags(["*"]) else { throw Refusal.timedOut }
        #expect(EntityTags([]) == nil)
        #expect(EntityTag("1").description == "\"1\"")
    }
}
