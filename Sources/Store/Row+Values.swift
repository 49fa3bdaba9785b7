import API
import SQL

/// Our own column forms. What does not fit was not written by this service, and traps.
extension Row {
    func instant(_ column: String) -> Instant {
        Instant(milliseconds: get(column))
    }

    func instantIfAny(_ column: String) -> Instant? {
        (get(column) as Int64?).map(Instant.init(milliseconds:))
    }

    func word<Word: RawRepresentable<String>>(_ column: String) -> Word {
        let text: String = get(column)
        guard let word = Word(rawValue: text) else {
            preconditionFailure("column \(column) holds '\(text)', which is no \(Word.self)")
        }
        return word
    }

    func json<T: Decodable>(_ column: String, as type: T.Type = T.self) -> T {
        stored(type, get(column))
    }
}
