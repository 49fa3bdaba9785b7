import API

extension HandoffPaper {
    var html: String {
        let body = sections.map(\.html).joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title.plain.escapedForHTML)</title>
            <style>
            \(handoffStyle)
            \(mark.style)
            </style>
            </head>
            <body>
            <main>
            <h1>\(title.html)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
    }
}

extension HandoffPaper.Section {
    fileprivate var html: String {
        (["<section>", "<h2>\(title.html)</h2>"] + blocks.map(\.html) + ["</section>"]).joined(separator: "\n")
    }
}

extension HandoffPaper.Block {
    fileprivate var html: String {
        switch self {
        case .paragraph(let line): "<p>\(line.html)</p>"
        case .list(let lines): list("ul", lines.map(\.html))
        case .steps(let lines): list("ol", lines.map(\.html))
        case .checks(let checks):
            list(#"ul class="checks""#, checks.map { ($0.hasBox ? "<span>☐</span> " : "") + $0.line.html })
        case .table(let table): table.html
        case .code(let sample): "<pre><code>\(sample.text.escapedForHTML)</code></pre>"
        }
    }

    private func list(_ tag: String, _ items: [String]) -> String {
        let items = items.map { "<li>\($0)</li>\n" }.joined()
        return "<\(tag)>\n\(items)</\(tag.prefix(2))>"
    }
}

extension HandoffPaper.Table {
    fileprivate var html: String {
        let head = head.map { #"<th scope="col">\#($0.html)</th>"# }.joined()
        let rows = rows.map { row in
            let cells = row.dropFirst().map { "<td>\($0.html)</td>" }.joined()
            return #"<tr><th scope="row">\#(row[0].html)</th>\#(cells)</tr>"#
        }
        return """
            <table>
            <thead>
            <tr>\(head)</tr>
            </thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }
}

extension Line {
    fileprivate var html: String { spans.map(\.html).joined() }

    /// Without any markup.
    fileprivate var plain: String {
        spans.map { span in
            switch span {
            case .words(let text): text
            case .code(let text), .value(let text): text.withoutTreachery.replacing("\n", with: " ")
            }
        }.joined()
    }
}

extension Line.Span {
    fileprivate var html: String {
        switch self {
        case .words(let text): text.escapedForHTML
        case .code(let text): "<code>\(text.withoutTreachery.escapedForHTML)</code>"
        case .value(let text):
            "<bdi>\(text.withoutTreachery.escapedForHTML.replacing("\n", with: "<br>"))</bdi>"
        }
    }
}

extension String {
    fileprivate var escapedForHTML: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// As a string of CSS: all but letters, digits and what an application id has is escaped (CSS Syntax 3, 4.3.7).
    fileprivate var asCSSString: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", " ": result.unicodeScalars.append(scalar)
            default: result += "\\\(String(scalar.value, radix: 16)) "
            }
        }
        return result + "\""
    }
}

extension HandoffPaper.Mark {
    /// The head and foot of a printed page (CSS Paged Media 3, margin boxes).
    fileprivate var style: String {
        """
        @page {
          @top-left { content: \("\(applicationID) · № \(number)".asCSSString) }
          @top-right { content: \("SHA-256 \(sha256)".asCSSString); font-size: 7pt; white-space: nowrap }
          @bottom-right { content: counter(page) " / " counter(pages) }
        }
        """
    }
}

/// No colour but grey carries anything: it is printed in black as often as not.
private let handoffStyle = """
    :root { color: #1a1a1a; background: #fff; font: 16px/1.5 system-ui, sans-serif }
    body { margin: 0 }
    main { max-width: 52rem; margin: 0 auto; padding: 1rem }
    h1 { font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere }
    h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #999 }
    table { border-collapse: collapse; width: 100%; margin: .75rem 0 }
    th, td { border: 1px solid #bbb; padding: .3rem .5rem; text-align: left; vertical-align: top }
    th, td, li, p { overflow-wrap: break-word; hyphens: auto }
    code, bdi { overflow-wrap: anywhere; hyphens: none }
    thead th { background: #eee }
    tbody th { font-weight: 600 }
    code { font: .875em/1.4 ui-monospace, monospace; unicode-bidi: isolate; white-space: pre-wrap }
    pre { font: .8rem/1.35 ui-monospace, monospace; border: 1px solid #bbb; padding: .6rem; margin: .75rem 0 }
    pre code { font: inherit; tab-size: 4 }
    li { margin: .25rem 0 }
    .checks { list-style: none; padding-left: 1.6rem }
    .checks span { display: inline-block; width: 1.6rem; margin-left: -1.6rem }
    @media (max-width: 45rem) {
      main { padding: .6rem }
      th, td { padding: .25rem }
      table { display: block; overflow-x: auto; font-size: .875rem }
      ul, ol { padding-left: 1.2rem }
    }
    @page { size: A4; margin: 20mm 15mm }
    @media print {
      :root { font-size: 10pt }
      main { max-width: none; padding: 0 1px }
      h1, h2, p:has(+ pre), p:has(+ table), p:has(+ ul) { break-after: avoid }
      /* A long table breaks between its rows, but after its first two; code breaks between its lines. */
      table:not(:has(tbody tr:nth-child(7))), tr, li, p { break-inside: avoid }
      thead, tbody tr:first-child, tr:has(+ tr:last-child) { break-after: avoid }
      thead { display: table-header-group }
      pre { orphans: 3; widows: 3 }
    }
    """
