import API

extension Allowlists {
    /// The entry that differs least from an app that is not listed, for a person to compare: the fewest letters to add,
    /// leave out or change, without regard to case. Nil where none is even half alike.
    package func nearest(to app: String, on platform: Platform?) -> String? {
        let wanted = Array(ASCII.lowercased(app).utf8.prefix(AppIdentifier.bundleIDLengthMax))
        let differenceMax = max(wanted.count, 2) / 2
        let candidates = (platform.map { [$0] } ?? Platform.allCases).flatMap(entries(for:))
            // What is longer or shorter by more than that cannot be alike.
            .filter { abs($0.utf8.count - wanted.count) <= differenceMax }
        let ranked = candidates.map { entry in
            (entry: entry, distance: distance(wanted, Array(ASCII.lowercased(entry).utf8)))
        }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= differenceMax else {
            return nil
        }
        return best.entry
    }
}

/// Levenshtein's, one row at a time.
func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, one) in left.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for (column, other) in right.enumerated() {
            let changed = diagonal + (one == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
        }
    }
    return row[right.count]
}
