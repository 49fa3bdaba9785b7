import API
import Glibc
import HTTP
import Support
import Testing

@Suite("Many at once", .onThreadsOfTheirOwn)
struct LoadTests {
    @Test(
        "what 64 connections were acknowledged is there after SIGKILL in the middle, each with its row in the audit log"
    )
    func groupCommit() throws {
        let service = try LiveService()
        try service.start("--init")
        let acknowledged = Shared<Set<String>>([])
        let threads = (0..<64).map { number in
            let path = service.socket
            return Thread {
                guard let client = try? RawClient(path: path, seconds: 10) else { return }
                // Bounded; the kill below ends them long before.
                for count in 0..<5_000 {
                    let slug = "t-\(number)-\(count)"
                    let body = #"{"slug":"\#(slug)","name":"Tenant"}"#
                    client.send(
                        "POST /api/v1/tenants HTTP/1.1\r\nHost: ssadmin\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                    guard let response = try? client.response(to: "POST"), response.status == 201 else { return }
                    acknowledged.change { _ = $0.insert(slug) }
                }
            }
        }
        var waited = 0
        while acknowledged.value.count < 3_000, waited < 500 {
            usleep(10_000)
            waited += 1
        }
        try service.kill()
        for thread in threads { thread.join() }
        #expect(acknowledged.value.count >= 1_000, "the service was too slow for this to be a test")

        try service.start()
        let tenants = try all(Tenant.self, "/api/v1/tenants?", service).map(\.slug)
        let audited = try all(AuditEntry.self, "/api/v1/audit?action=tenant.create&", service).filter {
            $0.outcome == .done
        }
        #expect(acknowledged.value.subtracting(tenants) == [], "an acknowledged change was lost")
        #expect(audited.count == tenants.count, "a change and its row in the audit log came apart")
        #expect(try service.stop() == .exited(0))
    }

    /// All pages of a list.
    private func all<Item: Codable & Sendable>(_ type: Item.Type, _ path: String, _ service: LiveService) throws
        -> [Item]
    {
        var items: [Item] = []
        var cursor = ""
        while true {
            let page = try service.call("GET", "\(path)limit=200\(cursor)").answer(Page<Item>.self)
            items += page.items
            guard let next = page.nextCursor.optional else { return items }
            cursor = "&cursor=\(next)"
        }
    }
}
