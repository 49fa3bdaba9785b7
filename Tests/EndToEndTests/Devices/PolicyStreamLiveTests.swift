import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("The policy stream of the built service", .onThreadsOfTheirOwn)
struct PolicyStreamLiveTests {
    private static let target = "/sdk/v1/policy/events?application_id=shop-ios"

    private func document(_ heard: StreamClient.Heard?) throws -> PolicyDocument {
        let data = try #require(heard?.data)
        return try JSONReader.decode(PolicyDocument.self, from: JSONScanner.scan(Array(data.utf8)))
    }

    private func disable(_ service: LiveService) throws -> String {
        let body = #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"test"}"#
        return try service.call("POST", "/api/v1/disables", body).answer(CreatedDisable.self).id
    }

    private func lift(_ id: String, _ service: LiveService) throws {
        #expect(try service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"test"}"#).status == 200)
    }

    @Test("a switch and its end are heard in order, and a stop ends the stream between two events")
    func order() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let listener = StreamClient(try service.connect(.sdk), Self.target)
        var last = try document(listener.nextEvent())
        #expect(last.isEnabled)
        for _ in 0..<10 {
            let id = try disable(service)
            let off = try document(listener.nextEvent())
            #expect(!off.isEnabled && off.revision > last.revision)
            try lift(id, service)
            last = try document(listener.nextEvent())
            #expect(last.isEnabled && last.revision > off.revision)
        }
        #expect(try last == service.policy("shop-ios"))
        #expect(try service.stop() == .exited(0))
        #expect(try listener.nextEvent() == nil)
    }

    @Test("after a restart all listeners come back at once, are never refused for good, and hear what is new")
    func restart() throws {
        let service = try LiveService()
        let port = try FreePort.find()
        service.settings["SSADMIN_SDK_LISTEN"] = "127.0.0.1:\(port)"
        try service.start("--init")
        try service.makeProject()
        var listeners = try (0..<200).map { _ in StreamClient(try RawClient(port: port), Self.target) }
        var ids: [Int64] = []
        for listener in listeners { ids.append(try #require(try listener.nextEvent()?.id)) }
        #expect(try service.stop() == .exited(0))
        for listener in listeners { #expect(try listener.nextEvent() == nil) }

        let present = try #require(ids.first)
        let statuses = Shared<[Int]>([])
        let returned = Shared<[StreamClient?]>(Array(repeating: nil, count: 200))
        let devices = (0..<20).map { group in
            Thread {
                for index in (group * 10)..<(group * 10 + 10) {
                    // Half of them have lost what they had.
                    let after = index % 2 == 0 ? "\(present)" : nil
                    for _ in 0..<3_000 {
                        if let client = try? RawClient(port: port, seconds: 30) {
                            let listener = StreamClient(client, Self.target, after: after)
                            let status = (try? listener.status()) ?? nil
                            if let status { statuses.change { $0.append(status) } }
                            if status == 200 {
                                returned.change { $0[index] = listener }
                                break
                            }
                        }
                        usleep(5_000)
                    }
                }
            }
        }
        try service.start()
        for device in devices { device.join() }
        #expect(Set(statuses.value).isSubset(of: [200, 503]), "\(Set(statuses.value))")
        listeners = returned.value.compactMap(\.self)
        #expect(listeners.count == 200)
        for (index, listener) in listeners.enumerated() where index % 2 == 1 {
            #expect(try listener.nextEvent()?.id == present)
        }
        _ = try disable(service)
        let now = try service.policy("shop-ios")
        #expect(!now.isEnabled)
        for listener in listeners { #expect(try document(listener.nextEvent()) == now) }
        #expect(try service.stop() == .exited(0))
    }
}
