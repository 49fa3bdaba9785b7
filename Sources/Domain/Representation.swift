import API
import Crypto

/// The strong entity tag of a thing as it is shown (RFC 9110 section 8.8.3): of its bytes, so that it changes exactly
/// when they do.
package func entityTag(of bytes: [UInt8]) -> String {
    "\"\(Hex.encode(SHA256.digest(bytes)).prefix(32))\""
}

package func entityTag(of representation: some Encodable) -> String {
    entityTag(of: JSONWriter.encode(representation))
}
