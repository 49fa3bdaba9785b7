/// The service that a command talks to, and what it shows there.
struct Service: Sendable {
    let address: ServiceAddress
    /// Who said so, for people who wonder.
    let source: String
    let token: Token?

    /// By `--socket`, `SSADMIN_SOCKET`, `--url`, `SSADMIN_URL`, the profile, in this order; never by a file in the working
    /// directory, which may be somebody else's.
    static func find(
        socket: String?, url: String?, environment: Environment
    ) throws(Trouble) -> (address: ServiceAddress, source: String) {
        if let socket { return (.socket(path: socket), "--socket") }
        if let path = environment.variable("SSADMIN_SOCKET") { return (.socket(path: path), "SSADMIN_SOCKET") }
        if let url { return (try ServiceAddress(url: url), "--url") }
        if let url = environment.variable("SSADMIN_URL") { return (try ServiceAddress(url: url), "SSADMIN_URL") }
        if let address = try Profile.read(environment).address() { return (address, "the profile") }
        return (.standard, "the default")
    }

    init(socket: String?, url: String?, environment: Environment) throws(Trouble) {
        (address, source) = try Service.find(socket: socket, url: url, environment: environment)
        token = try Token.find(for: address, environment: environment)
    }

    /// Where no token is to be shown, or another one.
    init(address: ServiceAddress, source: String) {
        self.address = address
        self.source = source
        token = nil
    }
}

extension Profile {
    func address() throws(Trouble) -> ServiceAddress? {
        if let socket { return .socket(path: socket) }
        guard let url else { return nil }
        return try ServiceAddress(url: url)
    }
}
