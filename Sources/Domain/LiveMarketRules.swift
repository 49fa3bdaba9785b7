import API

/// What an app with LiveMarket is set up with (seed S4).
enum LiveMarketRules {
    private static let imageOriginsMax = 20
    private static let placementTagsMax = 100

    static func faults(in setup: LiveMarketSetup) -> [Fault] {
        var faults = word(setup.clientID, "client_id", "/livemarket/client_id")
        faults += HandoffRules.tooMany(setup.imageOrigins.count, imageOriginsMax, "/livemarket/image_origins")
        var origins: Set<String> = []
        for (index, origin) in setup.imageOrigins.prefix(imageOriginsMax).enumerated() {
            let pointer = "/livemarket/image_origins/\(index)"
            if !isOrigin(origin) {
                faults.append(
                    HandoffRules.fault(
                        pointer,
                        "\(HandoffRules.repeated(origin)) is no exact HTTPS origin: https://images.example.com, with a port only where it is not 443, in lower case, without a path, a '/' at its end or a '*'."
                    ))
                continue
            }
            let found = HandoffRules.secret(in: origin, pointer, of: .identifier)
            faults += found
            if !origins.insert(origin).inserted, found.isEmpty {
                faults.append(HandoffRules.fault(pointer, "\(quoted(origin)) is there twice."))
            }
        }
        faults += tagFaults(setup.placementTags)
        faults += tokenFaults(setup)
        return faults
    }

    private static func tagFaults(_ tags: [String]) -> [Fault] {
        var faults = HandoffRules.tooMany(tags.count, placementTagsMax, "/livemarket/placement_tags")
        if tags.isEmpty {
            faults.append(
                HandoffRules.fault("/livemarket/placement_tags", "A player shows a placement: name at least one tag."))
        }
        var seen: Set<ExactText> = []
        for (index, tag) in tags.prefix(placementTagsMax).enumerated() {
            let pointer = "/livemarket/placement_tags/\(index)"
            let found = word(tag, "placement tag", pointer)
            faults += found
            if !seen.insert(ExactText(tag)).inserted, found.isEmpty {
                faults.append(HandoffRules.fault(pointer, "\(quoted(tag)) is there twice."))
            }
        }
        return faults
    }

    /// Where the tokens are written down. Analytics takes one of its own, which differs from the content token (S4).
    private static func tokenFaults(_ setup: LiveMarketSetup) -> [Fault] {
        let content = setup.contentTokenReference
        let collector = "/livemarket/collector_token_reference"
        var faults = reference(content, "A reference to the content token", "/livemarket/content_token_reference")
        switch (setup.consent, setup.collectorTokenReference) {
        case (.disabled, nil): break
        case (.disabled, _?):
            faults.append(
                HandoffRules.fault(collector, "Analytics is off, so there is no collector token: leave it out."))
        case (.askedByHost, nil):
            faults.append(
                HandoffRules.fault(collector, "Analytics takes a collector token: say where it is arranged."))
        case (.askedByHost, let reference?):
            let found = Self.reference(reference, "A reference to the collector token", collector)
            faults += found
            if found.isEmpty, asRead(reference).utf8.elementsEqual(asRead(content).utf8) {
                faults.append(
                    HandoffRules.fault(
                        collector, "The collector token differs from the content token, and so do their references."))
            }
        }
        return faults
    }

    private static func reference(_ text: String, _ what: String, _ pointer: String) -> [Fault] {
        let faults = HandoffRules.text(text, what, pointer)
        guard faults.isEmpty, !SecretLike.isReference(text) else { return faults }
        return [
            HandoffRules.fault(
                pointer,
                "\(what) says where it is written down: a ticket like OPS-1042, an HTTPS URL, a path like vault:shop/livemarket/content, or words with 'vault' or 'ticket' among them. It is never the token.",
                .invalidReason)
        ]
    }

    /// Without what the eye passes over: case, and blanks around it and more than one between.
    private static func asRead(_ text: String) -> String {
        nfc(text).lowercased().unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
        .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    /// 1–128 printable ASCII characters without a blank.
    private static func word(_ text: String, _ what: String, _ pointer: String) -> [Fault] {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return [
                HandoffRules.fault(
                    pointer, "A \(what) is 1–128 printable ASCII characters without a blank.", .invalidName)
            ]
        }
        return HandoffRules.secret(in: text, pointer, of: .identifier)
    }

    /// As RFC 6454, section 6.2, writes an origin: what the SDK compares is the whole text.
    private static func isOrigin(_ text: String) -> Bool {
        guard let url = WebURL(text), url.isHTTPS, url.path.isEmpty, url.query == nil, url.fragment == nil,
            url.port != 443, !text.utf8.contains(where: ASCII.isUpper)
        else { return false }
        if case .ipv6 = url.host { return false }
        return true
    }
}
