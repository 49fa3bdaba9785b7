/// A word as a shell takes it literally.
func shellQuoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./:@%+=,".utf8.contains($0)
        }
    }
    // zsh takes a word that begins with '=' for the path of a command.
    return plain && !word.isEmpty && !word.hasPrefix("=")
        ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
