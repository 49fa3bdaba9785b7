/// A string literal of a language, which holds its text and ends where it should, whatever the text is.
enum CodeLiteral {
    case swift, dart, kotlin, javaScript, python, go

    func of(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            // Begins an interpolation in Dart and Kotlin; in the others it means nothing.
            case "$" where self == .dart || self == .kotlin: result += "\\$"
            case _ where scalar.isTreacherous: result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        switch self {
        case .swift, .dart, .javaScript: "\\u{\(String(scalar.value, radix: 16))}"
        case .kotlin: scalar.utf16.map { "\\u" + hex($0, 4) }.joined()
        case .python, .go: scalar.value > 0xFFFF ? "\\U" + hex(scalar.value, 8) : "\\u" + hex(scalar.value, 4)
        }
    }

    private func hex(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
