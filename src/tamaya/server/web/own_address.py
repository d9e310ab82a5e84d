"""The URL of this server in links if the operator has not set one.

The `Host` header of a request may contain anything. Its name is used only if it is this machine's;
otherwise the address at which the connection arrived is used.
"""

import socket
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

PORTS = {"http": 80, "https": 443}


def own_address(connection: HTTPConnection) -> str:
    """Return a URL of this server that the client can reach, with a slash at its end."""
    scheme = connection.url.scheme
    address, port = connection.scope["server"] or ("localhost", None)
    port = port or PORTS[scheme]
    machine = socket.gethostname().lower()
    names = {"localhost", address, machine, f"{machine}.local"}
    named = _name_and_port(connection.headers.get("host", ""), PORTS[scheme])
    name = named[0] if named is not None and named[0] in names and named[1] == port else address
    host = f"[{name}]" if ":" in name else name
    return f"{scheme}://{host}/" if port == PORTS[scheme] else f"{scheme}://{host}:{port}/"


def _name_and_port(host: str, usual: int) -> tuple[str, int] | None:
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port or usual
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname else None
