import API

/// A secret that goes to the customer's engineer by a token that fetches it once.
enum HandingOver {
    static let wrap = Option(
        "wrap", "SPAN", "a token that fetches the secret once within that time, e.g. 15m, in its place")

    /// Errors: what is no span. Which spans are taken is the service's to say.
    static func seconds(_ invocation: Invocation) throws(Trouble) -> Int64? {
        guard let span = invocation[wrap] else { return nil }
        guard let seconds = Times.seconds(span) else {
            throw .usage("--wrap is a span like 15m or 2h, not \(span).")
        }
        return seconds
    }

    /// What is handed over beside the token, which goes where secrets go.
    static func lines(_ token: OneShotToken?, _ invocation: Invocation) -> [String] {
        guard let token else { return [] }
        // In quotes, so that nothing in a configured address is a command to the engineer's shell.
        let url = token.url.optional.map(shellQuoted) ?? "https://SDK-HOST" + SDKAPI.unwrap
        return [
            "",
            "Whoever has the token gets the secret, once, until \(Times.both(token.expiresAt, to: invocation.now)):",
            #"curl -sS -H 'Content-Type: application/json' -d '{"token":"TOKEN"}' \#(url)"#,
        ]
            + (token.url.optional.map(isInClear) ?? false
                ? [
                    "WARNING: by http the secret can be read on its way. The public URL is the service's SSADMIN_PUBLIC_URL."
                ]
                : [])
            + (token.url.optional == nil
                ? ["SDK-HOST is where devices call; the service does not know it (SSADMIN_PUBLIC_URL)."] : [])
    }

    /// On this machine nobody reads along.
    private static func isInClear(_ url: String) -> Bool {
        guard url.hasPrefix("http://") else { return false }
        let authority = url.dropFirst("http://".count).prefix { !"/?#".contains($0) }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return !["127.0.0.1", "localhost", "[::1]"].contains(String(host))
    }

    static func words(_ delivery: SecretDelivery, _ invocation: Invocation) -> String {
        func both(_ instant: Instant) -> String { Times.both(instant, to: invocation.now) }
        let state =
            if let openedAt = delivery.openedAt.optional {
                "fetched \(both(openedAt))"
            } else if delivery.expired {
                "no: its token ran out \(both(delivery.expiresAt))"
            } else {
                "not yet: its token runs out \(both(delivery.expiresAt))"
            }
        return state + (delivery.alarm ? ". ALARM: its token was also used in vain" : "")
    }

    /// Where an alarm is looked into; none where there is none.
    static func alarmLines(_ deliveries: [SecretDelivery?], _ invocation: Invocation) -> [String] {
        guard deliveries.contains(where: { $0?.alarm ?? false }) else { return [] }
        return [
            "Who used a token in vain: "
                + invocation.commandLine("audit", "list", "--action", Action.identitySecretUnwrap.rawValue)
        ]
    }
}
