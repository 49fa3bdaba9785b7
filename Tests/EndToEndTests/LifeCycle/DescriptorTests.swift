import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite(
    "Descriptors", .onThreadsOfTheirOwn,
    .enabled(if: Tracing.isAllowed, "processes cannot be traced here, or strace is missing"))
struct DescriptorTests {
    /// A second close of one number hits whatever another thread has opened under it meanwhile.
    @Test("none is closed twice, from a start that is refused to a stop")
    func closedOnce() throws {
        let service = try LiveService()
        let trace = "\(service.folder)/trace"
        service.wrapper = ["strace", "-f", "-o", trace, "-e", "trace=close", "-e", "status=failed"]
        try service.start("--init")
        let second = try LiveService(files: service.files)
        let traceOfSecond = "\(service.folder)/trace2"
        second.wrapper = ["strace", "-f", "-o", traceOfSecond, "-e", "trace=close", "-e", "status=failed"]
        #expect(try second.ended("serve").end == .exited(78))

        try service.makeProject()
        _ = try service.policy("shop-ios")
        for method in ["GET", "DELETE"] { _ = try service.call(method, "/api/v1/whoami") }
        do {
            let broken = try service.connect(.sdk)
            broken.send("GET / HTTP/1.1\r\nno field\r\n\r\n")
            _ = try broken.readToEnd()
            let gone = try service.connect(.sdk)
            gone.send("GET /sdk/v1/pol")
            gone.resetAtClose()
        }
        // strace gives signals on to what it traces only when they come from the terminal: the service's own id is wanted.
        let traced = try String(
            contentsOfFile: "/proc/\(service.process!.id)/task/\(service.process!.id)/children", encoding: .utf8)
        let id = try #require(pid_t(traced.split(separator: " ").first ?? ""))
        kill(id, SIGTERM)
        #expect(try service.process!.wait() == .exited(0))
        for path in [trace, traceOfSecond] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("exited with"), "nothing was traced")
            #expect(!text.contains("EBADF"), "\(text)")
        }
    }
}
