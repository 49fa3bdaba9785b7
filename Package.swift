// swift-tools-version: 6.2
import PackageDescription

// A module exists where the compiler must enforce something; arrows only point down this list (README, "The modules").

let swift: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "ssadmin",
    products: [
        .executable(name: "ssadmind", targets: ["ssadmind"]),
        .executable(name: "ssadmin", targets: ["ssadmin"]),
    ],
    targets: [
        // Debian's C libraries, and what Swift's Glibc module does not show of the kernel.
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLinux"),

        .target(name: "API", swiftSettings: swift),
        .target(name: "HTTP", swiftSettings: swift),
        .target(name: "Crypto", dependencies: ["COpenSSL"], swiftSettings: swift),
        .target(name: "Domain", dependencies: ["API", "Crypto"], swiftSettings: swift),
        .target(name: "SQL", dependencies: ["CSQLite"], swiftSettings: swift),
        .target(
            name: "Store", dependencies: ["API", "Crypto", "Domain", "SQL"],
            resources: [
                .embedInCode("../../Migrations/0001_first.sql"), .embedInCode("../../Migrations/0002_policies.sql"),
                .embedInCode("../../Migrations/0003_route_maps.sql"),
                .embedInCode("../../Migrations/0004_releases.sql"),
                .embedInCode("../../Migrations/0005_wrapped_secrets.sql"),
                .embedInCode("../../Migrations/0006_handoffs.sql"),
                .embedInCode("../../Migrations/0007_acceptances.sql"),
            ], swiftSettings: swift),
        .target(
            name: "Server",
            dependencies: ["API", "HTTP", "Crypto", "Domain", "Store", "SQL", "CLinux"],
            resources: [.embedInCode("OpenAPI/admin.yaml"), .embedInCode("OpenAPI/sdk.yaml")], swiftSettings: swift),
        .target(name: "CLI", dependencies: ["API", "HTTP", "Crypto"], swiftSettings: swift),

        .executableTarget(name: "ssadmind", dependencies: ["Server"], swiftSettings: swift),
        .executableTarget(name: "ssadmin", dependencies: ["CLI"], swiftSettings: swift),

        .target(
            name: "Support",
            dependencies: ["API", "HTTP", "Crypto", "Domain", "SQL", "Store", "Server", "CLI"],
            path: "Tests/Support", swiftSettings: swift),
        .testTarget(
            name: "UnitTests", dependencies: ["API", "HTTP", "Crypto", "Domain", "Server", "CLI", "Support"],
            swiftSettings: swift),
        .testTarget(
            name: "StoreTests", dependencies: ["API", "Crypto", "Domain", "SQL", "Store", "Support"],
            swiftSettings: swift),
        .testTarget(
            name: "ServerTests",
            dependencies: ["API", "HTTP", "Crypto", "Domain", "SQL", "Store", "Server", "CLI", "Support"],
            swiftSettings: swift),
        .testTarget(
            name: "EndToEndTests", dependencies: ["API", "HTTP", "Crypto", "Support", "CLI", "Server"],
            exclude: ["Scripts"], swiftSettings: swift),
    ],
    swiftLanguageModes: [.v6]
)
