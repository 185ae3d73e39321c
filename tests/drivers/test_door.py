"""By which addresses phones come in, and that they come in only there and then."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housed import House, at_home
from lapsy.drivers.addresses import Address, own_addresses, reachable
from lapsy.drivers.door import qr_path
from live import wait_until


def of(*pairs: tuple[str, str], usual: str = "") -> tuple[str, ...]:
    return reachable([Address(*pair) for pair in pairs], usual)


def test_never_loopback_nor_an_address_that_a_machine_gives_itself():
    assert (
        of(("lo", "127.0.0.1"), ("lo", "127.8.8.8"), ("eth0", "169.254.7.7"), ("lo", "::1"), ("w", "fe80::1"))
        == ()
    )
    assert of(("x", "0.0.0.0"), ("x", "::"), ("x", "224.0.0.1"), ("x", "no address")) == ()


def test_the_rooms_own_network_comes_before_containers_and_tunnels():
    found = of(
        ("docker0", "172.17.0.1"), ("br-12ab", "172.18.0.1"), ("wlan0", "192.168.1.20"), ("tun0", "10.8.0.2"),
        ("eth0", "10.0.0.5"), usual="10.0.0.5",
    )  # fmt: skip
    assert found == ("10.0.0.5", "192.168.1.20", "172.17.0.1", "172.18.0.1", "10.8.0.2")
    assert of(("utun4", "10.8.0.2"), ("en0", "192.168.1.20"), usual="10.8.0.2")[0] == "192.168.1.20"


def test_ipv6_stands_in_only_where_there_is_no_ipv4():
    assert of(("eth0", "fd00::2"), ("eth0", "192.168.1.2")) == ("192.168.1.2",)
    assert of(("eth0", "fd00::2"), ("eth0", "fe80::2")) == ("fd00::2",)


@given(
    st.lists(
        st.tuples(st.sampled_from(["lo", "eth0", "docker0", "wlan0"]), st.ip_addresses().map(str)), max_size=8
    )
)
def test_whatever_a_machine_has_only_its_own_addresses_are_offered(pairs):
    offered = of(*pairs)
    assert set(offered) <= {text for _, text in pairs}
    assert not any(text.startswith(("127.", "169.254.", "fe80")) for text in offered)


def test_a_qr_code_is_the_same_as_the_librarys():
    import segno

    text = "http://192.168.1.20:8765/join#c=BCDF"
    path, size = qr_path(text)
    dark = set()
    for part in path.split("M")[1:]:
        at, _, rest = part.partition("h")
        x, y = map(int, at.split())
        dark |= {(x + n, y) for n in range(int(rest.partition("v")[0]))}
    matrix = [list(row) for row in segno.make(text, micro=False, error="m").matrix]
    assert size == len(matrix)
    assert dark == {(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house:
        yield house


def answers(address: str, port: int) -> bool:
    try:
        with socket.create_connection((address, port), timeout=20):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not own_addresses(), reason="this machine is in no network")
def test_phones_come_in_while_the_door_is_open_and_not_before_or_after(house):
    own = own_addresses()[0]
    with house.host() as host:
        assert host.until(lambda m: m["type"] == "view")["door"]["code"] is None
        assert not answers(own, house.port)
        host.say("arrange", what="open", value="203.0.113.77")
        assert "no address" in host.answer("refused")["message"]
        host.say("arrange", what="open")
        door = host.until(lambda m: m["type"] == "view" and m["door"]["open"])["door"]
        shown, _, rest = door["address"].rpartition(":")
        port = int(rest.partition("/")[0])
        assert shown.strip("[]") == own
        assert rest.endswith("/join")
        assert (door["code"], door["problem"]) == (house.room.entrance.code, None)
        assert door["size"] >= 21
        wait_until(lambda: answers(own, port), "phones come in")
        host.say("arrange", what="close")
        assert host.until(lambda m: m["type"] == "view" and not m["door"]["open"])["door"]["qr"] is None
        wait_until(lambda: not answers(own, port), "it is closed")
        assert answers("127.0.0.1", house.port)


def test_without_a_network_the_way_out_is_told(house):
    house.on_loop(lambda: setattr(house.room.door, "_find", tuple))
    with house.host() as host:
        view = host.until(lambda m: m["type"] == "view" and m["door"]["problem"])
        assert "Wi-Fi" in view["door"]["problem"]
        host.say("arrange", what="open")
        assert "Wi-Fi" in host.answer("refused")["message"]
