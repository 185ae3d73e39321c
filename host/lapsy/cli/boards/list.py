"""``lapsy boards list``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lapsy.boards.ports import SeenPort
    from lapsy.boards.probe import Probed


@click.command()
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON value.")
def list_boards(ports: tuple[str, ...], as_json: bool) -> None:
    """List the serial ports, which of them are known boards, and which answer.

    Only ports with a known board's USB id are asked, and those that you name. Asking takes nothing from a table.
    """
    from lapsy.boards.bootsel import empty_boards
    from lapsy.boards.ports import SeenPort, seen_ports

    seen = [SeenPort(name, "as you named it") for name in ports] if ports else seen_ports()
    looked = [_look(port, bool(port.board or ports)) for port in seen]
    found = [entry for entry, _ in looked]
    empty = [] if ports else empty_boards()
    _mark_twins(found)
    if as_json:
        boards = [{"chip": board.chip, "drive": board.drive} for board in empty]
        click.echo(json.dumps({"ports": found, "empty": boards}, indent=1, ensure_ascii=False))
        return
    for entry, probed in looked:
        click.echo(_told(entry, probed))
    for board in empty:
        click.echo(board.advice())
    if not any(entry["what"] or entry["asked"] for entry in found) and not empty:
        from lapsy.boards.bootsel import NOTHING_SEEN

        click.echo(f"{NOTHING_SEEN} Without a board: lapsy boards sim")


def _look(seen: SeenPort, asked: bool) -> tuple[dict[str, Any], Probed | None]:
    """All that can be known of a port, as JSON has it; and the board's answer."""
    from lapsy.boards.holder import holders
    from lapsy.boards.ports import PortError
    from lapsy.boards.probe import probe

    entry: dict[str, Any] = {
        "port": seen.name,
        "stable": seen.stable or None,
        "what": seen.board or seen.description,
        "serial_number": seen.serial_number or None,
        "asked": asked,
        "holders": [{"pid": holder.pid, "name": holder.name} for holder in holders(seen.name)],
        "problem": None,
        "board": None,
    }
    if not asked:
        return entry, None
    try:
        probed = probe(seen.name)
    except PortError as error:
        entry["problem"] = str(error)
        return entry, None
    if probed is None:
        entry["problem"] = f"No board answers: put the firmware on it with 'lapsy boards flash {seen.name}'."
    else:
        entry["board"] = _board(probed)
    return entry, probed


def _board(probed: Probed) -> dict[str, Any]:
    from lapsy.boards.pads import pad_names

    hello = probed.hello
    return {
        "uid": hello.uid,
        "firmware": hello.fw,
        "build": hello.build,
        "capture": hello.capture,
        "capture_us": hello.capture_us,
        "inputs": list(pad_names(hello.roles)),
        "lights": hello.lights,
        "settings_refused": hello.settings_refused,
        "latency_us": probed.latency_us,
    }


def _mark_twins(found: list[dict[str, Any]]) -> None:
    """Notes boards that share a USB serial number: by it they cannot be told apart."""
    numbers = [entry["serial_number"] for entry in found if entry["serial_number"]]
    for entry in found:
        entry["twin"] = numbers.count(entry["serial_number"]) > 1


def _told(entry: dict[str, Any], probed: Probed | None) -> str:
    from lapsy.cli.boards import words

    head = f"{entry['port']}  {entry['what'] or 'unknown'}"
    lines: list[tuple[str, str]] = []
    if probed is not None:
        hello, latency = probed.hello, probed.latency_us
        lines += [
            ("board", hello.uid),
            ("firmware", words.firmware(hello)),
            ("capture", words.capture(hello)),
            ("inputs", f"{words.count(hello.roles)}: {words.inputs(hello.roles)}"),
            ("latency", "no ping was answered" if latency is None else words.milliseconds(latency)),
        ]
        if hello.settings_refused:
            lines.append(
                (
                    "settings",
                    "refused, so it has no inputs: mend them and run 'lapsy boards flash --settings FILE'",
                )
            )
    if entry["twin"]:
        lines.append(("note", "another port has the same USB serial number: tell them apart by board"))
    if entry["holders"] and not entry["problem"]:
        who = " and ".join(f"{holder['name']} (process {holder['pid']})" for holder in entry["holders"])
        lines.append(("held by", f"{who}: it may steal what the board says, close it before you play"))
    if entry["problem"]:
        lines.append(("", entry["problem"]))
    if not entry["asked"]:
        head += "; not asked (name it to ask it)"
    return "\n".join([head, *(f"  {name:<9} {text}" if name else f"  {text}" for name, text in lines)])
