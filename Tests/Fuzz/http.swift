import HTTP

// Whatever a client or a server sends, as bytes: nothing may trap, what is let through holds no forbidden byte, and the
// outcome does not depend on how the bytes were cut. `deploy/fuzz http 60` runs it.

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: data, count: count)
    let whole = Outcome(bytes)
    // A few cuts, wherever this input says: all of them would be too slow to find anything.
    for place in bytes.prefix(4) where Int(place) < count {
        let part = Outcome(UnsafeRawBufferPointer(rebasing: bytes[..<Int(place)]))
        precondition(part == .partial || part == whole, "the outcome depends on the cut")
    }
    fuzzFields(bytes)
    for method in ["GET", "HEAD"] {
        var parser = ResponseParser(answering: method, bodyBytesMax: 1_000)
        _ = try? parser.feed(bytes)
    }
    return 0
}

private let router: Router<Int> = {
    var router = Router<Int>()
    for (index, template) in ["/", "/a", "/{x}", "/a/{x}/b", "/{x}/{y}/c"].enumerated() {
        router.add("GET", PathTemplate(template), index)
    }
    return router
}()

private enum Outcome: Equatable {
    case partial
    case refused(Refusal)
    case whole(method: String, path: String, query: String?, names: [String], length: Int)

    init(_ bytes: UnsafeRawBufferPointer) {
        do throws(Refusal) {
            guard let head = try RequestHead.parse(bytes, peer: .tcp(address: "::1")) else {
                self = .partial
                return
            }
            let request = head.request
            precondition(head.length <= bytes.count)
            precondition(request.method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            precondition(
                (request.path + (request.query ?? "")).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 })
            for (name, value) in request.headers.fields {
                precondition(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A })
                precondition(value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
            }
            if let length = try? request.headers.bodyLength() { precondition(length >= 0) }
            _ = try? request.headers.expectsContinue()
            _ = request.headers.saysClose
            _ = request.headers.noneMatchFails(EntityTag("a"))
            _ = try? Query(request.query)
            if case .found(_, let parameters) = router.route(method: "GET", path: request.path) {
                precondition(parameters.values.allSatisfy { !$0.utf8.contains(0) })
            }
            self = .whole(
                method: request.method, path: request.path, query: request.query,
                names: request.headers.fields.map(\.name), length: head.length)
        } catch {
            self = .refused(error)
        }
    }
}

/// Feeds the parsers of single values without waiting for the fuzzer to find a head around them.
private func fuzzFields(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? Query(text)
    _ = EntityTags([text])
    _ = router.route(method: "GET", path: "/" + text)
    precondition(
        text.isEmpty || text.utf8.contains(0) || router.route(method: "GET", path: "/" + text.percentEncoded).finds)
}

extension Router.Outcome {
    fileprivate var finds: Bool {
        if case .found = self { true } else { false }
    }
}
