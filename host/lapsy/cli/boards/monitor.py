"""``lapsy boards monitor``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lapsy.cli import options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from lapsy.boards import events
    from lapsy.boards.link import Link
    from lapsy.boards.talk import Talk
    from lapsy.boards.watching import Input, Watch

PING_US = 500_000
REFRESH_S = 0.1
#: The timeline: this much to the left of now, in columns of a fifth of a second.
COLUMN_US = 200_000
#: Lines of the screen that are no inputs.
AROUND = 10


@click.command()
@click.argument("which", metavar="[PORT|IDENTITY]", required=False)
@click.option("--plain", is_flag=True, help="One line an event, as when the output is not a terminal.")
@click.option(
    "--for", "limit_us", type=options.Duration(), metavar="TIME", help="End after so long, such as 10s."
)
def monitor(which: str | None, plain: bool, limit_us: int | None) -> None:
    """Watch the inputs of a board live, until Ctrl-C.

    It takes presses that the board had kept for a table: end a game before you watch its board.
    """
    import sys

    from lapsy.boards.talk import Talk, raw_edges
    from lapsy.boards.watching import Watch
    from lapsy.cli.boards.choosing import the_port
    from lapsy.cli.boards.hello import greeted
    from lapsy.cli.errors import told

    with told(), suppress(KeyboardInterrupt), Talk(the_port(which), stay=True) as talk:
        greeted(talk)
        end_us = None if limit_us is None else talk.now_us + limit_us
        with raw_edges(talk):
            if plain or not sys.stdout.isatty():
                _plainly(talk, Watch(), end_us)
            else:
                _drawn(talk, Watch(), end_us)


def _rounds(talk: Talk, watch: Watch, end_us: int | None) -> Iterator[list[events.Event]]:
    """Rounds of hearing, a ping now and then, until the time is over."""
    ping_us = 0
    while end_us is None or talk.now_us < end_us:
        if talk.now_us >= ping_us:
            ping_us = talk.now_us + PING_US
            talk.link.ping(talk.now_us)
        heard = talk.hear(REFRESH_S)
        watch.feed(talk.now_us, heard)
        yield heard


def _plainly(talk: Talk, watch: Watch, end_us: int | None) -> None:
    for heard in _rounds(talk, watch, end_us):
        for event in heard:
            if line := line_of(event, watch):
                click.echo(line)


def line_of(event: events.Event, watch: Watch) -> str:
    """What an event looks like on a line of its own; empty for what is no news."""
    from lapsy.boards import events

    match event:
        case events.Hello(uid=uid, fw=fw, first_seq=first, next_seq=following):
            kept = following - first
            return f"board {uid}, firmware {fw}" + (
                f", {kept} messages kept for whoever asks" if kept else ""
            )
        case events.Press(input=number, t_us=t_us, pressed=pressed, index=index, repaired=repaired):
            name = watch.inputs[number].name if number < len(watch.inputs) else f"input {number}"
            how = "down" if pressed else "up"
            return f"{t_us / 1_000_000:14.6f} s  {name:<8} {how:<4}  capture {index}" + (
                "  (seen after the hold-off)" if repaired else ""
            )
        case events.Loss(count=count, edges=edges):
            return f"lost: {count} {'raw edges' if edges else 'presses and releases'}, the board had no room"
        case events.Gap(from_seq=first, to_seq=last):
            return f"{last - first + 1} earlier messages went to another program"
        case events.Fault(reason=reason, count=count):
            return f"fault: {reason} ({count} times)"
        case events.Text(line=line):
            return f"text: {line}"
        case events.Silent(reason=reason):
            return reason
        case events.Back():
            return "The board speaks again."
        case _:
            return ""


def _drawn(talk: Talk, watch: Watch, end_us: int | None) -> None:
    from rich.console import Console
    from rich.live import Live

    console = Console()
    with Live(console=console, auto_refresh=False, screen=True) as live:
        for _ in _rounds(talk, watch, end_us):
            live.update(picture(watch, talk.link, talk.now_us, console.width, console.height), refresh=True)


def picture(watch: Watch, link: Link, now_us: int, width: int, height: int) -> RenderableType:
    """The whole screen. In a low one, inputs that have done nothing are left out."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    columns = max(10, min(60, (width - 52) // 5 * 5))
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for head in ("pad", "now"):
        table.add_column(head, no_wrap=True)
    for head in ("presses", "glitches", "bounce", "last, s"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column(f"the last {columns * COLUMN_US // 1_000_000} s", no_wrap=True)
    stuck = link.last_beat.stuck if link.last_beat else 0
    quiet = [n for n, one in enumerate(watch.inputs) if not (one.presses or one.glitches or one.down)]
    room = max(0, height - AROUND - (len(watch.inputs) - len(quiet)))
    hidden = set(quiet[room:])
    for number, one in enumerate(watch.inputs):
        if number in hidden:
            continue
        past = watch.past(number, now_us, columns, COLUMN_US)
        table.add_row(
            one.name,
            _state(one, bool(stuck >> number & 1)),
            str(one.presses),
            str(one.glitches),
            "" if one.bounce is None else f"{one.bounce.length_us / 1000:.1f} ms",
            "" if one.last_us is None else f"{one.last_us / 1_000_000:.3f}",
            Text("".join("█" if cell else "·" for cell in past), style="cyan"),
        )
    lines: list[RenderableType] = [Text(_title(watch), style="bold"), table]
    if hidden:
        lines.append(Text(f"{len(hidden)} inputs that were not pressed yet have no room here.", style="dim"))
    lines.append(Text(_link(watch, link), style="dim"))
    if watch.trouble:
        lines.append(Text(watch.trouble, style="bold red"))
    lines += [Text(f"{reason} ({count} times)", style="red") for reason, count in watch.faults.items()]
    if watch.lost:
        lines.append(Text(f"{watch.lost} presses, releases or edges were lost.", style="red"))
    lines += [Text(f"the board says: {text}", style="yellow") for text in watch.texts]
    lines.append(Text("Ctrl-C ends.", style="dim"))
    return Group(*lines)


def _state(one: Input, stuck: bool) -> RenderableType:
    from rich.text import Text

    if stuck:
        return Text("stuck", style="bold red")
    return Text("down", style="bold green") if one.down else Text("up", style="dim")


def _title(watch: Watch) -> str:
    from lapsy.cli.boards import words

    if watch.hello is None:
        return "Waiting for the board ..."
    if watch.hello.settings_refused:
        return (
            f"Board {watch.hello.uid} refuses its settings and has no inputs: mend them with 'lapsy boards flash --settings "
            "FILE'."
        )
    return f"Board {watch.hello.uid}, firmware {words.firmware(watch.hello)}\nCapture: {words.capture(watch.hello)}"


def _link(watch: Watch, link: Link) -> str:
    from lapsy.cli.boards import words

    trip = watch.round_trip_us
    parts = [f"round trip {words.milliseconds(trip)}" if trip is not None else "no ping answered yet"]
    beat = link.last_beat
    if beat is not None:
        parts += [
            f"longest stall {words.milliseconds(beat.stall_max_us)}",
            f"longest collection {words.milliseconds(beat.gc_max_us)}",
            f"glitches {beat.glitches}",
            f"damaged lines {link.damaged} here, {beat.damaged} there",
        ]
    parts.append(f"sent twice {link.duplicates}")
    return " · ".join(parts)
