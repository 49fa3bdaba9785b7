import API
import Synchronization

/// The changes that hold and that the database has not taken yet, as the answers to one command tell: what was read is
/// without them, and that must be said whatever was asked.
final class Waiting: Sendable {
    /// The most that an answer told of.
    private let most = Mutex<Int64>(0)

    var count: Int64 { most.withLock { $0 } }

    func noting(_ transport: @escaping Transport) -> Transport {
        { [self] request throws(ClientError) in
            let response = try transport(request)
            if let count = response.header(AdminAPI.waiting).flatMap({ Int64($0) }) {
                most.withLock { $0 = max($0, count) }
            }
            return response
        }
    }

    /// Nil where nothing waits.
    private var words: String? {
        let count = count
        guard count > 0 else { return nil }
        let (what, them) = count == 1 ? ("1 change is", "it") : ("\(count) changes are", "them")
        return "\(what) in force that the database does not have yet, and what is listed and shown lacks \(them). "
            + "See: ssadmin status"
    }

    /// A document for scripts with what waits added to it; as it is where nothing does.
    func added(to document: JSONValue) -> JSONValue {
        guard count > 0, case .object(let members) = document else { return document }
        return .object(members + [.init("waiting", .integer(count))])
    }

    /// For standard error, beside an answer or, for people, an error. Nil where nothing waits.
    func text(forPeople: Bool, width: Int) -> String? {
        words.map { words in
            forPeople
                ? wrapped(words, first: "WARNING: ", rest: "  ", width: width).joined(separator: "\n") + "\n"
                : String(decoding: added(to: .object([.init("detail", .string(words))])).canonical, as: UTF8.self)
                    + "\n"
        }
    }
}
