import API

/// People: whom a retailer's backend vouched for.
enum PersonCommands {
    private static let app = ProjectCommands.app
    private static let user = Argument("USER", "the person's user id, as the retailer's backend signs it")

    static let commands = [
        Command(
            words: ["person", "show"], summary: "Show what is known of a person, and where.",
            details: ["A user id that starts with a dash stands after two: person show APP -- -1042."],
            arguments: [app, user],
            examples: ["ssadmin person show shop-ios acct_1042", "ssadmin person show shop-ios 'ann/1042@acme'"],
            run: show)
    ]

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        let (app, user) = (invocation[app], invocation[user])
        return try invocation.client().call(People.get, [app, user]).output { person in
            let installations = person.installations
            var lines = fields([("person", user), ("installations", installations.isEmpty ? "none" : nil)])
            if !installations.isEmpty { lines += ["installations:"] + installations.map { "  " + $0 } }
            if !person.properties.isEmpty {
                var table = Table(columns: [
                    .init("PROPERTY"), .init("VALUE", shrinks: true), .init("SET BY"),
                ])
                table.rows = person.properties.sorted { $0.key < $1.key }.map { name, property in
                    [name, property.value, property.signed ? "the backend, signed" : "a device"]
                }
                lines += [""] + table.lines(width: invocation.width)
            }
            // An id that cannot be shown as it is cannot be typed from what is shown.
            if installations.isEmpty || escaped(user) != user { return lines }
            // A value that looks like an option is one only after an equals sign.
            let condition = user.hasPrefix("--") ? ["--user=\(user)"] : ["--user", user]
            return lines + [
                "",
                "End them all: "
                    + invocation.commandLine(
                        ["installation", "revoke", app] + condition + ["--reason", "TEXT"]),
            ]
        }
    }
}
