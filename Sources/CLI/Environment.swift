import API

/// What a command knows of the world: everything that differs between a shell and a test.
package struct Environment: Sendable {
    /// Without the program's own name.
    package var arguments: [String]
    package var variables: [String: String]
    /// Whether standard output is a terminal: then it is written for people.
    package var isTerminal: Bool
    /// Whether what is written to standard output stays somewhere: a pipe, a file.
    package var outputKeeps: Bool
    /// Whether standard error is one: then a long work shows there how far it has come.
    package var errorIsTerminal = false
    package var progressBytesMin = ProgressBar.bytesMin
    /// Columns of that terminal.
    package var width = 80
    package var now: @Sendable () -> Instant
    package var randomBytes: @Sendable (Int) -> [UInt8]
    /// All of standard input; nil where it is too long or cannot be read. On a terminal, where there is a question, it asks
    /// for one line and shows no echo.
    package var readInput: @Sendable (_ question: String) -> [UInt8]?
    /// False where the bytes could not be written.
    package var writeOutput: @Sendable ([UInt8]) -> Bool
    package var writeError: @Sendable ([UInt8]) -> Void
    /// Makes a file that is not there yet, for its owner alone.
    package var newFile: @Sendable (String) throws(Trouble) -> NewFile = { path throws(Trouble) in
        try NewFile.create(path)
    }
    /// In the place of a socket, e.g. the service's own router.
    package var transport: Transport?

    package init(
        arguments: [String], variables: [String: String], isTerminal: Bool,
        now: @escaping @Sendable () -> Instant, randomBytes: @escaping @Sendable (Int) -> [UInt8],
        readInput: @escaping @Sendable (String) -> [UInt8]?, writeOutput: @escaping @Sendable ([UInt8]) -> Bool,
        writeError: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.arguments = arguments
        self.variables = variables
        self.isTerminal = isTerminal
        outputKeeps = !isTerminal
        self.now = now
        self.randomBytes = randomBytes
        self.readInput = readInput
        self.writeOutput = writeOutput
        self.writeError = writeError
    }

    /// A variable that is set to nothing is not set.
    func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
