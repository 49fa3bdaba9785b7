import Crypto

/// What looks like chance: nobody wrote it, so that only a machine can need it.
extension SecretLike {
    /// Of hex digits, or of letters of one kind. In hex that is 128 bits, and the shortest that no number or name has.
    private static let runMin = 32
    /// Of what changes between letters and digits oftener than words and numbers do.
    private static let mixedMin = 16
    /// The longest identifiers that look like chance are those of a UUID, an MD5 and a SHA-1; a secret of ours has 64 digits.
    private static let identifierMax = 40
    /// A shorter piece of an identifier is a word or a number.
    private static let pieceMin = 4

    /// Of ours, of which an installation's has 32 hex digits and all others 24, and of a commit.
    static func isID(_ run: ArraySlice<UInt8>) -> Bool {
        [24, 32, 40].contains(run.count) && run.allSatisfy(ASCII.isLowerHex)
    }

    /// A UUID has its hyphens, a URL and a class name their words.
    ///
    /// - Parameter isExempt: what is no chance whatever it looks like.
    static func hasRandomRun(_ bytes: [UInt8], but isExempt: (ArraySlice<UInt8>) -> Bool = { _ in false }) -> Bool {
        for run in bytes.split(whereSeparator: { !isTokenByte($0) && !"+/=".utf8.contains($0) })
        where run.count >= mixedMin && !isExempt(run) {
            let pieces = run.split { !ASCII.isLetter($0) && !ASCII.isDigit($0) }
            if pieces.contains(where: isRandom) { return true }
            // What base64url has of hyphens makes no words of it. A UUID's pieces are shorter.
            let long = pieces.filter { $0.count > 8 && changesOften($0) }
            if long.reduce(0, { $0 + $1.count }) >= runMin { return true }
        }
        return hasGroupedHex(bytes)
    }

    private static func isRandom(_ piece: ArraySlice<UInt8>) -> Bool {
        // One number in a class name is no chance: `iOSAppDelegateV2`.
        let numbers = piece.split { !ASCII.isDigit($0) }.count
        if piece.count >= mixedMin, changesOften(piece), numbers > 1 || changesOften(piece, oneIn: 3) { return true }
        guard piece.count >= runMin else { return false }
        return piece.allSatisfy(ASCII.isHex) || isNoWord(piece)
    }

    /// Whether more of a text looks like chance than identifiers have.
    static func isLongerThanIdentifiers(_ bytes: [UInt8]) -> Bool {
        let pieces = bytes.split { !ASCII.isLetter($0) && !ASCII.isDigit($0) }
        let chance = pieces.filter { piece in
            // A number may be as long as it likes.
            guard piece.count >= pieceMin, piece.contains(where: ASCII.isLetter) else { return false }
            return changesOften(piece) || (piece.count >= runMin && isNoWord(piece))
                || (piece.count >= mixedMin && piece.contains(where: ASCII.isDigit)
                    && piece.allSatisfy(ASCII.isHex))
        }
        if chance.reduce(0, { $0 + $1.count }) > identifierMax { return true }
        // What base64url has of hyphens makes no words of it.
        return bytes.split { !isTokenByte($0) }.contains { run in
            let letters = run.filter { ASCII.isLetter($0) || ASCII.isDigit($0) }
            return letters.count > identifierMax && changesOften(letters[...])
        }
    }

    /// What somebody wrote and a machine put into base64 (RFC 4648), such as `gid://shop/Product/1`; nil for all else.
    static func encodedText(_ bytes: [UInt8]) -> String? {
        let digits = bytes.reversed().drop { $0 == UInt8(ascii: "=") }.reversed().map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        guard let text = Base64URL.decode(String(decoding: digits, as: UTF8.self)),
            text.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Hex digits that blanks, hyphens or colons part, as people copy keys: more of them than a UUID has.
    private static func hasGroupedHex(_ bytes: [UInt8]) -> Bool {
        var (count, longest, hasLetter, hasDigit) = (0, 0, false, false)
        for group in bytes.split(whereSeparator: { " -:".utf8.contains($0) }) {
            guard group.count >= pieceMin, group.allSatisfy(ASCII.isHex) else {
                (count, longest, hasLetter, hasDigit) = (0, 0, false, false)
                continue
            }
            count += group.count
            longest = max(longest, group.count)
            hasLetter = hasLetter || group.contains(where: ASCII.isLetter)
            hasDigit = hasDigit || group.contains(where: ASCII.isDigit)
            // One group alone is judged as what it is.
            if count > runMin, count > longest, hasLetter, hasDigit { return true }
        }
        return false
    }

    /// From lower case to upper case to digits, or back, at a fourth of its places.
    private static func changesOften(_ piece: ArraySlice<UInt8>, oneIn places: Int = 4) -> Bool {
        func kind(_ byte: UInt8) -> Int { ASCII.isDigit(byte) ? 0 : ASCII.isLower(byte) ? 1 : 2 }
        // A capital before small letters begins a word: that is no change.
        let changes = zip(piece, piece.dropFirst()).count { one, next in
            kind(one) != kind(next) && !(ASCII.isUpper(one) && ASCII.isLower(next))
        }
        return changes * places >= piece.count
    }

    /// Letters of one kind that no language has: too few vowels, or q, x and j again and again. In German compounds and
    /// transliterated Russian more than a fourth are vowels.
    private static func isNoWord(_ piece: ArraySlice<UInt8>) -> Bool {
        let rest = piece.dropFirst()
        guard piece.allSatisfy(ASCII.isLetter), rest.allSatisfy(ASCII.isLower) || piece.allSatisfy(ASCII.isUpper) else {
            return false
        }
        // The same few again and again are somebody's pattern.
        guard Set(piece).count >= 8 else { return false }
        let vowels = piece.count { "aeiouy".utf8.contains($0 | 0x20) }
        let rare = piece.count { "qxj".utf8.contains($0 | 0x20) }
        return vowels * 4 < piece.count || rare * 16 >= piece.count
    }
}
