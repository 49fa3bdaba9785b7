"""Policy streams: ours beside a bare epoll loop that sends the same bytes, and what a listener costs who waits."""
import os
import select
import socket
import statistics
import subprocess
import time

from machine import private_bytes, raise_descriptors_max
from service import CannotMeasure, end

# The service keeps 128 descriptors for itself; the rest is room.
DESCRIPTORS_BESIDE = 1000
# An event that has not reached the last listener by then never will.
SILENCE_SECONDS = 30


class Program:
    """One of Tests/Bench that lives until its standard input ends, and is read line by line."""

    def __init__(self, *command):
        self.name = command[0].rsplit("/", 1)[1]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.said = b""

    def line(self):
        while b"\n" not in self.said:
            if not select.select([self.process.stdout], [], [], SILENCE_SECONDS)[0]:
                raise CannotMeasure(f"{self.name}: an event did not reach all within {SILENCE_SECONDS} s")
            more = os.read(self.process.stdout.fileno(), 4096)
            if not more:
                raise CannotMeasure(f"{self.name} ended: a connection was lost")
            self.said += more
        line, _, self.said = self.said.partition(b"\n")
        return line.decode()

    def stop(self):
        end(self.process)


class Switch:
    """Turns one project off and on again, by the admin API."""

    def __init__(self, service, application_id):
        self.service = service
        self.order = {"scope": {"kind": "project", "application_id": application_id}, "targets": ["sdk"], "reason": "measuring"}

    def off(self):
        self.disable = self.service.operate("POST", "/api/v1/disables", self.order)[0]["id"]

    def on(self):
        self.service.operate("POST", f"/api/v1/disables/{self.disable}/lift", {"reason": "measured"})


def read_event(connection):
    """Up to the end of an event; comments before it are left out."""
    received = b""
    while True:
        while received.startswith(b":") and b"\n\n" in received:
            received = received.split(b"\n\n", 1)[1]
        if received and not received.startswith(b":") and received.endswith(b"\n\n"):
            return received
        received += connection.recv(65536) or ended(received)


def read_head(connection):
    """Byte by byte: what follows is an event's."""
    received = b""
    while not received.endswith(b"\r\n\r\n"):
        received += connection.recv(1) or ended(received)
    if not received.startswith(b"HTTP/1.1 200 "):
        raise CannotMeasure(f"the policy stream answers:\n{received.decode()}")
    return received


def ended(received):
    raise CannotMeasure(f"the policy stream ended behind {received!r}")


def sample(service, request, switch):
    """What a listener of ours reads when it comes, and when its app is switched off."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=SILENCE_SECONDS) as connection:
        connection.sendall(request)
        answer = read_head(connection) + read_event(connection)
        switch.off()
        event = read_event(connection)
        switch.on()
        read_event(connection)
    return answer, event


class Crowd:
    """Listeners of one server, and how one event reaches the last of them."""

    def __init__(self, program, port, count, request_path):
        self.program = Program(program, str(port), str(count), request_path)
        self.events = 0

    def settle(self):
        if self.program.line() != "connected":
            raise CannotMeasure("the listeners did not all get a first event")

    def last(self):
        """The instant, in nanoseconds of this machine's clock, at which the last listener has the next event."""
        self.events += 1
        number, instant = self.program.line().split()
        if int(number) != self.events:
            raise CannotMeasure(f"the listeners have event {number} and not {self.events}")
        return int(instant)


def race(crowds, switch, control, rounds):
    """Milliseconds until the last listener has it, by server, and those of the admin call."""
    ours, bare, call = [], [], []
    for turn in range(-1, rounds):
        begun = time.monotonic_ns()
        switch.off()
        called = time.monotonic_ns()
        last = crowds["ours"].last()
        switch.on()
        crowds["ours"].last()
        triggered = time.monotonic_ns()
        control.sendall(b"!")
        bare_last = crowds["bare"].last()
        if turn >= 0:
            call.append((called - begun) / 1e6)
            ours.append((last - begun) / 1e6)
            bare.append((bare_last - triggered) / 1e6)
    return ours, bare, call


def run(service, project_key, application_id, folder, programs, cores, count, rounds, stack):
    """`programs` are the compiled ones of Tests/Bench, by name."""
    allowed = raise_descriptors_max(count + DESCRIPTORS_BESIDE)
    if allowed < count + DESCRIPTORS_BESIDE:
        raise CannotMeasure(
            f"{count} listeners take {count + DESCRIPTORS_BESIDE} descriptors, and a process may have {allowed}: raise RLIMIT_NOFILE")
    request = (
        f"GET /sdk/v1/policy/events?project_key={project_key}&app_identifier=com.bench.shop&platform=ios"
        "&sdk_version=2.4.1&host_app_version=7.12.0 HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n").encode()
    switch = Switch(service, application_id)
    for name, content in zip(("answer", "event", "request"), sample(service, request, switch) + (request,)):
        with open(f"{folder}/{name}", "wb") as file:
            file.write(content)

    with cores.pinned(cores.server):
        bare = Program(programs["bare"], f"{folder}/answer", f"{folder}/event")
    stack.callback(bare.stop)
    bare_port, control_port = int(bare.line()), int(bare.line())
    servers = {"ours": (service.port, service.process.pid), "bare": (bare_port, bare.process.pid)}
    before = {name: private_bytes(pid) for name, (_, pid) in servers.items()}
    crowds = {}
    for name, (port, _) in servers.items():
        with cores.pinned(cores.client):
            crowds[name] = Crowd(programs["listeners"], port, count, f"{folder}/request")
        stack.callback(crowds[name].program.stop)
        crowds[name].settle()
    each = {name: (private_bytes(pid) - before[name]) / count / 1024 for name, (_, pid) in servers.items()}
    with socket.create_connection(("127.0.0.1", control_port)) as control:
        ours, theirs, call = race(crowds, switch, control, rounds)
    return [
        {
            "name": f"last of {count} listeners", "unit": "ms", "ours": statistics.median(ours), "beside": "bare epoll loop",
            "reference": statistics.median(theirs), "ratio": statistics.median(ours) / statistics.median(theirs),
            "aim": "at most 1.3 of the loop's", "rounds": {"ours": ours, "reference": theirs},
        },
        {"name": "  of these, the admin call", "unit": "ms", "ours": statistics.median(call), "rounds": {"ours": call}},
        {
            "name": "user memory per listener", "unit": "KiB", "ours": each["ours"], "beside": "bare epoll loop",
            "reference": each["bare"], "aim": "under 2",
        },
    ]
