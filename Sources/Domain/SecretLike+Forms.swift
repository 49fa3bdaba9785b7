/// What says by its form that it is a credential: prefixes of issuers, schemes, addresses.
extension SecretLike {
    static func byForm(_ bytes: [UInt8], folded: [UInt8]) -> SecretLike? {
        if let prefix = issuedPrefix(in: bytes) { return .issuedToken(prefix: prefix) }
        if isJWT(in: bytes) { return .jwt }
        if isPrivateKey(bytes, folded: folded) { return .privateKey }
        if isSSHKey(bytes) { return .sshKey }
        if let address = webhooks.first(where: { hasTail(after: $0, in: folded) }) { return .webhook(address) }
        if hasUserInfo(folded) { return .userInfo }
        if schemes.contains(where: { isCredential(after: $0, in: folded) }) { return .bearer }
        return parameter(in: folded).map { .parameter($0) }
    }

    // MARK: Tokens and keys

    /// Of identity secrets, installation tokens, personal tokens and one-shot tokens: what each begins with, and how many hex
    /// digits its parts have before the checksum.
    static let ours = [("ssis1", [64]), ("ssit1", [32, 64]), ("ssat1", [24, 64]), ("sswt1", [24, 64])]
    static let ourPrefixes = ours.map { "\($0.0)_" }

    /// Of tokens that say themselves what they are: ours, and those of the places where packages lie.
    private static let prefixes =
        ourPrefixes + [
            "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "pat-na1-", "pat-eu1-",
            "NRAK-", "xoxb-", "xoxp-", "xapp-", "sk_live_",
            "sk_test_", "rk_live_", "sk-ant-", "sk-proj-", "pypi-", "dop_v1_", "hvs.", "AIza", "AKIA", "ASIA", "npm_",
            "sq0atp-", "SG.", "ya29.", "shpat_", "shpss_", "hf_", "dckr_pat_", "AGE-SECRET-KEY-",
            // A key or a certificate in DER, as base64.
            "MII",
        ]
    /// A longer one is found inside other words too: whatever stands before it must not hide it.
    private static let prefixInWordsMax = 4
    /// After its prefix; the shortest of these have 16.
    private static let tokenTailMin = 16

    private static func issuedPrefix(in bytes: [UInt8]) -> String? {
        prefixes.first { prefix in
            places(of: prefix, in: bytes).contains { place in
                let isBegin = place == 0 || !isTokenByte(bytes[place - 1])
                let tail = bytes[(place + prefix.utf8.count)...].prefix(tokenTailMin)
                return (isBegin || prefix.utf8.count > prefixInWordsMax) && tail.count == tokenTailMin
                    && tail.allSatisfy(isTokenByte)
            }
        }
    }

    /// `{"` in base64url, and a second part after it: without one it may be any JSON.
    private static func isJWT(in bytes: [UInt8]) -> Bool {
        places(of: "eyJ", in: bytes).contains { place in
            guard place == 0 || !isTokenByte(bytes[place - 1]) else { return false }
            let rest = bytes[place...].drop(while: isTokenByte)
            return rest.first == UInt8(ascii: ".")
                && rest.dropFirst().prefix(4).count(where: isTokenByte) == 4
        }
    }

    /// In PEM form, also without the dashes, and PuTTY's.
    private static func isPrivateKey(_ bytes: [UInt8], folded: [UInt8]) -> Bool {
        // In capitals it is no sentence about one.
        !places(of: "-----BEGIN ", in: bytes).isEmpty || !places(of: "PRIVATE KEY", in: bytes).isEmpty
            || !places(of: "putty-user-key-file", in: folded).isEmpty
    }

    /// An SSH key's base64 begins with the length of its kind's name, which is three zero bytes (RFC 4253, section 6.6); a
    /// private one's with `openssh-key-v1`.
    private static func isSSHKey(_ bytes: [UInt8]) -> Bool {
        ["AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh", "b3BlbnNzaC1rZXktdjE"].contains {
            !places(of: $0, in: bytes).isEmpty
        }
            || ["ssh-rsa ", "ssh-dss ", "ssh-ed25519 "].contains { kind in
                places(of: kind, in: bytes).contains { bytes[($0 + kind.utf8.count)...].starts(with: "AAAA".utf8) }
            }
    }

    private static let schemes = [
        "bearer ", "basic ", "digest ", "apikey ", "negotiate ", "aws4-hmac-sha256 ", "hawk ", "bearer:", "basic:",
    ]

