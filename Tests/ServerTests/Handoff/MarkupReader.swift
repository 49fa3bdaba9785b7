import Support

/// Reads an HTML page the way a strict reader would: every tag closed in its turn, every attribute quoted, every `&` a
/// reference. What is not so is an error.
struct MarkupReader {
    /// Opening tags in their order, with attributes as they stand.
    private(set) var tags: [String] = []
    /// What is shown, beside the head's.
    private(set) var text = ""
    private var open: [String] = []
    private var rest: Substring

    init(_ page: String) throws {
        rest = page[...]
        guard take("<!DOCTYPE html>") else { throw OutsideError("no document type") }
        while let character = rest.first {
            switch character {
            case "<": try readTag()
            case "&": text += try readReference()
            case ">": throw OutsideError("a bare > after \(text.suffix(40))")
            default:
                rest.removeFirst()
                if !open.contains("head") { text.append(character) }
            }
        }
        guard open.isEmpty else { throw OutsideError("not closed: \(open)") }
    }

    private mutating func take(_ prefix: String) -> Bool {
        guard rest.hasPrefix(prefix) else { return false }
        rest.removeFirst(prefix.count)
        return true
    }

    private mutating func readTag() throws {
        guard let end = rest.firstIndex(of: ">") else { throw OutsideError("a tag without end") }
        let tag = rest[..<end].dropFirst()
        rest = rest[rest.index(after: end)...]
        if tag.first == "/" {
            guard open.popLast() == String(tag.dropFirst()) else { throw OutsideError("</\(tag) closes nothing") }
            if ["tr", "p", "li", "h1", "h2", "pre"].contains(String(tag.dropFirst())) { text += "\n" }
            return
        }
        let name = String(tag.prefix { $0 != " " })
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw OutsideError("<\(tag)> is no tag")
        }
        var attributes = tag.dropFirst(name.count)
        while !attributes.isEmpty {
            // ` name="value"`, and nothing else.
            guard let value = attributes.firstRange(of: "=\""), attributes.first == " ",
                attributes[..<value.lowerBound].dropFirst().allSatisfy({ $0.isLetter || $0 == "-" }),
                let close = attributes[value.upperBound...].firstIndex(of: "\"")
            else { throw OutsideError("<\(tag)> has an attribute that is none") }
            attributes = attributes[attributes.index(after: close)...]
        }
        tags.append(String(tag))
        if ["th", "td"].contains(name) { text += " " }
        switch name {
        case "meta": break
        case "br": text += "\n"
        case "style":
            guard let close = rest.firstRange(of: "</style>") else { throw OutsideError("a style without end") }
            rest = rest[close.upperBound...]
        default: open.append(name)
        }
    }

    private mutating func readReference() throws -> String {
        for (reference, text) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
        where take(reference) {
            return open.contains("head") ? "" : text
        }
        throw OutsideError("a bare & before \(rest.prefix(20))")
    }
}
