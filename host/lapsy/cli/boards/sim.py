"""``lapsy boards sim``: a simulated board behind a port, for people who develop or have no pads yet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lapsy.cli import options

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from lapsy.boards.serve import ServedBoard


@click.command()
@click.option(
    "--seats",
    metavar="N",
    type=int,
    default=2,
    show_default=True,
    help="How many seats get pads (a slap and a flip each), 1-8.",
)
@click.option(
    "--input",
    "others",
    type=click.Choice(["sync", "photo"]),
    multiple=True,
    help="One more input after the pads: for the sync wire (sync) or a photodiode (photo); repeatable.",
)
@click.option("--pty", is_flag=True, help="Offer a pseudo-terminal (the default where there are any).")
@click.option(
    "--tcp", type=click.IntRange(0, 65535), metavar="PORT", help="Offer TCP on 127.0.0.1; 0 takes any port."
)
@click.option(
    "--link", type=click.Path(path_type=Path), help="Make a symbolic link to the pseudo-terminal here."
)
@click.option(
    "--micropython",
    metavar="PROGRAM",
    help="Run the firmware in this Unix MicroPython instead of in this process.",
)
@click.option("--script", type=options.ScriptFile(), metavar="FILE", help="Presses from a file.")
@click.option("--keyboard", is_flag=True, help="Press the pads by the keys of this terminal.")
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="TEXT",
    help="What goes wrong, such as drop=1% or unplug=1s@30s; several with commas or by repeating it.",
)
@click.option("--seed", default=0, show_default=True, help="The dice of the faults.")
@click.option(
    "--uid", metavar="HEX", help="The board's identity, 16 hexadecimal digits; by chance unless given."
)
@click.option(
    "--boot", type=click.IntRange(0, 2**32 - 1), help="The id of its start; by chance unless given."
)
@click.option("--duration", metavar="TIME", help="End after so long, such as 30s; otherwise at Ctrl-C.")
def sim(
    seats: int,
    others: tuple[str, ...],
    pty: bool,
    tcp: int | None,
    link: Path | None,
    micropython: str | None,
    script: str | None,
    keyboard: bool,
    faults: tuple[str, ...],
    seed: int,
    uid: str | None,
    boot: int | None,
    duration: str | None,
) -> None:
    """Start a simulated board and print the name of its port.

    Standard output gets one line each time the board is plugged in: the port's name. All else goes to standard
    error.
    """
    import os
    import signal

    from lapsy.boards.faults import parse_duration
    from lapsy.boards.micropython import MicroPythonError
    from lapsy.boards.micropython import micropython as in_micropython
    from lapsy.boards.pads import role_byte, seat_roles
    from lapsy.boards.script import parse_script, play
    from lapsy.boards.serve import ServeError
    from lapsy.boards.start import start_board
    from lapsy.boards.stepper import InProcess

    if tcp is not None and (pty or link):
        raise click.UsageError("A board has one port: give --tcp, or --pty and --link, not both.")
    if os.name != "posix" and (pty or link):
        raise click.UsageError("This system has no pseudo-terminals: use --tcp 0.")
    try:
        identity = bytes.fromhex(uid) if uid else os.urandom(8)
        if len(identity) != 8:
            raise ValueError(f"{uid!r} is not 16 hexadecimal digits.")
    except ValueError:
        raise click.BadParameter(f"{uid!r} is not 16 hexadecimal digits.", param_hint="--uid") from None
    try:
        roles = seat_roles(seats) + bytes(role_byte(name, 0) for name in dict.fromkeys(others))
        limit_us = parse_duration(duration) if duration else None
        steps = parse_script(script, roles) if script else ()
        first_boot = int.from_bytes(os.urandom(4), "little") if boot is None else boot
        served = start_board(
            uid=identity,
            boot=first_boot,
            roles=roles,
            faults=",".join(faults),
            seed=seed,
            tcp=tcp,
            link=link,
            start=in_micropython(micropython) if micropython else InProcess,
        )
    except (ValueError, OSError) as error:
        raise click.UsageError(str(error)) from None
    except (MicroPythonError, ServeError) as error:
        raise click.ClickException(str(error)) from None
    try:
        # Ended from outside, it clears up as at Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with served:
            start_us = served.now_us
            click.echo(f"Board {identity.hex()}, boot {first_boot}, pads {_pads(roles)}.", err=True)
            if steps:
                # A little later, so that a first press at 0.000 is not past already.
                play(steps, served, start_us + 20_000)
            _watch(served, None if limit_us is None else start_us + limit_us, roles if keyboard else None)
    except KeyboardInterrupt:
        pass
    except (RuntimeError, ValueError) as error:
        raise click.ClickException(str(error)) from None


def _pads(roles: bytes) -> str:
    from lapsy.boards.pads import pad_names

    return ", ".join(f"{number} {name}" for number, name in enumerate(pad_names(roles)))


def _watch(served: ServedBoard, until_us: int | None, roles: bytes | None) -> None:
    """Prints each new port and presses what is typed, until the time is over."""
    from contextlib import nullcontext

    from lapsy.boards.keyboard import key_map, legend, terminal_keys

    keys = key_map(roles) if roles else {}
    if roles:
        click.echo(f"Keys: {legend(roles)}. Ctrl-C ends.", err=True)
    terminal: AbstractContextManager[object] = terminal_keys() if roles else nullcontext()
    told = 0
    with terminal as read:
        while until_us is None or served.now_us < until_us:
            left_s = 0.5 if until_us is None else min(0.5, (until_us - served.now_us) / 1_000_000)
            names = served.wait_ports(told, 0.0 if callable(read) else max(0.0, left_s))
            for name in names[told:]:
                click.echo(name)
                sys.stdout.flush()
                click.echo(
                    f"Connect to {name} at 115200 baud, for example: lapsy boards list {name}", err=True
                )
            told = len(names)
            if callable(read):
                for key in read(min(0.1, max(0.0, left_s))).lower():
                    if key in keys:
                        served.press(keys[key])
