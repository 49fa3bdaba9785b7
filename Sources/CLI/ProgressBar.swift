/// How far a long work has come, in one line of a terminal that is drawn over. It goes to standard error, so that what is
/// piped elsewhere has nothing of it.
package struct ProgressBar {
    private let total: Int
    private let width: Int
    private let draw: ([UInt8]) -> Void
    private var shownPercent = -1

    /// Below it the work is over before anybody has read the line.
    package static let bytesMin = 64 << 20

    /// - Parameters:
    ///   - total: bytes in all; below `bytesMin` nothing is ever drawn.
    ///   - width: columns of the terminal.
    package init(of total: Int, from bytesMin: Int = bytesMin, width: Int, draw: @escaping ([UInt8]) -> Void) {
        self.total = total > bytesMin ? total : 0
        self.width = width
        self.draw = draw
    }

    /// Draws anew where the percentage has changed.
    package mutating func reach(_ done: Int) {
        guard total > 0 else { return }
        // A file may grow while it is read.
        let percent = min(100, done * 100 / total)
        guard percent != shownPercent else { return }
        shownPercent = percent
        let number = String(repeating: " ", count: 3 - String(percent).count) + "\(percent) %"
        // The last column stays free: a terminal may go on to the next line after it.
        let cells = max(0, min(40, width - number.count - 4))
        let full = cells * percent / 100
        let bar = String(repeating: "#", count: full) + String(repeating: "·", count: cells - full)
        draw(Array("\r\(number) [\(bar)]".utf8))
    }

    /// Takes the line away: return, and erase to its end (ECMA-48, EL).
    package func clear() {
        if shownPercent >= 0 { draw(Array("\r\u{1b}[K".utf8)) }
    }
}
