"""``lapsy boards check``."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lapsy.cli import options
from lapsy.cli.errors import told

if TYPE_CHECKING:
    from lapsy.boards import events
    from lapsy.boards.certificate import Certificate
    from lapsy.boards.events import Hello
    from lapsy.boards.talk import Talk


@click.command()
@click.argument("which", metavar="[PORT|IDENTITY]", required=False)
@click.option("--presses", type=click.IntRange(1, 100), default=5, show_default=True, help="Presses a pad.")
@click.option(
    "--common", is_flag=True, help="One signal is wired into all inputs: measure the skew between them."
)
@click.option(
    "--edges", type=click.IntRange(1, 1_000_000), default=1_000, show_default=True, help="Edges for --common."
)
@click.option(
    "--pair", nargs=2, metavar="A B", help="Two pads lie under one plate: measure the offset between them."
)
@click.option(
    "--strokes", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Strokes for --pair."
)
@click.option(
    "--only",
    metavar="PADS",
    help="Look at these inputs alone, such as slap1,slap2 or slap,flip: the others have no button, or no signal.",
)
@click.option(
    "--limit",
    "limit_us",
    type=options.Duration(),
    default="30s",
    show_default=True,
    metavar="TIME",
    help="Give up when nothing happens for so long.",
)
@click.option("--show", is_flag=True, help="Show the newest certificates that are kept; no board is needed.")
def check(
    which: str | None,
    presses: int,
    common: bool,
    edges: int,
    pair: tuple[str, str] | None,
    strokes: int,
    only: str | None,
    limit_us: int,
    show: bool,
) -> None:
    """Prove a board: press each pad when told, and see how it bounces and what is stuck.

    With --common or --pair something is wired or laid up first, see docs/boards.md. The result is kept by the board's
    identity. It takes presses that the board had kept for a table: end a game before you check its board.
    """
    if common + bool(pair) + show > 1:
        raise click.UsageError("Give one of --common, --pair and --show.")
    if only is not None and (pair or show):
        raise click.UsageError("--only goes with --common, or with the walk through the pads.")
    if show:
        _show(which)
        return
    from lapsy.boards.talk import Talk, raw_edges
    from lapsy.cli.boards.choosing import the_port
    from lapsy.cli.boards.hello import greeted

    with told(), Talk(the_port(which)) as talk:
        try:
            hello = greeted(talk)
            _has_inputs(hello, talk.name)
            with raw_edges(talk):
                if common:
                    record = _common(talk, hello, edges, only, limit_us)
                elif pair:
                    record = _pair(talk, hello, pair, strokes, limit_us)
                else:
                    record = _pads(talk, hello, presses, only, limit_us)
        except KeyboardInterrupt:
            raise click.ClickException("Stopped: nothing was kept.") from None
    _keep(record)


def folder() -> Path:
    """Where certificates are kept: in the user's own data."""
    from platformdirs import user_data_path

    return user_data_path("lapsy", appauthor=False) / "boards"


def _show(which: str | None) -> None:
    from lapsy.boards.certificate import kept, text
    from lapsy.boards.talk import Talk
    from lapsy.cli.boards.hello import greeted

    uid = (which or "").lower()
    with told():
        if not re.fullmatch(r"[0-9a-f]*", uid):
            with Talk(str(which), acknowledge=False) as talk:
                uid = greeted(talk).uid
        records = kept(folder(), uid)
    if not records:
        whose = f" of a board {uid}" if uid else ""
        raise click.ClickException(
            f"No certificate{whose} is kept in {folder()}: make one with 'lapsy boards check'."
        )
    click.echo("\n".join(map(text, records)), nl=False)


def _keep(record: Certificate) -> None:
    from lapsy.boards.certificate import keep, text

    click.echo()
    click.echo(text(record), nl=False)
    with told():
        click.echo(f"\nKept as {keep(record, folder())}.")
    if not record["good"]:
        raise click.ClickException("This board is not good yet: see above.")


def _now() -> datetime:
    return datetime.now().astimezone()


def _has_inputs(hello: Hello, name: str) -> None:
    """Nothing can be proven of a board without inputs. Raises click.ClickException."""
    from lapsy.cli.boards import words

    if hello.settings_refused:
        raise click.ClickException(
            f"Board {hello.uid} refuses its settings and has no inputs: mend them with 'lapsy boards flash {name} "
            "--settings FILE'."
        )
    if not words.count(hello.roles):
        raise click.ClickException(f"Board {hello.uid} has no inputs: give it some in its settings.")


def _whole(hello: Hello, heard: list[events.Event]) -> None:
    """A measurement with holes is none. Raises click.ClickException."""
    from lapsy.boards import events

    for event in heard:
        if isinstance(event, events.Loss):
            what = "edges" if event.edges else "presses and releases"
            raise click.ClickException(
                f"The board lost {event.count} {what} because they came too fast: use a slower signal, then check again."
            )
        if isinstance(event, events.Hello) and event.boot != hello.boot:
            raise click.ClickException("The board restarted in the middle: check again.")


