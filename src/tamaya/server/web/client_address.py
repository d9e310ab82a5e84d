"""The network address that limits are counted by: the client's, as trusted proxies report it.

uvicorn puts the client into the scope and believes `X-Forwarded-For` of trusted proxies alone
(`tamaya serve --proxies`); nothing here reads headers.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

UNKNOWN = "unknown"  # clients without an address share one bucket
PREFIX = 64  # bits of an IPv6 address: the network of one household or rented machine


def client_address(connection: HTTPConnection) -> str:
    """Return the address that a request or a socket comes from, cut by `limited_address`."""
    return limited_address(connection.client.host if connection.client else "")


def limited_address(host: str) -> str:
    """Return an IPv4 address whole, and an IPv6 address as its network of 64 bits."""
    address = _parsed(host)
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address) >> 128 - PREFIX << 128 - PREFIX, PREFIX)))


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.partition("%")[0])  # a zone is local to this machine
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
