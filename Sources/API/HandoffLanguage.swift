/// What people read an issued handoff in.
package enum HandoffLanguage: String, Codable, Sendable, CaseIterable {
    case ru, en
}
