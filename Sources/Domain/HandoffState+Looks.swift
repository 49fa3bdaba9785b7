import API

extension HandoffState {
    /// What of a handoff looks like a secret. To judge it takes longer than all the rest, and so is done before the change
    /// that issues it has its turn of the writer, which everybody waits for.
    package struct Looks: Sendable {
        enum Part {
            case inputs, name, routes, rest
        }

        /// Each place, in words, and in what it lies.
        let secretLike: [(place: String, found: SecretLike, part: Part)]
        /// The bytes that were judged.
        let judged: [UInt8]

        /// In parts, so that each is named also while something else is missing.
        package init(of state: HandoffState) {
            func found(
                in value: some Encodable, _ what: String, _ part: Part, of kind: SecretLike.Kind = .prose
            ) -> [(String, SecretLike, Part)] {
                HandoffDocument.secretLike(in: value, of: kind).map { ("\(what)\($0.pointer)", $0.found, part) }
            }
            var all = found(in: state.inputs, "handoff", .inputs)
            all += found(in: state.project.name, "project/name", .name, of: .record)
            all += found(in: state.routes.entries, "routes/entries", .routes)
            if all.isEmpty, let document = state.document(number: 1) { all = found(in: document, "", .rest) }
            secretLike = all
            judged = Self.judged(of: state)
        }

        static func judged(of state: HandoffState) -> [UInt8] {
            JSONWriter.encode(state.inputs) + JSONWriter.encode(state.routes.entries)
                + (state.document(number: 1).map { JSONWriter.encode($0) } ?? JSONWriter.encode(state.project.name))
        }
    }
}
