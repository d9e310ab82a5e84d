"""Addresses and ports of this machine, checked before a server starts."""

import socket
from urllib.parse import urlsplit

from tamaya.cli.errors import CommandError


def check_port(host: str, port: int) -> None:
    """Refuse a port on which the server cannot listen."""
    try:
        with socket.create_server((host, port)):
            pass
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"cannot listen on {host} port {port}: {reason}") from error


def lan_address() -> str:
    """The address of this machine in its own network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system chooses the interface
        except OSError as error:
            raise CommandError("this machine has no network that phones could reach") from error
        return str(probe.getsockname()[0])


def checked_url(url: str) -> str:
    """The address of the server for others, with a slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise CommandError(f"--public-url wants an address like https://example.org, not {url!a}")
    if parts.path.strip("/"):
        raise CommandError("--public-url is the address of a whole host, without a path")
    return f"{parts.scheme}://{parts.netloc}/"
