/// A text that equals another only byte for byte.
///
/// Swift compares strings up to Unicode normalisation, so that the composed and the decomposed "é" are one key of a
/// `Dictionary<String, _>`. On the wire they are two names; this is the key type for names that came from outside.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xff as UInt8)
    }
}
