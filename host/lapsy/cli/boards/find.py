"""``lapsy boards find``."""

from __future__ import annotations

from contextlib import suppress

import click

from lapsy.cli import options


@click.command()
@click.argument("which", metavar="[PORT|IDENTITY]", required=False)
@click.option(
    "--for", "limit_us", type=options.Duration(), metavar="TIME", help="End after so long, such as 10s."
)
def find(which: str | None, limit_us: int | None) -> None:
    """Blink all lights of a board, and sound its buzzer, until Ctrl-C.

    IDENTITY is the board's number as `lapsy boards list` tells it, or its beginning.
    """
    from lapsy.boards.finding import find_me
    from lapsy.boards.talk import Talk
    from lapsy.cli.boards.choosing import the_port
    from lapsy.cli.boards.hello import greeted
    from lapsy.cli.errors import told

    with told(), suppress(KeyboardInterrupt), Talk(the_port(which)) as talk:
        hello = greeted(talk)
        with find_me(talk, hello.lights) as shows:
            said = {"lights": shows.lights, "buzzer": shows.buzzer}
            parts = [name for name, status in said.items() if status == "done"]
            others = [
                f"{name}: {status}" for name, status in said.items() if status not in ("done", "absent")
            ]
            if not parts:
                why = (
                    f"does not show itself ({', '.join(others)})"
                    if others
                    else "has neither lights nor a buzzer"
                )
                raise click.ClickException(
                    f"Board {hello.uid} on {talk.name} {why}: press one of its pads and look with "
                    f"'lapsy boards monitor {talk.name}'."
                )
            how_long = "Ctrl-C ends." if limit_us is None else f"For {limit_us / 1_000_000:g} s."
            click.echo(
                f"Board {hello.uid} on {talk.name} shows itself by its {' and '.join(parts)}. {how_long}"
            )
            if others:
                click.echo(f"It did not carry out everything ({', '.join(others)}).")
            shows.until(None if limit_us is None else talk.now_us + limit_us)
