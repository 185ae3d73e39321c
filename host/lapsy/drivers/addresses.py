"""By which addresses phones reach this machine: those of its own networks, the likeliest first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import NamedTuple

import ifaddr

#: Interfaces of virtual machines, containers and tunnels: a phone in the room is hardly ever behind one.
_VIRTUAL = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "hyper-v", "vmware", "virtualbox", "wsl", "lxc",
    "cni", "podman", "tun", "tap", "utun", "wg", "zt", "tailscale", "ppp", "awdl", "llw", "bluetooth",
)  # fmt: skip


class Address(NamedTuple):
    """An address of this machine, and the name of its interface."""

    interface: str
    ip: str


def reachable(found: Iterable[Address], usual: str = "") -> tuple[str, ...]:
    """Of all addresses those that a phone may reach: never loopback nor link-local. IPv4 comes first, then what the system
    itself would use (``usual``), then real interfaces before virtual ones; IPv6 stands in only where there is no IPv4."""
    good: list[tuple[bool, bool, bool, str]] = []
    for interface, text in found:
        try:
            ip = ipaddress.ip_address(text)
        except ValueError:
            continue
        if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast:
            continue
        virtual = interface.casefold().startswith(_VIRTUAL)
        good.append((ip.version == 6, text != usual, virtual, text))
    fours = [one for one in good if not one[0]]
    ordered = sorted(fours or good, key=lambda one: (one[2], one[1]))
    return tuple(dict.fromkeys(text for *_, text in ordered))


def own_addresses() -> tuple[str, ...]:
    """``reachable`` of this machine now."""
    found = []
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            ip = one.ip if isinstance(one.ip, str) else one.ip[0]
            found.append(Address(str(adapter.nice_name or adapter.name), ip))
    return reachable(found, usual_address("0.0.0.0"))


def usual_address(host: str) -> str:
    """This machine's address in its network, as the system would choose it; nothing is sent to find out."""
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def in_url(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address
