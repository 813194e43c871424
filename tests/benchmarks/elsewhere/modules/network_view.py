"""The network as this machine sees it: interfaces, addresses, free ports."""

import ipaddress
import socket


def interfaces() -> list[str]:
    return [name for _, name in socket.if_nameindex()]


def has_network() -> bool:
    return any(name != "lo" for name in interfaces())


def classify(address: str) -> str:
    parsed = ipaddress.ip_address(address)
    if parsed.is_loopback:
        return "loopback"
    if parsed.is_private:
        return "private"
    return "multicast" if parsed.is_multicast else "public"


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    if not 0 < port < 65536:
        raise ValueError(f"not a port: {port}")
    with socket.socket() as probe:
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def is_listening(port: int, host: str = "127.0.0.1", timeout: float = 0.2) -> bool:
    try:
        with socket.create_connection((host, port), timeout):
            return True
    except OSError:
        return False


def first_free(start: int = 8000, tries: int = 5) -> int:
    for port in range(start, start + tries):
        if is_free(port):
            return port
    raise OSError(f"no free port from {start} on")


def resolve(name: str) -> str:
    try:
        return socket.gethostbyname(name)
    except socket.gaierror:
        return "unknown"


def service(port: int) -> str:
    try:
        return socket.getservbyport(port)
    except (OSError, OverflowError):
        return "?"


def supports_ipv6() -> bool:
    if not socket.has_ipv6:
        return False
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def networks(addresses: list[str], prefix: int = 24) -> list[str]:
    found = {ipaddress.ip_network(f"{one}/{prefix}", strict=False) for one in addresses}
    return [str(network) for network in sorted(found, key=str)]
