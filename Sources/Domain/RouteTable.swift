import API

/// A route map that was found good, ready to be asked (contract section 7).
package struct RouteTable: Sendable {
    /// Bounds a document that people read as a whole; an app has some dozens of screens.
    package static let entriesMax = 512

    private let rows: [(pattern: RoutePattern, entry: RouteEntry)]

    /// - Throws: `out_of_range`, `invalid_pattern`, `ambiguous_route` or `invalid_surface`, the code of the first fault,
    ///   with all.
    package init(_ entries: [RouteEntry]) throws(Failure) {
        var faults: [(ErrorCode, Fault)] = []
        func fault(_ code: ErrorCode, _ pointer: String, _ detail: String) {
            faults.append((code, Fault(pointer, code.rawValue, detail)))
        }
        if entries.count > Self.entriesMax {
            fault(.outOfRange, "/entries", "At most \(Self.entriesMax) entries; these are \(entries.count).")
        }
        var rows: [(pattern: RoutePattern, entry: RouteEntry)] = []
        var first: [RoutePattern: Int] = [:]
        // What is too many is not judged one by one: the answer stays bounded.
        for (index, entry) in entries.prefix(Self.entriesMax).enumerated() {
            let pointer = "/entries/\(index)"
            do throws(RoutePattern.Malformed) {
                let pattern = try RoutePattern(entry.pattern)
                if let earlier = first[pattern] {
                    fault(
                        .ambiguousRoute, "\(pointer)/pattern",
                        "\(quoted(entry.pattern)) and \(quoted(entries[earlier].pattern)) (/entries/\(earlier)) match the same routes: keep one."
                    )
                } else {
                    first[pattern] = index
                }
                rows.append((pattern, entry))
            } catch {
                fault(.invalidPattern, "\(pointer)/pattern", "\(quoted(entry.pattern)) is no pattern: \(error.words).")
            }
            if !Surfaces.isWellFormed(entry.surface) {
                fault(.invalidSurface, "\(pointer)/surface", Surfaces.faultOfForm(entry.surface))
            }
        }
        if let first = faults.first {
            throw Failure(first.0, first.1.detail, faults: faults.map(\.1))
        }
        self.rows = rows
    }

    /// The entry that decides for a route: of those that match, the most specific one, of which there is only one. Nil where
    /// the route's surface is `unknown`.
    ///
    /// Every pattern is tried, so that none is missed behind one that looked better at its beginning.
    package func entry(for route: String) -> RouteEntry? {
        guard let route = Route(route) else { return nil }
        var best: (pattern: RoutePattern, entry: RouteEntry)?
        for row in rows where row.pattern.matches(route) {
            if let best, !row.pattern.isMoreSpecific(than: best.pattern) { continue }
            best = row
        }
        return best?.entry
    }

    /// What is lawful in this map and probably not meant, by what the base policy decides.
    package func findings(under base: BasePolicy) -> [RouteFinding] {
        RouteLint.findings(in: rows, under: base)
    }
}
