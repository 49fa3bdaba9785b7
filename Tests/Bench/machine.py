"""What deploy/bench asks of the machine: cores, processes, and what they use."""
import contextlib
import os
import platform
import resource
import shutil
import subprocess

from service import ROOT, CannotMeasure

SEARCHED = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def program(name):
    path = shutil.which(name, path=SEARCHED)
    if not path:
        raise CannotMeasure(f"there is no '{name}' on the PATH")
    return path


class Cores:
    """One core for what is measured and one for who measures."""

    def __init__(self):
        self.all = os.sched_getaffinity(0)
        if len(self.all) < 2:
            raise CannotMeasure("there is one core only: server and clients would be measured together")
        self.server, self.client = sorted(self.all)[:2]

    @contextlib.contextmanager
    def pinned(self, core):
        """What is started inside stays on that core."""
        os.sched_setaffinity(0, {core})
        try:
            yield
        finally:
            os.sched_setaffinity(0, self.all)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(word) for word in file.read().split()]


def cpu_seconds(pids):
    """Of whole processes, in the kernel and outside it (proc_pid_stat(5))."""
    ticks = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def private_bytes(pid):
    """User memory that only this process has."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        lines = [line.split() for line in file]
    return sum(int(words[1]) * 1024 for words in lines if words[0] in ("Private_Clean:", "Private_Dirty:"))


def raise_descriptors_max(wanted):
    """How many descriptors each process started from here may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, wanted))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def compile_c(name):
    """A program of Tests/Bench, by the compiler that comes with Swift, or another."""
    source, built = ROOT / "Tests/Bench" / f"{name}.c", ROOT / ".build/bench" / name
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        built.parent.mkdir(parents=True, exist_ok=True)
        compiler = shutil.which("clang") or program("cc")
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", built, source], check=True)
    return str(built)


def description(programs):
    def first_line(*words):
        ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return next(iter(ended.stdout.splitlines()), "").strip()

    with open("/proc/cpuinfo") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return {
        "cpu": next(iter(models), platform.machine()), "cores": os.cpu_count(), "kernel": platform.release(),
        "ssadmind": first_line(f"{programs}/ssadmind", "--version"), "swift": first_line("swift", "--version"),
        "commit": first_line("git", "-C", str(ROOT), "describe", "--always", "--dirty"),
        "nginx": first_line(program("nginx"), "-v"), "wrk": first_line(program("wrk"), "-v").split("[")[0].strip(),
    }
