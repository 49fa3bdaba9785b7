/// People: whom a retailer's backend vouched for, by its own opaque `user_id`.
package enum People {
    package static let get = Endpoint<Nothing, Person>(
        .get, "/api/v1/projects/{app}/people/{user_id}", scope: .customerSDKRead)
}

package struct Person: Codable, Sendable, Equatable {
    package struct Property: Codable, Sendable, Equatable {
        package let value: String
        /// By the backend, in an assertion; a signed property wins over one that a device set.
        package let signed: Bool

        package init(value: String, signed: Bool) {
            self.value = value
            self.signed = signed
        }
    }

    package let installations: [String]
    package let properties: [String: Property]

    package init(installations: [String], properties: [String: Property]) {
        self.installations = installations
        self.properties = properties
    }
}
