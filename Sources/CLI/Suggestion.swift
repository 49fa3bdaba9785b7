/// The word that was probably meant: of the least edits, when those are few for its length.
func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let ranked = ranked(words, near: word)
    if let best = ranked.first, best.edits <= max(1, word.unicodeScalars.count / 3) { return best.word }
    return ranked.first { word.utf8.count >= 2 && $0.word.hasPrefix(word) }?.word
}

/// The word of the least edits, where these are at most so many.
func nearest(to word: String, among words: some Sequence<String>, editsMax: Int) -> String? {
    ranked(words, near: word).first { $0.edits <= editsMax }?.word
}

private func ranked(_ words: some Sequence<String>, near word: String) -> [(word: String, edits: Int)] {
    words.map { (word: $0, edits: edits(from: word, to: $0)) }.sorted { ($0.edits, $0.word) < ($1.edits, $1.word) }
}

/// Insertions, removals, replacements and swaps of neighbours that make one word of the other.
private func edits(from one: String, to other: String) -> Int {
    // Longer words than any of ours are nobody's slip, and the work grows with the square.
    let one = Array(one.unicodeScalars.prefix(200))
    let other = Array(other.unicodeScalars.prefix(200))
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for i in one.indices {
        var row = [i + 1]
        for j in other.indices {
            var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
            if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { best = min(best, beforeLast[j - 1] + 1) }
            row.append(best)
        }
        (beforeLast, last) = (last, row)
    }
    return last[other.count]
}
