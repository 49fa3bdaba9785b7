import Foundation
import HTTP
import Support
import Testing

@testable import Server

/// Raw requests of MDA2AV/Http11Probe (MIT), each with what RFC 9112 has a server do.
@Suite("Over a socket, Http11Probe's requests")
struct EngineCorpusTests {
    static let file = "http/http11probe.jsonl"

    struct Probe: Decodable, CustomTestStringConvertible {
        let id: String
        let level: String
        let `class`: String
        let codes: [Int]
        let raw: String

        enum CodingKeys: String, CodingKey {
            case id, level, `class`, codes
            case raw = "raw_b64"
        }

        var testDescription: String { id }
        var isMust: Bool { level == "Must" }
    }

    static func probes() -> [Probe] {
        guard let bytes = try? Corpora.bytes(file) else { return [] }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        return lines.compactMap { try? JSONDecoder().decode(Probe.self, from: Data($0)) }
    }

    /// The status, or nil for a close or a silence, which refuse as well.
    private func status(_ probe: Probe, _ served: Served) throws -> Int? {
        let raw = try #require(Data(base64Encoded: probe.raw))
        let host = Array("127.0.0.1:\(served.port)".utf8)
        let placeholder = Array("@@HOST@@".utf8)
        var bytes = Array(raw)
        while let place = bytes.firstRange(of: placeholder) { bytes.replaceSubrange(place, with: host) }
        let client = try served.client(seconds: 2)
        client.send(bytes)
        let method = bytes.starts(with: "HEAD ".utf8) ? "HEAD" : "GET"
        return try? client.response(to: method).status
    }

    @Test(
        "are refused where they must be, and served where they may be",
        .enabled(if: Corpora.areThere, "\(Corpora.missing)"), .timeLimit(.minutes(2)))
    func corpus() throws {
        var limits = Engine.Limits()
        limits.head = .milliseconds(100)
        limits.body = .milliseconds(100)
        let served = try Served(limits)
        let probes = Self.probes()
        #expect(probes.count > 100)
        var deviations: [String] = []
        for probe in probes {
            let status = try status(probe, served)
            let isRefused = status.map { $0 >= 400 } ?? true
            switch probe.class {
            case "reject":
                // A line of nearly 8 KiB is listed as a refusal, of 414; it must not be one.
                if probe.id == "COMP-LONG-URL-OK" {
                    #expect(status != 414)
                } else if !isRefused {
                    if probe.isMust { Issue.record("\(probe.id) was answered \(status ?? 0)") }
                    deviations.append("\(probe.id): \(status ?? 0)")
                } else if let status, !probe.codes.contains(status) {
                    deviations.append("\(probe.id): \(status) for \(probe.codes)")
                }
            case "accept":
                // Chunked bodies are refused with 411: the contract says so.
                let isFine = status.map { $0 < 400 || [404, 405, 411].contains($0) } ?? false
                #expect(isFine, "\(probe.id) was answered \(status.map(String.init) ?? "by a close")")
            case "reject_or_2xx":
                if !isRefused { deviations.append("\(probe.id): \(status ?? 0)") }
            default:
                #expect(status != 101, "\(probe.id) was upgraded")
            }
        }
        print("Http11Probe, answered otherwise than it prefers: \(deviations.joined(separator: ", "))")
    }
}
