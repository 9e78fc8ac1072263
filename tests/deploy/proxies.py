"""nginx and Caddy as config/deploy/ sets them up."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings

from tests.packages import environment, program

DEPLOY = Path(settings.BASE_DIR) / "config" / "deploy"


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def certificate(folder: Path) -> None:
    """fullchain.pem and privkey.pem for localhost, good for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(Encoding.PEM))
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "privkey.pem").write_bytes(plain)


def nginx(folder: Path, ports: list[int], static: Path, here: int) -> list[str]:
    """The command; the configuration is config/deploy/nginx.conf with other ports, names and paths."""
    certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text()
    changes: Mapping[str, str] = {
        "    server 127.0.0.1:8001 max_fails=0;\n    server 127.0.0.1:8002 max_fails=0;\n": "".join(
            f"    server 127.0.0.1:{port} max_fails=0;\n" for port in ports
        ),
        "    listen 80;\n    listen [::]:80;\n": f"    listen 127.0.0.1:{free_port()};\n",
        "    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n": f"    listen 127.0.0.1:{here} ssl http2;\n",
        "play.example.org/": "",
        "play.example.org": "localhost",
        "/etc/letsencrypt/live/": f"{folder}/",
        "/var/log/nginx/": f"{folder}/",
        "/srv/tischrunde/var/static/": f"{static}/",
    }
    for ours, theirs in changes.items():
        assert ours in text, f"config/deploy/nginx.conf has no {ours!r} any more"
        text = text.replace(ours, theirs)
    (folder / "tischrunde.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    main = f"daemon off; pid {folder}/pid; {user} error_log {folder}/error.log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(
        f"{main}http {{ access_log off; {temporary}\ninclude {folder}/tischrunde.conf; }}\n"
    )
    return [str(program("nginx")), "-e", f"{folder}/error.log", "-p", str(folder), "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, ports: list[int], static: Path, here: int) -> list[str]:
    """The command; the configuration is config/deploy/Caddyfile as it is, told by variables where everything lies."""
    alone = (
        "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"  # it changes nothing on the machine
    )
    (folder / "Caddyfile").write_text(alone + (DEPLOY / "Caddyfile").read_text())
    told = {
        "SITE_NAME": f"https://localhost:{here}",
        "SITE": " ".join(f"127.0.0.1:{port}" for port in ports),
        "STATIC": str(static),
    }
    run = [str(program("caddy")), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]
    return ["env", *(f"{name}={value}" for name, value in told.items()), *run]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def proxy(name: str, folder: Path, ports: list[int], static: Path) -> Iterator[str]:
    """The address of the site behind this proxy."""
    here = free_port()
    command = PROXIES[name](folder, ports, static, here)
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            _until_it_listens(process, here, folder / "output")
            yield f"https://localhost:{here}"
        finally:
            process.terminate()
            process.wait(20)


def _until_it_listens(process: subprocess.Popen[bytes], port: int, output: Path) -> None:
    until = time.monotonic() + 60
    while True:
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, output.read_text(errors="replace")
        assert time.monotonic() < until, output.read_text(errors="replace")
        time.sleep(0.05)
