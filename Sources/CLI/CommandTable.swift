/// Everything that `ssadmin` does. What an incident needs stands first.
package enum CommandTable {
    /// What is looked for together.
    package struct Group: Sendable {
        /// A line above the commands.
        package let title: String
        package let commands: [Command]

        init(_ title: String, _ commands: [Command]...) {
            self.title = title
            self.commands = commands.flatMap(\.self)
        }
    }

    package static let groups = [
        Group("At an incident", DisableCommands.commands),
        Group(
            "Retailers, their apps and secrets", TenantCommands.commands, ProjectCommands.commands,
            AllowlistCommands.commands, SecretCommands.commands),
        Group("What may show where", PolicyCommands.commands, RouteCommands.commands),
        Group(
            "Devices and shoppers", InstallationCommands.commands, PersonCommands.commands, RefusalCommands.commands),
        Group(
            "Releases and integrations", ReleaseCommands.commands, HandoffCommands.commands,
            AcceptanceCommands.commands),
        Group("Staff", OperatorCommands.commands, TokenCommands.commands, AuditCommands.commands),
        Group("You and this program", SessionCommands.commands),
    ]

    package static let commands = groups.flatMap(\.commands)
}
