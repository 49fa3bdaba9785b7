"""Whole processes: a call of the command line, and the service from its start until it is ready."""
import os
import statistics
import tempfile
import time

from machine import program
from service import CannotMeasure, Service

PROJECTS = 20


def run_once(command, environment, silence):
    """Milliseconds from its start to its end."""
    begun = time.perf_counter_ns()
    pid = os.posix_spawn(command[0], command, environment, file_actions=[(os.POSIX_SPAWN_DUP2, silence, 1)])
    status = os.waitpid(pid, 0)[1]
    ended = time.perf_counter_ns()
    if status:
        raise CannotMeasure(f"{' '.join(command)} failed")
    return (ended - begun) / 1e6


def ninetieth(sample):
    return statistics.quantiles(sample, n=10, method="inclusive")[8]


def command_line(service, programs, count):
    commands = {"ours": [f"{programs}/ssadmin", "whoami", "--socket", service.admin_socket], "reference": [program("true")]}
    times = {name: [] for name in commands}
    silence = os.open(os.devnull, os.O_WRONLY)
    for turn in range(-2, count):
        for name, command in commands.items():
            took = run_once(command, service.environment, silence)
            if turn >= 0:
                times[name].append(took)
    os.close(silence)
    return [
        {
            "name": "ssadmin whoami", "unit": f"ms, {unit}", "ours": of(times["ours"]), "beside": "/bin/true",
            "reference": of(times["reference"]), "aim": aim, "rounds": times if aim else None,
        }
        for unit, of, aim in (("median", statistics.median, "under 15"), ("p90", ninetieth, None))
    ]


def starting(programs, count):
    """On a database that has some projects."""
    with tempfile.TemporaryDirectory(prefix="ssadmin-bench-") as folder:
        service = Service(f"{programs}/ssadmind", folder)
        times = []
        try:
            service.start()
            service.make_tenant()
            for number in range(PROJECTS):
                service.make_project(f"bench-{number}")
            for _ in range(count):
                service.stop()
                begun = time.perf_counter_ns()
                service.start()
                times.append((time.perf_counter_ns() - begun) / 1e6)
        finally:
            service.stop()
    return [{
        "name": "start to ready", "unit": f"ms, {unit}", "ours": of(times), "aim": aim,
        "rounds": {"ours": times} if aim else None,
    } for unit, of, aim in (("median", statistics.median, "under 150"), ("p90", ninetieth, None))]
