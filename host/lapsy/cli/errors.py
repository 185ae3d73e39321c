"""A user's mistake is one sentence and an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from lapsy.boards.ports import PortError
from lapsy.boards.serve import ServeError
from lapsy.games.play import OptionError
from lapsy.table.journal import JournalDamagedError
from lapsy.table.replay import ReplayDiffersError


@contextmanager
def told() -> Iterator[None]:
    """Errors that say what to do become Click's; an OSError names its file."""
    try:
        yield
    except (PortError, ServeError, OptionError, JournalDamagedError, ReplayDiffersError) as e:
        raise click.ClickException(str(e)) from e
    except OSError as e:
        where = f"{e.filename}: " if e.filename else ""
        raise click.ClickException(
            f"{where}{e.strerror or e}. Free what is missing there, or choose another place."
        ) from e
