import API
import CLI
import Crypto
import FoundationEssentials
import Support
import Testing

@Suite("The release commands")
struct ReleaseCommandsTests {
    private static let archive = Array("an archive".utf8)
    private static let digest = Hex.encode(SHA256.digest(archive))
    private static let other = String(repeating: "0", count: 64)
    private static let id = "5b0c9d1e7f3a42618890aabb"

    private static func release(
        _ product: String = "ShopStoryPlayerSDK", _ version: String = "0.2.0", digest: String = digest,
        status: String = "accepted", id: String = id
    ) -> String {
        let withdrawal =
            status == "withdrawn" ? #"{"at":"2026-11-30T09:00:00Z","by":"ann","reason":"leaks"}"# : "null"
        return #"""
            {"archive_sha256":"\#(digest)","created_at":"2026-11-30T08:00:00Z","created_by":"ann","id":"\#(id)","notes":null,
             "paired_version":null,"product":"\#(product)","requirements":{},"status":"\#(status)","version":"\#(version)",
             "withdrawal":\#(withdrawal)}
            """#
    }

    private static func page(_ releases: String...) -> String {
        #"{"items":[\#(releases.joined(separator: ","))],"next_cursor":null}"#
    }

    /// Runs with the archive in a file, named by `FILE` among the words.
    private func run(
        _ words: [String], isTerminal: Bool = true, progressBytesMin: Int? = nil, _ service: ScriptedService
    ) throws -> CommandRun {
        let path = FileManager.default.temporaryDirectory.path() + "ssadmin-archive-\(UUID().uuidString)"
        try Data(Self.archive).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return CommandRun(
            words.map { $0 == "FILE" ? path : $0 }, isTerminal: isTerminal, progressBytesMin: progressBytesMin,
            transport: service.transport)
    }

    /// Whatever lines they were broken into.
    private func words(_ text: String) -> String {
        text.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    }

    @Test("An archive that is a release is said to be that one")
    func verified() throws {
        let service = ScriptedService(.answer(200, Self.page(Self.release(digest: Self.other), Self.release())))
        let verified = try run(["release", "verify", "FILE"], service)
        #expect(verified.status == .done)
        #expect(verified.output.contains("is ShopStoryPlayerSDK 0.2.0 (accepted)."))
        #expect(verified.output.contains("sha256  \(Self.digest)"))
        #expect(service.requests.allSatisfy { $0.method == .get && $0.body == nil }, "the file goes nowhere")
    }

    @Test("A script gets one document with the releases that it is")
    func document() throws {
        let service = ScriptedService(
            .answer(
                200, Self.page(Self.release(digest: Self.other, id: String(repeating: "1", count: 24)), Self.release()))
        )
        let verified = try run(["release", "verify", "FILE"], isTerminal: false, service)
        let json = try JSONScanner.scan(Array(verified.output.utf8))
        #expect(json["archive_sha256"] == .string(Self.digest))
        guard case .array(let releases)? = json["releases"] else { throw OutsideError("no releases") }
        #expect(releases.count == 1 && releases.first?["archive_sha256"] == .string(Self.digest))
    }

    @Test("An archive that is no release is not found")
    func unknown() throws {
        let service = ScriptedService(.answer(200, Self.page(Self.release(digest: Self.other))))
        let verified = try run(["release", "verify", "FILE"], service)
        #expect(verified.status == .notFound && verified.output.isEmpty)
        #expect(words(verified.errors).contains("is the archive of no release"))
    }

    @Test("An archive that is not the named release is a conflict, and says what it is")
    func mismatch() throws {
        let named = Self.release("LiveMarketSDK", "1.0.0", digest: Self.other, id: String(repeating: "1", count: 24))
        let service = ScriptedService(
            .answer(200, Self.page(named)), .answer(200, Self.page(named, Self.release())))
        let verified = try run(["release", "verify", "FILE", "--release", "LiveMarketSDK@1.0.0"], service)
        #expect(verified.status == .conflict && verified.output.isEmpty)
        let words = words(verified.errors)
        #expect(words.contains("is not the archive of LiveMarketSDK 1.0.0"))
        #expect(words.contains("it is ShopStoryPlayerSDK@0.2.0"))
        #expect(words.contains(Self.digest) && words.contains(Self.other))
    }

    @Test("A withdrawn release is named, with the reason, and is no success")
    func withdrawn() throws {
        let service = ScriptedService(.answer(200, Self.page(Self.release(status: "withdrawn"))))
        let verified = try run(["release", "verify", "FILE"], service)
        #expect(verified.status == .conflict)
        #expect(verified.output.contains("WITHDRAWN by ann: leaks"))
    }

    @Test("A large file shows its progress on standard error, if that is a terminal, and never on standard output")
    func progress() throws {
        for (bytesMin, isShown) in [(4, true), (1_000, false)] {
            let service = ScriptedService(.answer(200, Self.page(Self.release())))
            let verified = try run(
                ["release", "verify", "FILE"], isTerminal: false, progressBytesMin: bytesMin, service)
            #expect(verified.status == .done)
            #expect(verified.errors.hasPrefix("\r100 % [####") == isShown && verified.errors.isEmpty != isShown)
            #expect(!verified.output.contains("%"))
        }
        let service = ScriptedService(.answer(200, Self.page(Self.release())))
        #expect(try run(["release", "verify", "FILE"], service).errors.isEmpty, "standard error is no terminal")
    }

    @Test("A file that cannot be read is a usage error, before anything is registered")
    func unreadable() {
        for (path, words) in [
            ("/nowhere/sdk.zip", "cannot be read"), ("/", "is no archive"), ("/dev/null", "is no archive"),
        ] {
            let service = ScriptedService()
            let run = CommandRun(
                ["release", "add", "LiveMarketSDK@1.0.0", "--archive", path], transport: service.transport)
            #expect(run.status == .usage && run.errors.contains(words), "\(path)")
            #expect(service.requests.isEmpty)
        }
    }

    @Test("A release is added with the hash of its archive, or with one that is given")
    func add() throws {
        let service = ScriptedService(.answer(200, Self.page()), .answer(201, Self.release()))
        let added = try run(
            [
                "release", "add", "ShopStoryPlayerSDK@0.2.0", "--archive", "FILE", "--require", "ios=15", "--require",
                "xcode=16", "--notes", "one\ntwo",
            ], service)
        #expect(added.status == .done, "\(added.errors)")
        let sent = service.requests.last.flatMap { $0.body }.map { String(decoding: $0, as: UTF8.self) }
        #expect(
            sent
                == #"{"archive_sha256":"\#(Self.digest)","notes":"one\ntwo","product":"ShopStoryPlayerSDK","requirements":{"ios":"15","xcode":"16"},"version":"0.2.0"}"#
        )
        for words in [
            [], ["--archive", "FILE", "--sha256", Self.other], ["--sha256", Self.other, "--require", "ios"],
            ["--sha256", Self.other, "--require", "ios=1", "--require", "ios=2"],
        ] {
            let untouched = ScriptedService()
            #expect(try run(["release", "add", "LiveMarketSDK@1.0.0"] + words, untouched).status == .usage, "\(words)")
            #expect(untouched.requests.isEmpty)
        }
        #expect(
            try run(["release", "add", "LiveMarketSDK", "--sha256", Self.other], ScriptedService()).status == .usage)
    }

    @Test(
        "A withdrawal says what would turn the version off where it runs",
        arguments: [
            ("ShopStoryPlayerSDK", "disable --everywhere --product shopstory --sdk '=0.2.0' --reason TEXT"),
            ("shopstory_player_flutter", "disable --everywhere --product shopstory --sdk '=0.2.0' --reason TEXT"),
            ("LiveMarketSDK", "disable --everywhere --product livemarket --sdk '=0.2.0' --reason TEXT"),
            ("MyBotSDK", "disable --everywhere --product mybot --sdk '=0.2.0' --reason TEXT"),
            ("AcmeSDK", "disable APP --sdk '=0.2.0' --reason TEXT"),
        ])
    func withdraw(_ product: String, _ disable: String) {
        let service = ScriptedService(
            .answer(200, Self.page(Self.release(product))), .answer(200, Self.release(product), etag: #""1""#),
            .answer(200, Self.release(product, status: "withdrawn")))
        let run = CommandRun(
            ["release", "withdraw", "\(product)@0.2.0", "--reason", "leaks"], isTerminal: true,
            transport: service.transport)
        #expect(run.status == .done)
        #expect(run.output.contains("ssadmin \(disable)\n"), "\(run.output)")
        #expect(run.output.contains("Undo: ssadmin release accept \(product)@0.2.0 --reason TEXT"))
        #expect(service.requests.last?.header("If-Match") == #""1""#)
    }

    @Test("A release is named by product and version to the letter, or by its id, and by nothing else")
    func names() {
        let service = ScriptedService(.answer(200, Self.page(Self.release())))
        let unknown = CommandRun(
            ["release", "show", "ShopStoryPlayerSDK@0.2"], isTerminal: true, transport: service.transport)
        #expect(unknown.status == .notFound && unknown.errors.contains("There is no release ShopStoryPlayerSDK@0.2."))
        #expect(service.requests.first?.path.contains("product=ShopStoryPlayerSDK") == true)
        let untouched = ScriptedService()
        #expect(CommandRun(["release", "show", "0.2.0"], transport: untouched.transport).status == .usage)
        #expect(untouched.requests.isEmpty)
        let known = ScriptedService(.answer(200, Self.release()))
        #expect(CommandRun(["release", "show", Self.id], transport: known.transport).status == .done)
        #expect(known.requests.first?.path == "/api/v1/releases/\(Self.id)")
    }
}