def _looked_at(hello: Hello, only: str | None, wires: tuple[str, ...]) -> list[int]:
    """The inputs to look at: all but ``wires``, or those named by ``only``. Raises click.ClickException."""
    from lapsy.boards import events
    from lapsy.boards.pads import PadError, find_input, pad_names

    possible = [n for n, role in enumerate(hello.roles) if events.role_name(role) not in wires]
    if only is None:
        return possible
    chosen: set[int] = set()
    for name in (part.strip() for part in only.split(",")):
        of_role = {n for n, role in enumerate(hello.roles) if events.role_name(role) == name}
        try:
            named = of_role or {find_input(hello.roles, name)}
        except PadError as error:
            raise click.ClickException(str(error)) from None
        if not named <= set(possible):
            names = pad_names(hello.roles)
            raise click.ClickException(f"{names[min(named - set(possible))]} is no input that this looks at.")
        chosen |= named
    return sorted(chosen)


def _pads(talk: Talk, hello: Hello, presses: int, only: str | None, limit_us: int) -> Certificate:
    from lapsy.boards.certificate import of_pads
    from lapsy.boards.pad_check import WIRES, PadCheck

    walk = PadCheck(hello, presses, limit_us, _looked_at(hello, only, WIRES))
    asked, said = None, 0
    click.echo(f"Board {hello.uid}. Strike each pad as you would in a game.")
    while not walk.over:
        heard = talk.hear(0.05)
        _whole(hello, heard)
        walk.feed(talk.now_us, heard)
        if walk.pad != asked and walk.pad is not None:
            if asked is not None:
                click.echo()
            asked, said = walk.pad, 0
            click.echo(f"Press {asked} {'once' if presses == 1 else f'{presses} times'}.\n ", nl=False)
        for other in walk.others():
            click.echo(f" (that was {other})", nl=False)
        while walk.pad == asked and said < min(walk.strokes, presses):
            said += 1
            click.echo(f" {said}", nl=False)
    click.echo()
    return of_pads(hello, _now(), walk.results())


def _common(talk: Talk, hello: Hello, wanted: int, only: str | None, limit_us: int) -> Certificate:
    from lapsy.boards import events
    from lapsy.boards.certificate import of_common_signal
    from lapsy.boards.common_signal import CommonEdges
    from lapsy.cli.boards.progress import counted

    inputs = _looked_at(hello, only, ("none", "photo"))
    which = f"its {len(inputs)} inputs" if only is None else f"{len(inputs)} inputs ({only})"
    click.echo(
        f"Board {hello.uid}: join {which} and give them one signal of about 1 Hz. Waiting for {wanted:,} "
        "edges ..."
    )
    seen = CommonEdges(inputs)
    quiet_us = talk.now_us + limit_us
    with counted(wanted) as show:
        # An input that does not follow must not keep the others waiting for ever.
        while seen.whole < wanted and seen.most < 2 * wanted and talk.now_us < quiet_us:
            heard = talk.hear(0.1)
            _whole(hello, heard)
            for event in heard:
                if not isinstance(event, events.Edges):
                    continue
                for edge in event.edges:
                    if edge.t_us >= hello.now_us and edge.input in inputs:
                        quiet_us = talk.now_us + limit_us
                        seen.add(edge.index, edge.input, edge.t_us)
            show(seen.whole)
    if not seen.most:
        raise click.ClickException(
            f"No edge came for {limit_us / 1_000_000:g} s: is the signal between 0 and 3.3 V, and its ground joined to the "
            "board's?"
        )
    return of_common_signal(hello, _now(), seen.result())


def _pair(talk: Talk, hello: Hello, pair: tuple[str, str], wanted: int, limit_us: int) -> Certificate:
    from lapsy.boards import events
    from lapsy.boards.certificate import of_pair
    from lapsy.boards.pad_pair import TOGETHER_US, pad_pair
    from lapsy.boards.pads import PadError, find_input, pad_names
    from lapsy.cli.boards.progress import counted

    try:
        a, b = (find_input(hello.roles, name) for name in pair)
    except PadError as error:
        raise click.ClickException(str(error)) from None
    if a == b:
        raise click.ClickException("A pair is two pads: name two.")
    names = pad_names(hello.roles)
    click.echo(
        f"Board {hello.uid}: lay a plate over {names[a]} and {names[b]} and strike its middle {wanted} times, waiting half "
        "a second each time."
    )
    presses: list[tuple[int, int]] = []
    quiet_us = talk.now_us + limit_us
    felt = 0
    with counted(wanted) as show:
        settled_us = 0
        # A pad that the other one does not follow must not go on for ever.
        while felt < wanted and len(presses) < 4 * wanted and talk.now_us < quiet_us:
            heard = talk.hear(0.1)
            _whole(hello, heard)
            for event in heard:
                if isinstance(event, events.Press) and event.t_us < hello.now_us:
                    continue  # from before: kept by the board for whoever asks
                if isinstance(event, events.Press) and event.pressed and event.input in (a, b):
                    presses.append((event.input, event.t_us))
                    quiet_us = talk.now_us + limit_us
                elif isinstance(event, events.Mark) and event.complete:
                    settled_us = event.t_us
            whole = [press for press in presses if press[1] < settled_us - TOGETHER_US]
            felt = pad_pair(whole, a, b).strokes
            show(felt)
    if not presses:
        raise click.ClickException(
            f"No stroke came for {limit_us / 1_000_000:g} s: look at the pads with 'lapsy boards monitor'."
        )
    return of_pair(hello, _now(), names[a], names[b], pad_pair(presses, a, b))
