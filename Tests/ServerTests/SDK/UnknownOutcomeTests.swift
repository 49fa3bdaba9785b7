import API
import Glibc
import HTTP
import SQL
import Support
import Testing

@Suite("A COMMIT that took effect and failed all the same")
struct UnknownOutcomeTests {
    private static let error = SQLError(.io, "a fault of the test")
    private static let everything =
        #"{"scope":{"kind":"project","application_id":"shop"},"targets":["sdk"],"reason":"r"}"#

    /// Without a spill file, which would take a disable.
    private func withShop(_ faults: Faults, _ body: (TestService) async throws -> Void) async throws {
        try await TestService.with(faults: faults, spills: false) { service in
            try await service.project("shop", in: "acme")
            try await body(service)
        }
    }

    @Test("the caller is told that nobody knows, and devices already have what the tables hold")
    func readBack() async throws {
        let faults = Faults()
        try await withShop(faults) { service in
            faults.fail(startingWith: "COMMIT", .after(Self.error))
            let answer = await service.call("POST", "/api/v1/disables", Self.everything)
            #expect(answer.status == 503 && answer.code == "unavailable")
            #expect(answer.json["detail"]?.text?.contains("not known") ?? false)
            let disables = try await service.call("GET", "/api/v1/disables").answer(Page<Disable>.self).items
            #expect(disables.count == 1)
            #expect(try !service.policy("shop").isEnabled)
        }
    }

    @Test("also where the readers fail at that moment")
    func readersFail() async throws {
        let faults = Faults()
        try await withShop(faults) { service in
            let hasCommitted = Shared(false)
            faults.plan { text in
                hasCommitted.change { hasCommitted in
                    if text == "COMMIT" {
                        hasCommitted = true
                        return .after(Self.error)
                    }
                    return hasCommitted && text == "BEGIN" ? .before(Self.error) : nil
                }
            }
            #expect(await service.call("POST", "/api/v1/disables", Self.everything).status == 503)
            faults.plan(nil)
            let shown = try service.policy("shop")
            #expect(!shown.isEnabled, "what was taken away is still shown")
        }
    }

    /// Reading everything back takes its time, and another change may be committed meanwhile: what was read before must not
    /// take its place.
    @Test("and never goes back behind a change that was committed after it")
    func raced() async throws {
        let faults = Faults()
        try await withShop(faults) { service in
            let (hasFailed, isReading, isDone) = (Shared(false), Shared(false), Shared(false))
            faults.plan { text in
                if text == "COMMIT", !hasFailed.value {
                    hasFailed.change { $0 = true }
                    return .after(Self.error)
                }
                // Everything is being read back, of a moment that is fixed by now. This waits for the other change, in vain
                // where that waits.
                if text.hasPrefix("SELECT projects.*"), hasFailed.value, !isReading.value {
                    isReading.change { $0 = true }
                    for _ in 0..<50 where !isDone.value { usleep(10_000) }
                }
                return nil
            }
            async let first = service.call("POST", "/api/v1/disables", Self.everything)
            while !isReading.value { try await Task.sleep(for: .milliseconds(1)) }
            let second = await service.call("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#)
            isDone.change { $0 = true }
            #expect(await first.status == 503)
            #expect(second.status == 200)
            faults.plan(nil)
            let shown = try service.policy("shop")
            let project = try await service.call("GET", "/api/v1/projects/shop").answer(Project.self)
            #expect(shown.revision == project.revision)
            #expect(!shown.manualMinimizeEnabled, "the suspended project is shown as it was before")
        }
    }
}
