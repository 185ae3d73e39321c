"""``lapsy doctor``: what on this machine stands in the boards' way."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lapsy.boards.doctor import Finding
    from lapsy.boards.events import Hello

MARKS = {"ok": ("ok", "green"), "warn": ("warn", "yellow"), "bad": ("BAD", "red")}


@click.command()
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON value.")
@click.option(
    "--udev", is_flag=True, help="Print the udev rules for Linux; how to install them goes to standard error."
)
def doctor(ports: tuple[str, ...], as_json: bool, udev: bool) -> None:
    """Look at Python, ports, permissions, the system and the boards, and tell what to do.

    PORTs are asked too, even without a known USB id. Ends with 1 when something is bad.
    """
    if udev:
        from lapsy.boards.doctor import INSTALL, rules_text

        click.echo(rules_text(), nl=False)
        if sys.stdout.isatty():
            click.echo("\nInstall them with:\n  " + "\n  ".join(INSTALL), err=True)
        return
    found = findings(ports)
    bad = sum(finding.grade == "bad" for finding in found)
    if as_json:
        click.echo(
            json.dumps(
                [{"what": f.what, "grade": f.grade, "text": f.text, "todo": f.todo} for f in found], indent=1
            )
        )
    else:
        for finding in found:
            click.echo(_told(finding))
        warned = sum(finding.grade == "warn" for finding in found)
        click.echo(_sum(bad, warned))
    if bad:
        raise SystemExit(1)


def findings(named: tuple[str, ...]) -> list[Finding]:
    """Everything, in the order in which it is mended."""
    from lapsy.boards import doctor as look
    from lapsy.boards.bootsel import empty_boards
    from lapsy.boards.ports import BusyError, PortError, SeenPort, seen_ports
    from lapsy.boards.probe import ask
    from lapsy.boards.updating import shipped

    seen = [port for port in seen_ports() if port.board]
    seen += [
        SeenPort(name, board="as you named it") for name in named if name not in {port.name for port in seen}
    ]
    build, _ = shipped()
    found = [look.python(), look.packages(), *look.ports(seen, empty_boards())]
    for port in seen:
        if os.path.exists(port.name):
            allowed = look.permission(port.name)
            found.append(allowed)
            if allowed.grade == "bad":
                continue
        held = look.held(port.name)
        if held:
            found.append(held)
        answer: Hello | PortError | None
        try:
            answer = ask(port.name)
        except PortError as error:
            answer = error
        if not (held and isinstance(answer, BusyError)):  # that is told already
            found.append(look.firmware(port.name, answer, build))
    if sys.platform == "linux":
        found += look.linux()
    return found


def _told(finding: Finding) -> str:
    word, colour = MARKS[finding.grade]
    line = f"{click.style(f'{word:<4}', fg=colour)}  {finding.what}: {finding.text}"
    return f"{line}\n        to do: {finding.todo}" if finding.todo else line


def _sum(bad: int, warned: int) -> str:
    if bad:
        return f"{bad} to mend before you can play."
    return "You can play." if not warned else f"You can play; {warned} could be better."
