/// Everything that `ssadmin` does. What an incident needs stands first.
package enum CommandTable {
    package static let commands: [Command] =
        DisableCommands.commands + TenantCommands.commands + ProjectCommands.commands + AllowlistCommands.commands
        + SecretCommands.commands + PolicyCommands.commands + RouteCommands.commands + InstallationCommands.commands
        + PersonCommands.commands + RefusalCommands.commands + ReleaseCommands.commands + HandoffCommands.commands
        + AcceptanceCommands.commands
        + OperatorCommands.commands + TokenCommands.commands
        + AuditCommands.commands + SessionCommands.commands
}
