import API
import HTTP
import Server
import Support
import Testing

@Suite("Reviews of disables")
struct DisableReviewTests {
    @Test("one that is overdue is in the log once, and in the metrics until it is lifted")
    func overdue() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let review = service.clock.value.advanced(bySeconds: 60)
            let made = await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"crash","review_at":"\#(review)"}"#)
            let id = try #require(made.json["id"]?.text)
            func look() async throws -> (reminders: Int, gauge: Bool) {
                await service.app.reviews.remind()
                let metrics = await service.call("GET", "/metrics", token: .some(nil))
                let isOne = String(decoding: metrics.body, as: UTF8.self).contains("\nssadmin_disables_overdue 1\n")
                return (service.logged.value.count { $0.contains("overdue") && $0.contains(id) }, isOne)
            }
            #expect(try await look() == (0, false))
            service.advance(seconds: 60)
            #expect(try await look() == (1, true))
            #expect(try await look() == (1, true))
            _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"fixed"}"#)
            #expect(try await look() == (1, false))
        }
    }
}
