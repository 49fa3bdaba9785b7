import Glibc
import Server

exit(runDaemon(CommandLine.arguments))
