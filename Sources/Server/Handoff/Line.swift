import API

/// A line of an issued handoff. Its literal parts are our own words, in which a pair of backticks makes code; what is
/// interpolated is somebody's value and never anything but text, whatever it looks like.
struct Line: Sendable, Equatable, ExpressibleByStringInterpolation {
    enum Span: Sendable, Equatable {
        case words(String)
        /// Ours or somebody's: shown as it is.
        case code(String)
        /// Somebody's text; its direction and line breaks are its own.
        case value(String)

        /// By bytes: two texts that Swift calls equal may be two products.
        static func == (one: Span, other: Span) -> Bool {
            switch (one, other) {
            case (.words(let text), .words(let otherText)), (.code(let text), .code(let otherText)),
                (.value(let text), .value(let otherText)):
                text.utf8.elementsEqual(otherText.utf8)
            default: false
            }
        }
    }

    private(set) var spans: [Span]

    init(stringLiteral text: String) {
        spans = Self.spans(ofOurs: text)
    }

    init(stringInterpolation: Interpolation) {
        spans = stringInterpolation.spans
    }

    struct Interpolation: StringInterpolationProtocol {
        var spans: [Span] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) { spans += Line.spans(ofOurs: text) }
        mutating func appendInterpolation(_ value: String) { spans.append(.value(value)) }
        mutating func appendInterpolation(code: String) { spans.append(.code(code)) }
        mutating func appendInterpolation(_ number: some BinaryInteger) { spans.append(.words(String(number))) }
        mutating func appendInterpolation(_ line: Line) { spans += line.spans }
    }

    /// What stands between two backticks is code.
    private static func spans(ofOurs text: String) -> [Span] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        precondition(parts.count % 2 == 1, "a backtick without its other: \(text)")
        return parts.enumerated().filter { !$0.element.isEmpty }
            .map { $0.offset % 2 == 0 ? .words(String($0.element)) : .code(String($0.element)) }
    }
}

/// The same words in both languages, side by side: what is not translated does not compile.
struct Words: Sendable {
    let ru: Line
    let en: Line

    init(ru: Line, en: Line) {
        self.ru = ru
        self.en = en
    }

    /// Of what is spelled alike in both.
    init(both line: Line) {
        self.init(ru: line, en: line)
    }

    subscript(language: HandoffLanguage) -> Line {
        switch language {
        case .ru: ru
        case .en: en
        }
    }
}

extension String {
    /// Somebody's text without what could turn the order of its characters around, hide some, or move a cursor: such
    /// characters are shown as `\u{202e}`. Line feeds stay.
    var withoutTreachery: String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isTreacherous {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether it is not for the eye. Joiners stay: scripts and emoji need them.
    var isTreacherous: Bool {
        guard self != "\n" else { return false }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}
