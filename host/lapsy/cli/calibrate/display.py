"""``lapsy calibrate display``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from lapsy.cli import options
from lapsy.language import decimal, tr

if TYPE_CHECKING:
    from lapsy.drivers.displays import KeptDisplay
    from lapsy.table.calibration import Calibration

#: So many characters is the longest bar of a histogram.
BAR = 40

#: Into at most so many rows go the lags.
ROWS = 12


@click.command()
@click.option(
    "--display",
    "name",
    type=options.Text(),
    metavar="NAME",
    default="display",
    show_default=True,
    help="What to call the display; 'lapsy play --display NAME' uses its figure.",
)
@click.option(
    "--port",
    type=options.Text(),
    metavar="PORT",
    help="The board with the photodiode, or with the pad to tap on.  [default: the first that has one]",
)
@click.option(
    "--tap",
    is_flag=True,
    help="Without a photodiode: tap along on a pad (with --port) or on the page's space bar. The figure is much wider.",
)
@click.option(
    "--flashes",
    type=click.IntRange(20, 400),
    default=60,
    show_default=True,
    metavar="N",
    help="How often the square turns.",
)
@options.address
@options.language
def display(
    name: str, port: str | None, tap: bool, flashes: int, host: str, http_port: int, no_open: bool, lang: str
) -> None:
    """Measure how long after it was sent out a card is light on a display.

    Open the page on the display that you will play at, in the browser that you will use, and lay the photodiode on the
    square in its top right corner. What was measured is kept under the display's name.

    \b
    With a photodiode on a board that is plugged in:
        lapsy calibrate display --display tv
    By tapping along on the page's space bar:
        lapsy calibrate display --display tv --tap
    """
    import os
    import secrets

    from lapsy.cli.addresses import both, has_browser
    from lapsy.cli.errors import told
    from lapsy.drivers.calibrating import CalibrationSession
    from lapsy.drivers.displays import DisplayError, check_name, keep
    from lapsy.drivers.serving import Page, PageError
    from lapsy.table.calibration import Calibration

    try:
        name = check_name(name)
    except DisplayError as e:
        raise click.BadParameter(str(e), param_hint="--display") from e
    nothing = tr(lang, "Ended before it was done: nothing was kept.")
    with told():
        names = None if tap and port is None else _port(port, "slap" if tap else "photo")
        calibration = Calibration(
            name=name,
            how="tapping" if tap else "photodiode",
            count=flashes,
            language=lang,
            port=None if names is None else "board",
            session=int.from_bytes(os.urandom(4), "little"),
            key=os.urandom(16),
        )

        def ready(url: str) -> None:
            own, other = both(url, host)
            click.echo(tr(lang, "Open on the display: {url}", url=own))
            if other != own:  # with its secret: only a page that has it is believed to have drawn the square
                click.echo(tr(lang, "Or in another computer's browser: {url}", url=other))
            click.echo(
                tr(lang, "Tap each time the square in the page's top right corner turns. Ctrl-C ends.")
                if tap
                else tr(lang, "Lay the photodiode on the square in the page's top right corner. Ctrl-C ends.")
            )
            if not no_open and has_browser():
                import webbrowser

                webbrowser.open(own)

        session = CalibrationSession(
            calibration, names, Page(host, http_port, secrets.token_urlsafe(16)), ready, _progress(flashes)
        )
        try:
            session.run()
        except PageError as e:
            raise click.ClickException(str(e)) from e
        except KeyboardInterrupt:
            click.echo(err=True)
            raise click.ClickException(nothing) from None
        if calibration.lag is None:
            raise click.ClickException(calibration.failure or nothing)
        kept = _kept(name, calibration)
        path = keep(kept)
    for line in report(kept, calibration.lag.lags_us, lang):
        click.echo(line)
    click.echo(tr(lang, "Kept in {path}", path=path), err=True)


def _port(named: str | None, role: str) -> Callable[[], Sequence[str]]:
    """The port of the board to listen to. Raises PortError, click.ClickException."""
    from lapsy.boards.events import role_name
    from lapsy.boards.ports import find_ports
    from lapsy.boards.probe import ask

    if named is not None:
        return lambda: [named]
    for seen in find_ports():
        hello = ask(seen.name)
        if hello is not None and role in map(role_name, hello.roles):
            found = seen.name
            return lambda: [found]
    raise click.ClickException(
        "No board with an input for a photodiode is plugged in: plug one in, name its port with --port, or tap along with"
        " --tap."
    )


def _progress(count: int) -> Callable[[int], None]:
    """What the terminal says while it goes on: a line that counts, where there is a terminal."""
    import sys

    terminal = sys.stderr.isatty()

    def told(flashes: int) -> None:
        if terminal and flashes:
            click.echo(f"\r{flashes} of {count} ", nl=flashes == count, err=True)

    return told


def _kept(name: str, calibration: Calibration) -> KeptDisplay:
    from datetime import datetime

    import lapsy
    from lapsy.drivers.displays import KeptDisplay

    lag = calibration.lag
    assert lag is not None
    return KeptDisplay(
        name=name,
        lo_us=lag.lo_us,
        hi_us=lag.hi_us,
        median_us=lag.median_us,
        how=calibration.how,
        flashes=len(lag.lags_us),
        of=lag.of,
        date=datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
        frame_us=calibration.frame_us,
        agent=calibration.agent,
        board=calibration.board,
        lapsy=lapsy.__version__,
    )


def report(kept: KeptDisplay, lags_us: Sequence[int], language: str) -> list[str]:
    """The figure and its histogram, for the terminal."""

    lines = [
        tr(
            language,
            "{name}: a card is light {lo} to {hi} ms after it was sent out, median {median} ms ({n} of {of} flashes).",
            name=kept.name,
            lo=decimal(language, kept.lo_us / 1000, 1),
            hi=decimal(language, kept.hi_us / 1000, 1),
            median=decimal(language, kept.median_us / 1000, 1),
            n=kept.flashes,
            of=kept.of,
        )
    ]
    if kept.how == "tapping":
        lines.append(
            tr(
                language,
                "By tapping: nobody taps exactly, so this is a wide figure, and a slap is only called early where even that"
                " leaves no doubt.",
            )
        )
    return lines + histogram(lags_us)


def histogram(lags_us: Sequence[int]) -> list[str]:
    """A bar for each span of lags, the same number of whole milliseconds (or tenths of one) wide."""
    least, most = min(lags_us), max(lags_us)
    step = next(
        (s for s in (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000) if (most - least) // s < ROWS), 50_000
    )
    first = least // step
    counts = [0] * (most // step - first + 1)
    for lag_us in lags_us:
        counts[lag_us // step - first] += 1
    high = max(counts)
    return [
        f"  {(first + n) * step / 1000:7.1f} ms  {'█' * -(-count * BAR // high)} {count or ''}".rstrip()
        for n, count in enumerate(counts)
    ]
