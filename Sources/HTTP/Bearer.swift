extension Headers {
    /// The token of the one `Authorization` field: `Bearer` in any case, one blank, the token (RFC 6750, 2.1). Nil without
    /// one, with two, and for another scheme.
    package var bearer: String? {
        let fields = all("Authorization")
        guard fields.count == 1 else { return nil }
        let parts = fields[0].utf8.split(separator: .space, maxSplits: 1)
        guard parts.count == 2, String(Substring(parts[0])).equalsIgnoringASCIICase("bearer") else { return nil }
        return String(Substring(parts[1]))
    }
}
