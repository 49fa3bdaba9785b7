/// The request methods that our endpoints use (RFC 9110 section 9). HEAD is answered wherever GET is.
package enum Method: String, Sendable, Codable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}
