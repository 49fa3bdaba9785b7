import Glibc

/// The signals that steer the service, taken one by one on the main thread: no handler runs in between anything.
enum Signals {
    enum Command {
        case stop, reload
    }

    /// Before the first thread is made, which inherits the mask.
    static func block() {
        var set = steering
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    static func wait() -> Command {
        var set = steering
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number == SIGHUP ? .reload : .stop
    }

    private static var steering: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        return set
    }
}
