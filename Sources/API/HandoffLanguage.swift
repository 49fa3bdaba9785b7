/// What an issued handoff is had as; JSON unless something else is said.
package enum HandoffFormat: String, Codable, Sendable, CaseIterable {
    case json, md, html
}

/// What people read an issued handoff in.
package enum HandoffLanguage: String, Codable, Sendable, CaseIterable {
    case ru, en
}
