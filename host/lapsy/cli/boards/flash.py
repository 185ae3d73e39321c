"""``lapsy boards flash``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lapsy.cli import options
from lapsy.cli.errors import told

if TYPE_CHECKING:
    from lapsy.boards.manifest import Step
    from lapsy.boards.repl import Repl
    from lapsy.boards.updating import Names


@click.command()
@click.argument("port", metavar="[PORT]", required=False)
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Settings to put on the board; otherwise it keeps its own, and a fresh one gets the usual ones.",
)
@click.option("--all", "every", is_flag=True, help="Every board that is plugged in, one after the other.")
@click.option(
    "--dry-run", is_flag=True, help="Tell what would be copied; the board restarts and keeps its files."
)
@click.option(
    "--wait",
    "wait_us",
    type=options.Duration(),
    default="15s",
    show_default=True,
    metavar="TIME",
    help="How long to wait for the board each time.",
)
def flash(port: str | None, settings_file: Path | None, every: bool, dry_run: bool, wait_us: int) -> None:
    """Put the firmware on a board that runs MicroPython, or a newer firmware on a slap board.

    Only what changed is copied. A flash that is cut in the middle harms nothing: run it again.
    """
    from lapsy.boards.firmware import settings as rules
    from lapsy.boards.ports import find_ports
    from lapsy.boards.updating import shipped
    from lapsy.cli.boards.choosing import nothing_seen, the_port

    if every and port:
        raise click.UsageError("Give a port or --all, not both.")
    with told():
        settings = settings_file.read_bytes() if settings_file else None
    try:
        if settings is not None:
            rules.load(settings)
    except rules.SettingsError as error:
        raise click.ClickException(f"{settings_file}: {error}") from None
    ports = [seen.name for seen in find_ports()] if every else [the_port(port)]
    if not ports:
        raise click.ClickException(nothing_seen())
    build, firmware = shipped()
    failed = 0
    for name in ports:
        try:
            _one(name, build, firmware, settings, dry_run, wait_us / 1_000_000)
        except click.ClickException as error:
            if len(ports) == 1 or isinstance(error, _StoppedError):
                raise
            failed += 1
            click.echo(
                error.message if error.message.startswith(name) else f"{name}: {error.message}", err=True
            )
    if failed:
        raise click.ClickException(f"{failed} of {len(ports)} boards were not flashed: see above.")


class _StoppedError(click.ClickException):
    """By Ctrl-C: no other board is begun."""


def _one(
    name: str, build: str, firmware: dict[str, bytes], settings: bytes | None, dry_run: bool, wait_s: float
) -> None:
    from lapsy.boards.firmware import messages
    from lapsy.boards.flashing import FlashError, LostError
    from lapsy.boards.updating import Names, running, take_prompt

    names = Names(name)
    with told():
        hello = running(name)
    uid = hello.uid.hex() if hello else ""
    if hello is not None and hello.capture == messages.CAPTURE_SIMULATED:
        raise click.ClickException(
            f"{name} is a simulated board: it has no memory to flash and runs this very firmware."
        )
    if hello is None:
        click.echo(f"{name}: no firmware answers; looking for MicroPython ...")
    else:
        click.echo(
            f"{name}: board {uid}, firmware {'.'.join(map(str, hello.version))}; asking it to wait ..."
        )
    try:
        at, repl = take_prompt(names, hello, wait_s)
        try:
            try:
                changed = _copy(repl, build, firmware, settings, dry_run)
                uid = uid or repl.about().uid
            except LostError:
                raise
            except FlashError:
                repl.restart()  # refused: what it had runs again, or it waits
                raise
            repl.restart()
        finally:
            repl.close()
    except FlashError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        raise _StoppedError(
            "Stopped in the middle: no mix of firmwares runs on the board, but it may wait; run the same command again."
        ) from None
    if dry_run:
        click.echo(f"{at}: nothing was changed.")
        return
    _confirm(Names(at), uid, build, wait_s, changed)


def _copy(repl: Repl, build: str, firmware: dict[str, bytes], settings: bytes | None, dry_run: bool) -> bool:
    """Bring the board's files up to date; whether anything had to be changed. Raises FlashError."""
    from lapsy.boards.firmware import firmware_dir
    from lapsy.boards.firmware import settings as rules
    from lapsy.boards.flashing import FlashError, carry_out
    from lapsy.boards.manifest import SETTINGS, plan, to_write
    from lapsy.boards.updating import wanted_for
    from lapsy.cli.boards.progress import copied

    about = repl.about()
    click.echo(f"MicroPython {about.release} on {about.machine}.")
    there = repl.hashes()
    if settings is None and SETTINGS not in there:
        settings = (firmware_dir() / "board.json").read_bytes()
    elif settings is None:
        try:
            rules.load(repl.read(SETTINGS))
        except rules.SettingsError as error:
            raise FlashError(
                f"The settings on the board would be refused ({str(error).rstrip('.')}): give better ones with "
                "--settings FILE."
            ) from None
    steps = plan(there, wanted_for(about, firmware, build, settings))
    if not steps:
        click.echo("Every file on the board is the newest already.")
    elif dry_run:
        for line in _listed(steps):
            click.echo(line)
        click.echo(f"{to_write(steps):,} bytes in all.")
    else:
        with copied(to_write(steps)) as wrote:
            carry_out(steps, repl, wrote)
    return bool(steps)


def _listed(steps: tuple[Step, ...]) -> Iterator[str]:
    from lapsy.boards.manifest import TEMPORARY, Remove, Rename, Write

    replaced = {step.to for step in steps if isinstance(step, Rename)}
    for step in steps:
        if isinstance(step, Write):
            yield f"would copy {step.path.removesuffix(TEMPORARY)} ({len(step.data)} bytes)"
        elif isinstance(step, Remove) and step.path not in replaced:
            yield f"would delete {step.path}"


def _confirm(names: Names, uid: str, build: str, wait_s: float, changed: bool) -> None:
    from lapsy.boards.firmware import messages
    from lapsy.boards.updating import wait_for_hello
    from lapsy.cli.boards import words

    click.echo("Restarting ...")
    restarted = wait_for_hello(names, uid, wait_s)
    name, hello = restarted.name, restarted.hello
    if hello is None and restarted.taken:
        raise click.ClickException(
            f"The files are on the board, but it could not be asked. {restarted.taken}"
        )
    if hello is None:
        why = f" (it says: {restarted.complaint})" if restarted.complaint else ""
        raise click.ClickException(
            f"The files are on the board, but it does not answer within {wait_s:g} s{why}: unplug it, plug it in and look "
            "with 'lapsy boards list'. If it stays silent, run this command again."
        )
    version = ".".join(map(str, messages.VERSION))
    if hello.fw != version or hello.build != build:
        raise click.ClickException(
            f"Board {hello.uid} answers with firmware {words.firmware(hello)} instead of {version}, build {build}: run this "
            "command again."
        )
    if hello.settings_refused:
        raise click.ClickException(
            f"Board {hello.uid} runs the firmware but refuses its settings: give better ones with --settings FILE."
        )
    done = "runs the new firmware" if changed else "runs the newest firmware"
    click.echo(
        f"{name}: board {hello.uid} {done}, {words.firmware(hello)}; inputs {words.inputs(hello.roles)}."
    )
