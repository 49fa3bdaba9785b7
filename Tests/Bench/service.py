"""The service under measurement, for deploy/bench and deploy/bench-oracle: built, served on loopback, and operated."""
import http.client
import json
import os
import pathlib
import secrets
import socket
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class CannotMeasure(Exception):
    """Something that is needed is not there or does not do what it should; the text says what."""


def build():
    """Builds the programs as they are deployed; the folder where they are."""
    command = ["swift", "build", "-c", "release", "--static-swift-stdlib", "-Xlinker", "-s", "--package-path", str(ROOT)]
    try:
        subprocess.run(command, check=True, stdout=sys.stderr)
        return subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotMeasure(f"the build failed: {error}") from error


def end(process):
    """Ends a process that was started here; one that does not go is made to."""
    process.terminate()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("ssadmin")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


class Service:
    """ssadmind on the database of a folder, which is made where there is none."""

    def __init__(self, program, folder, key_secret=None):
        self.admin_socket = f"{folder}/admin.sock"
        self.key_secret = key_secret or secrets.token_hex(32)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("SSADMIN_", "CUSTOMER_SDK_"))}
        self.environment |= {
            "SSADMIN_DATABASE": f"sqlite:{folder}/ssadmin.db",
            "SSADMIN_ADMIN_LISTEN": f"unix:{self.admin_socket}",
            "SSADMIN_SDK_LISTEN": "127.0.0.1:0",
            "CUSTOMER_SDK_KEY_SECRET": self.key_secret,
        }
        self.command = [program, "serve"]
        self.process = None

    def start(self):
        """Returns when it says that it is ready."""
        try:
            self.process = subprocess.Popen(self.command + ["--init"], env=self.environment, stderr=subprocess.PIPE, text=True)
        except OSError as error:
            raise CannotMeasure(f"the service did not start: {error}") from error
        said = []
        for line in self.process.stderr:
            event = json.loads(line) if line.startswith("{") else {}
            if event.get("event") == "ready":
                self.port = int(event["sdk_listen"].rsplit(":", 1)[1])
                # A full pipe would make it wait.
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return
            said.append(line)
        raise CannotMeasure("the service did not start:\n" + "".join(said))

    def operate(self, method, path, body=None, headers={}):
        connection = UnixConnection(self.admin_socket)
        connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"} | headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status >= 300:
            raise CannotMeasure(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text or b"null"), answer.headers

    def make_tenant(self):
        self.operate("POST", "/api/v1/tenants", {"slug": "bench", "name": "Bench"})

    def make_project(self, application_id):
        """Its key."""
        order = {
            "tenant": "bench", "application_id": application_id, "name": "Bench",
            "ios_bundle_ids": ["com.bench.shop"], "android_package_names": [],
        }
        return self.operate("POST", "/api/v1/projects", order)[0]["project_key"]

    def stop(self):
        if self.process:
            end(self.process)
