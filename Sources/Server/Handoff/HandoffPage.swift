import API
import Domain
import HTTP

extension Response {
    /// An issued handoff as the call wants it: `format`, and `lang` for the two that people read. Nil for JSON, which is the
    /// thing itself.
    @Sendable static func handoff(for call: Call<Nothing>) throws(Failure) -> AdminRoute.Page<IssuedHandoff> {
        let format: HandoffFormat = try call.word("format") ?? .json
        let language: HandoffLanguage = try call.word("lang") ?? .ru
        return { operations, issued throws(Failure) in
            switch format {
            case .json: return nil
            case .md:
                let earlier = try await operations.handoff(before: issued)
                return .page(handoffMarkdown(issued, after: earlier, in: language), "text/markdown")
            case .html:
                let earlier = try await operations.handoff(before: issued)
                return .page(handoffHTML(issued, after: earlier, in: language), "text/html")
            }
        }
    }

    private static func page(_ text: String, _ type: String) -> Response {
        let body = Array(text.utf8)
        return Response(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-store"),
                ("ETag", entityTag(of: body)),
                ("X-Content-Type-Options", "nosniff"),
            ], body: body)
    }
}
