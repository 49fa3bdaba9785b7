import HTTP

/// The OpenAPI documents as they are served, each by its plane, without authorization (seed S2).
enum Specification {
    static let admin = document(PackageResources.admin_yaml)
    static let sdk = document(PackageResources.sdk_yaml)

    private static func document(_ bytes: [UInt8]) -> Response {
        Response(
            status: 200, headers: [("Content-Type", "application/yaml"), ("Cache-Control", "public, max-age=300")],
            body: bytes)
    }
}
