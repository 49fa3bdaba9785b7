import Crypto
import SQL

/// The schema: the files of `Migrations/`, embedded in the program, in order and frozen.
package enum Schema {
    package static let migrations: [Migration] = [
        migration(1, "first", PackageResources._001_first_sql),
        migration(2, "policies", PackageResources._002_policies_sql),
        migration(3, "route_maps", PackageResources._003_route_maps_sql),
        migration(4, "releases", PackageResources._004_releases_sql),
        migration(5, "wrapped_secrets", PackageResources._005_wrapped_secrets_sql),
        migration(6, "handoffs", PackageResources._006_handoffs_sql),
        migration(7, "acceptances", PackageResources._007_acceptances_sql),
    ]

    private static func migration(_ version: Int, _ name: String, _ sql: [UInt8]) -> Migration {
        Migration(
            version: version, name: name, sql: String(decoding: sql, as: UTF8.self),
            digest: Hex.encode(SHA256.digest(sql)))
    }
}
