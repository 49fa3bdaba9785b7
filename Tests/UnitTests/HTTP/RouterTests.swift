import HTTP
import Testing

@Suite("A router")
struct RouterTests {
    static let router: Router<String> = {
        var router = Router<String>()
        for (method, template) in [
            ("GET", "/api/v1/projects"), ("POST", "/api/v1/projects"), ("GET", "/api/v1/projects/{app}"),
            ("DELETE", "/api/v1/projects/{app}"), ("POST", "/api/v1/projects/{app}/identity-secret/rotate"),
            ("GET", "/api/v1/projects/{app}/installations/{id}"),
            ("POST", "/api/v1/projects/{app}/installations/revoke"),
            ("GET", "/healthz"), ("GET", "/"),
        ] {
            router.add(method, PathTemplate(template), "\(method) \(template)")
        }
        return router
    }()

    private func outcome(_ method: String, _ path: String) -> String {
        switch Self.router.route(method: method, path: path) {
        case .found(let value, let parameters):
            ([value] + parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
        case .methodNotAllowed(let allow): "405 " + allow.joined(separator: ",")
        case .notFound: "404"
        }
    }

    @Test(
        "finds what serves a method and a path",
        arguments: [
            ("GET", "/", "GET /"),
            ("HEAD", "/healthz", "GET /healthz"),
            ("POST", "/api/v1/projects", "POST /api/v1/projects"),
            ("GET", "/api/v1/projects/shop-ios", "GET /api/v1/projects/{app} app=shop-ios"),
            ("GET", "/api/v1/projects/a/installations/b", "GET /api/v1/projects/{app}/installations/{id} app=a id=b"),
            (
                "POST", "/api/v1/projects/a/installations/revoke",
                "POST /api/v1/projects/{app}/installations/revoke app=a"
            ),
            ("GET", "/api/v1/%70rojects", "GET /api/v1/projects"),
        ])
    func found(_ method: String, _ path: String, _ value: String) {
        #expect(outcome(method, path) == value)
    }

    @Test(
        "decodes a parameter exactly once, and never takes a decoded slash for a separator",
        arguments: [
            ("a%20b", "a b"), ("a+b", "a+b"), ("%2541", "%41"), ("a%2Fb", "a/b"), ("%2e%2E", ".."),
            ("%C3%A9", "\u{E9}"),
        ])
    func decoded(_ raw: String, _ value: String) {
        #expect(outcome("GET", "/api/v1/projects/\(raw)") == "GET /api/v1/projects/{app} app=\(value)")
    }

    @Test(
        "knows nothing at a path that is undecodable, incomplete or too long",
        arguments: [
            "/api/v1/projects/%", "/api/v1/projects/%4", "/api/v1/projects/%GG", "/api/v1/projects/%00",
            "/api/v1/projects/%C0%AF", "/api/v1/projects/%ED%A0%80", "/api/v1/projects/", "/api/v1/projects/a/",
            "/api/v1", "//healthz", "/healthz/", "/HEALTHZ", "", "*", "/api/v1%2Fprojects",
            "/api/v1/projects/a/installations",
        ])
    func notFound(_ path: String) {
        #expect(outcome("GET", path) == "404")
    }

    @Test("says which methods a path has")
    func allow() {
        #expect(outcome("PUT", "/api/v1/projects") == "405 GET,HEAD,POST")
        #expect(outcome("HEAD", "/api/v1/projects/a/identity-secret/rotate") == "405 POST")
        #expect(outcome("get", "/healthz") == "405 GET,HEAD")
    }

    @Test("prefers a literal segment to a parameter, for every method")
    func literal() {
        #expect(outcome("GET", "/api/v1/projects/a/installations/revoke") == "405 POST")
    }

    @Test("templates write the path they read")
    func template() {
        let template = PathTemplate("/api/v1/projects/{app}/installations/{id}")
        let path = template.path(["app": "a/b ?", "id": "\u{E9}"])
        #expect(path == "/api/v1/projects/a%2Fb%20%3F/installations/%C3%A9")
        #expect(outcome("GET", path).hasSuffix("app=a/b ? id=\u{E9}"))
    }
}