    /// "Bearer of good news" and "Bearer authentication" are none.
    private static func isCredential(after word: String, in folded: [UInt8]) -> Bool {
        places(of: word, in: folded).contains { place in
            guard place == 0 || !isTokenByte(folded[place - 1]) else { return false }
            let token = folded[(place + word.utf8.count)...].drop { $0 == UInt8(ascii: " ") }.prefix(64).prefix {
                isTokenByte($0) || ".~+/=".utf8.contains($0)
            }
            // A version or a date is no credential, and neither is the name of an algorithm, such as SHA-256.
            let digits = token.count { ASCII.isDigit($0) }
            return token.count >= 20
                || (token.count >= 8 && digits > 0 && token.contains(where: ASCII.isLetter) && !isKnown(token))
        }
    }

    // MARK: Addresses

    /// In lower case, each with what stands before the part that only its owner knows.
    private static let webhooks = [
        "hooks.slack.com/", "discord.com/api/", "discordapp.com/api/", "webhook.office.com/",
        "outlook.office.com/webhook/", "outlook.office365.com/webhook/", "api.telegram.org/bot", "hooks.zapier.com/",
        "chat.googleapis.com/v1/spaces/", "maker.ifttt.com/trigger/", "open.feishu.cn/open-apis/bot/",
        "oapi.dingtalk.com/robot/", "hook.integromat.com/", "logic.azure.com",
    ]

    private static func hasTail(after address: String, in folded: [UInt8]) -> Bool {
        places(of: address, in: folded).contains { place in
            folded[(place + address.utf8.count)...].first.map { $0 > 0x20 } ?? false
        }
    }

    /// A user before a host, with a scheme or two slashes; or a user and a password before one, without either. An e-mail
    /// address is neither: `support@example.com`, `mailto:support@example.com`.
    private static func hasUserInfo(_ folded: [UInt8]) -> Bool {
        func isWord(_ byte: UInt8) -> Bool { byte > 0x20 && !"\"<>,;()[]".utf8.contains(byte) }
        return folded.split(separator: UInt8(ascii: " ")).contains { word in
            guard word.contains(UInt8(ascii: "@")) else { return false }
            for place in places(of: "//", in: Array(word)) {
                let authority = word.dropFirst(place + 2).prefix { !"/?#\\".utf8.contains($0) }
                if authority.contains(UInt8(ascii: "@")) { return true }
            }
            guard places(of: "://", in: Array(word)).isEmpty else { return false }
            return word.split(whereSeparator: { !isWord($0) }).contains(where: isUserAndPassword)
        }
    }

    /// `user:password@host`
    private static func isUserAndPassword(_ word: ArraySlice<UInt8>) -> Bool {
        guard let at = word.lastIndex(of: UInt8(ascii: "@")), at + 1 < word.endIndex,
            let colon = word[..<at].firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex, colon + 1 < at
        else { return false }
        let before = String(decoding: word[..<colon], as: UTF8.self)
        let ofAddresses = [
            "mailto", "email", "e-mail", "mail", "support", "contact", "sip", "xmpp", "kontakt", "почта", "поддержка",
            "контакт",
        ]
        return !ofAddresses.contains(before)
    }

    /// Of URLs; those that say "token", "key", "secret" or "password" are found as labels.
    private static let parameters = [
        "sig", "auth", "auth_code", "code", "sid", "jwt", "otp", "hmac", "credential", "assertion", "sas", "nonce",
        "x-amz-credential", "x-amz-signature", "x-amz-security-token", "x-goog-signature", "x-goog-credential",
        "awsaccesskeyid", "access_token", "id_token", "refresh_token", "apikey", "api_key", "key", "token", "password",
        "pwd", "pass", "secret", "signature", "session",
    ]

    private static func parameter(in folded: [UInt8]) -> String? {
        let separators = Array("?&;#".utf8)
        return parameters.first { name in
            places(of: name, in: folded).contains { place in
                guard place > 0, separators.contains(folded[place - 1]) else { return false }
                let rest = folded[(place + name.utf8.count)...]
                guard rest.first == UInt8(ascii: "=") else { return false }
                let value = rest.dropFirst().prefix { $0 > 0x20 && !separators.contains($0) }
                // `?code=500` is an answer's status.
                return !value.isEmpty && (value.count > 3 || !value.allSatisfy(ASCII.isDigit))
            }
        }
    }
}
