/// A text as lines that fit a width, broken at blanks. A word that is wider than that stays whole.
func wrapped(_ text: String, first: String, rest: String, width: Int) -> [String] {
    wrapped(text.split(separator: " ").map(String.init), first: first, rest: rest, width: width)
}

/// The same of words that are not to be broken, though they may hold blanks.
func wrapped(_ words: [String], first: String, rest: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words {
        if !isEmpty, columnsOf(line) + 1 + columnsOf(word) > width {
            lines.append(line)
            line = rest
            isEmpty = true
        }
        line += isEmpty ? word : " " + word
        isEmpty = false
    }
    return lines + [line]
}
