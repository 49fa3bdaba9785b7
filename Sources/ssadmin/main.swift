import CLI
import Glibc

exit(Program.main())
