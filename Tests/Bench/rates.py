"""Policy requests: ours beside nginx that answers the same from memory, and wrk in front of either."""
import contextlib
import http.client
import re
import socket
import statistics
import subprocess
import time

from machine import children, cpu_seconds, program
from service import CannotMeasure, end

CONNECTIONS = 64
# What answers must have in common to be called the same. nginx adds `Server` and `Connection`, and to a 304 also a type
# and a length of nothing.
HEADERS = {200: ("Content-Type", "Content-Length", "ETag", "Cache-Control"), 304: ("ETag", "Cache-Control")}


class Nginx:
    """Two workers, as ours has two loops, and nothing that a request would not need."""

    def __init__(self, folder, path, answer):
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        self.folder, self.process = folder, None
        status, headers, body = answer
        if any(mark in body.decode() + headers["ETag"] for mark in "'$\\"):
            raise CannotMeasure("the policy has a character that nginx's configuration cannot say")
        paths = "".join(f"{name}_temp_path {folder}/{name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(f"""
daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
    access_log off; server_tokens off; keepalive_requests 1000000000; default_type '{headers["Content-Type"]}'; {paths}
    server {{
        listen 127.0.0.1:{self.port};
        location = {path} {{
            add_header ETag '{headers["ETag"]}';
            add_header Cache-Control '{headers["Cache-Control"]}';
            if ($http_if_none_match = '{headers["ETag"]}') {{ return 304; }}
            return 200 '{body.decode()}';
        }}
    }}
}}
""")

    def start(self):
        command = [program("nginx"), "-p", self.folder, "-e", "stderr", "-c", f"{self.folder}/nginx.conf"]
        # It warns non-root users about directives that are nobody's here.
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.05)
        raise CannotMeasure("nginx did not start")

    @property
    def pids(self):
        return [self.process.pid] + children(self.process.pid)

    def stop(self):
        if self.process:
            end(self.process)


def ask(port, target, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", target, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name: answer.headers[name] for name in HEADERS.get(answer.status, ())}, body


def load(port, target, headers, seconds):
    """One round of wrk: requests answered, and the seconds that it took."""
    command = [program("wrk"), "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s"]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    said = subprocess.run(command + [f"http://127.0.0.1:{port}{target}"], capture_output=True, text=True).stdout
    count = re.search(r"(\d+) requests in ", said)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", said)
    if not count or not rate or "Non-2xx" in said or "Socket errors" in said:
        raise CannotMeasure(f"wrk met something else than answers:\n{said}")
    return int(count[1]), float(rate[1])


def measure(service, nginx, target, headers, cores, rounds, seconds):
    """Rates and CPU of each, in rounds that take turns."""
    servers = {"ours": (service.port, lambda: [service.process.pid]), "nginx": (nginx.port, lambda: nginx.pids)}
    figures = {name: {"rate": [], "cpu_us": [], "busy": []} for name in servers}
    for turn in range(-1 if rounds > 1 else 0, rounds):
        for name in sorted(servers, reverse=turn % 2 == 0):
            port, pids = servers[name]
            before = cpu_seconds(pids())
            with cores.pinned(cores.client):
                count, rate = load(port, target, headers, seconds if turn >= 0 else 1)
            used = cpu_seconds(pids()) - before
            if turn >= 0:
                figures[name]["rate"].append(rate)
                figures[name]["cpu_us"].append(used / count * 1e6)
                figures[name]["busy"].append(used * rate / count)
    return figures


def run(service, project_key, folder, cores, rounds, seconds, stack):
    query = f"project_key={project_key}&app_identifier=com.bench.shop&platform=ios&sdk_version=2.4.1&host_app_version=7.12.0"
    path = "/sdk/v1/policy"
    target = f"{path}?{query}"
    answer = ask(service.port, target)
    nginx = Nginx(folder, path, answer)
    stack.callback(nginx.stop)
    with cores.pinned(cores.server):
        nginx.start()
    figures = []
    for status, headers in ((200, {}), (304, {"If-None-Match": answer[1]["ETag"]})):
        ours, theirs = ask(service.port, target, headers), ask(nginx.port, target, headers)
        if ours != theirs or ours[0] != status:
            raise CannotMeasure(f"the two do not answer the same {status}:\n{ours}\n{theirs}")
        measured = measure(service, nginx, target, headers, cores, rounds, seconds)
        for key, unit, aim in (("rate", "requests/s", "at least 0.9"), ("cpu_us", "CPU µs/request", "at most 1.3")):
            mine, other = measured["ours"][key], measured["nginx"][key]
            figures.append({
                "name": f"policy {status}", "unit": unit, "ours": statistics.median(mine),
                "beside": "nginx", "reference": statistics.median(other),
                "ratio": statistics.median(mine) / statistics.median(other), "aim": f"{aim} of nginx's",
                "rounds": {"ours": mine, "reference": other},
            })
        figures[-2]["core_busy"] = {name: statistics.median(each["busy"]) for name, each in measured.items()}
    return figures
