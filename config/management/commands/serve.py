"""manage.py serve: from whatever is here to a running site."""

import ipaddress
import os
import socket
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import psutil
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from config import messages
from config.secret import kept_secret
from config.whole import write_whole

HOST = "host"


class Command(BaseCommand):
    """Prepares the site, says where it is, and becomes the server."""

    help = "Brings database, texts, decks and a first table up to date, and serves the site until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Only the port; everything else is in the environment (config/settings.py)."""
        parser.add_argument("--port", type=int, default=8000, help="where to listen (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ends with one sentence if the port is taken. Browsers that come early wait; none is turned away."""
        port = options["port"]
        listening = listen(port)
        messages.compile_all()
        collect_static_files()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_decks", stdout=StringIO())
        call_command("tidy", stdout=StringIO())
        password = demo_host()
        table = StringIO()
        call_command("open_table", "swiss-quiz", "--demo", "--bots", "3", stdout=table)
        network = lan_addresses()
        here = f"http://127.0.0.1:{port}"
        lines = {
            "On this machine": f"{here}/",
            "On your phones": "  ".join(f"http://{address}:{port}/" for address in network),
            "A ready table": here + table.getvalue().strip(),
            "Sign in": f"{here}/admin/ as {HOST}, password {password}" if password else "",
        }
        told = "".join(f"  {name:<16} {value}\n" for name, value in lines.items() if value)
        self.stdout.write(f"\nTischrunde is ready. Ctrl-C ends it.\n\n{told}\n")
        become_daphne(listening, port, network)


def listen(port: int) -> socket.socket:
    """The open port. Ends the command with one sentence if it cannot be had."""
    listening = socket.socket()
    if sys.platform != "win32":  # where it would mean that two may listen
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("0.0.0.0", port))
        listening.listen(128)
    except (OSError, OverflowError):
        sys.exit(f"Port {port} is taken or not allowed: stop what runs there, or choose another: make play PORT=8080")
    return listening


def collect_static_files() -> None:
    """Copies and compresses them, which takes a while, only if one of them has changed."""
    seen = sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            path = Path(storage.path(name))
            seen.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    stamp = settings.VAR_DIR / "static.stamp"
    if not settings.STATIC_ROOT.exists() or not stamp.exists() or stamp.read_text() != seen.hexdigest():
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        if sys.platform != "win32":
            os.sync()  # all of them are on the disk before the stamp says so
        write_whole(stamp, seen.hexdigest().encode())


def demo_host() -> str:
    """Somebody who may do everything, unless there is already such a person. The password, if it is still the first."""
    users = get_user_model().objects
    password = kept_secret(settings.VAR_DIR / "host_password", length=9)
    if not users.filter(is_superuser=True).exists():
        users.create_superuser(HOST, password=password)
    host = users.filter(username=HOST).first()
    return password if host and host.check_password(password) else ""


def lan_addresses() -> list[str]:
    """Where phones in the same network find this machine; no packet is sent to find out."""
    up = {name for name, interface in psutil.net_if_stats().items() if interface.isup}
    found = [
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        for address in addresses
        if name in up and address.family == socket.AF_INET and not name.startswith(("docker", "br-", "veth", "virbr"))
    ]
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def become_daphne(listening: socket.socket, port: int, network: list[str]) -> None:
    """Replaces this process by the server, which answers to the names that this machine has in its network."""
    name = socket.gethostname()
    hosts = ["localhost", "127.0.0.1", "[::1]", name, f"{name.removesuffix('.local')}.local", *network]
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(hosts))
    if network:
        os.environ.setdefault("PUBLIC_URL", f"http://{network[0]}:{port}")
    proxy = ["--proxy-headers"] if settings.HTTPS else []
    command = [sys.executable, "-m", "config.server", "-v", "0", *proxy, "config.asgi:application"]
    sys.stdout.flush()
    if sys.platform == "win32":  # no process can be replaced there, and no open port handed over
        listening.close()
        with subprocess.Popen([*command, "-b", "0.0.0.0", "-p", str(port)]) as server:
            while server.poll() is None:
                with suppress(KeyboardInterrupt):  # it is for the server, who has heard it as well
                    server.wait()
        sys.exit(server.returncode)
    listening.set_inheritable(True)
    os.execv(sys.executable, [*command, "--fd", str(listening.fileno())])
