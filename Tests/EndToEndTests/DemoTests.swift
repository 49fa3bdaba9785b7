import FoundationEssentials
import Glibc
import Support
import Testing

@Suite("The README's first command", .onThreadsOfTheirOwn)
struct DemoTests {
    private func run(_ options: [String], in folder: FreshDatabase, environment: [String: String] = [:]) throws
        -> ChildProcess
    {
        try ChildProcess(
            [
                "\(BuiltPrograms.project)/deploy/run", "--programs", BuiltPrograms.folder, "--state",
                "\(folder.folder)/state",
            ]
                + options,
            environment: environment, folder: folder.folder, output: .file("\(folder.folder)/output"),
            errors: .file("\(folder.folder)/errors"))
    }

    private func text(_ name: String, in folder: FreshDatabase) -> String {
        (try? String(contentsOfFile: "\(folder.folder)/\(name)", encoding: .utf8)) ?? ""
    }

    @Test("the demo tells the whole story with real answers, and leaves nothing running")
    func demo() throws {
        let folder = try FreshDatabase()
        // What another service is called by must not lead the story to it.
        let misleading = [
            "SSADMIN_DATABASE": "sqlite:/nowhere/x.db", "SSADMIN_URL": "http://127.0.0.1:1", "SSADMIN_X": "1",
        ]
        let demo = try run(["--demo"], in: folder, environment: misleading)
        let end = try demo.wait(seconds: 60)
        #expect(end == .exited(0), "\(text("errors", in: folder))")
        let output = text("output", in: folder)
        for words in [
            "$ ssadmin tenant create", "ssis1_", "HTTP/1.1 304", "Dry run: nothing was changed", "verifies until",
            "sswt1_", "MISSING No test product", "Handoff 1 of shop-ios is issued.",
            "recorded for handoff 1 of shop-ios: pass.",
            "OFF: sdk for shop-ios.", #""is_enabled":false"#, "Nothing else holds it off.", "disable.lift",
        ] {
            #expect(output.contains(words))
        }
        let log = text("state/demo/service.log", in: folder)
        #expect(log.contains(#""event":"stopping""#))
    }

    @Test("a step that is not answered as told fails the demo, and says which")
    func brokenDemo() throws {
        let folder = try FreshDatabase()
        // Programs of which one says something else.
        let programs = "\(folder.folder)/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(programs)/ssadmind", withDestinationPath: try BuiltPrograms.path("ssadmind"))
        // Whatever becomes of its words, it does not go on to the real program.
        let real = try BuiltPrograms.path("ssadmin")
        let fake = "#!/bin/sh\nif [ \"$1\" = lift ]; then echo Lost.; exit 0; fi\nexec \(real) \"$@\"\n"
        try fake.write(toFile: "\(programs)/ssadmin", atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(programs)/ssadmin")
        let demo = try run(["--demo", "--programs", programs], in: folder)
        let end = try demo.wait(seconds: 60)
        #expect(end == .exited(1))
        let errors = text("errors", in: folder)
        #expect(errors.contains("The demo failed: the answer should have said 'Lifted: sdk"), "\(errors)")
    }

    @Test("run again it goes on with the same state; Ctrl-C ends the service cleanly")
    func sameState() throws {
        let folder = try FreshDatabase()
        let state = "\(folder.folder)/state"
        for round in 1...2 {
            let run = try run([], in: folder, environment: ["SSADMIN_SDK_LISTEN": "127.0.0.1:0"])
            for _ in 0..<1000
            where run.isRunning && text("errors", in: folder).split(separator: #""ready""#).count <= round {
                usleep(10_000)
            }
            let command = try ChildProcess(
                [try BuiltPrograms.path("ssadmin")]
                    + (round == 1 ? ["tenant", "create", "acme", "--name", "Acme"] : ["tenant", "show", "acme"]),
                environment: ["SSADMIN_SOCKET": "\(state)/admin.sock"], folder: folder.folder)
            #expect(try command.wait() == .exited(0))
            run.signal(SIGINT)
            #expect(try run.wait() == .exited(0))
        }
        for name in ["key-secret", "ssadmin.db", "ssadmin.db.master-key"] {
            #expect(try folder.mode(of: "\(state)/\(name)") == 0o600, "\(name)")
        }
        #expect(text("output", in: folder).contains("export PATH="))
    }
}
