import API
import FoundationEssentials
import HTTP

extension LiveService {
    package enum Plane { case admin, sdk }

    /// The port that the running process says it has bound.
    package func port(_ plane: Plane) throws -> UInt16 {
        let member = plane == .admin ? "admin_listen" : "sdk_listen"
        guard case .string(let address) = try waitForEvent("ready")[member] ?? .null,
            let port = address.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw OutsideError("the service does not say where it listens: \(said)") }
        return port
    }

    package func connect(_ plane: Plane, seconds: Int = 15) throws -> RawClient {
        if plane == .admin, settings["SSADMIN_ADMIN_LISTEN"]!.hasPrefix("unix:") {
            return try RawClient(path: socket, seconds: seconds)
        }
        return try RawClient(port: try port(plane), seconds: seconds)
    }

    /// One call over a connection of its own. Without a token it comes as the Unix user of the tests.
    package func call(
        _ method: String, _ target: String, _ body: String? = nil, on plane: Plane = .admin,
        headers: [String: String] = [:]
    ) throws -> Response {
        let client = try connect(plane)
        client.send(message(method, target, body, on: plane, headers: headers))
        return try client.response(to: method)
    }

    /// The bytes of a request; headers that are given stand in the place of the usual ones.
    package func message(
        _ method: String, _ target: String, _ body: String? = nil, on plane: Plane = .admin,
        headers: [String: String] = [:]
    ) -> String {
        var fields = ["Host": "ssadmin"]
        if plane == .admin, method != "GET", method != "HEAD" { fields["Content-Type"] = "application/json" }
        if let body { fields["Content-Length"] = String(body.utf8.count) }
        fields.merge(headers) { $1 }
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")"
    }

    /// What a device is told, as the document.
    package func policy(_ applicationID: String) throws -> PolicyDocument {
        let response = try call("GET", "/sdk/v1/policy?application_id=\(applicationID)", on: .sdk)
        guard response.status == 200 else {
            throw OutsideError("the policy of \(applicationID) is answered \(response.status)")
        }
        return try response.answer(PolicyDocument.self)
    }

    /// The command line as in a script: without a terminal.
    package func command(
        _ words: [String]
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        let name = "\(folder)/command.\(UUID())"
        let child = try ChildProcess(
            [try BuiltPrograms.path("ssadmin")] + words,
            environment: environment.merging(["SSADMIN_SOCKET": socket]) { $1 }, folder: folder,
            output: .file("\(name).out"), errors: .file("\(name).err"))
        let end = try child.wait()
        return (
            end, try String(contentsOfFile: "\(name).out", encoding: .utf8),
            try String(contentsOfFile: "\(name).err", encoding: .utf8)
        )
    }

    /// A tenant with one project, as most tests begin.
    package func makeProject(_ applicationID: String = "shop-ios", in tenant: String = "acme") throws {
        _ = try call("POST", "/api/v1/tenants", #"{"slug":"\#(tenant)","name":"Acme"}"#)
        let made = try call(
            "POST", "/api/v1/projects",
            """
            {"tenant":"\(tenant)","application_id":"\(applicationID)","name":"Shop","ios_bundle_ids":["com.acme.shop"],
             "android_package_names":[]}
            """)
        guard made.status == 201 else {
            throw OutsideError("no project was made: \(String(decoding: made.body, as: UTF8.self))")
        }
    }
}
