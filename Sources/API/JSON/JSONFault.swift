/// Why a text is not the JSON that is read here, in words for the person who sent it.
package struct JSONFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// Bytes before the place of the fault.
    package let offset: Int
    /// Lines and columns count from 1; a column is one Unicode scalar.
    package let line: Int
    package let column: Int
    /// What was wrong and what would be right, without the place.
    package let detail: String

    package init(at offset: Int, of bytes: [UInt8], _ detail: String) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == 0x0a {
                line += 1
                column = 1
            } else if byte & 0xc0 != 0x80 {
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
        self.detail = detail
    }

    package var description: String {
        "line \(line), column \(column): \(detail)"
    }
}
