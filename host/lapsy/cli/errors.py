"""A user's mistake is one sentence and an exit code, never a traceback."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import click

from lapsy.boards.ports import PortError
from lapsy.boards.serve import ServeError
from lapsy.drivers.displays import DisplayError
from lapsy.games.options import OptionError
from lapsy.table.journal import JournalDamagedError
from lapsy.table.replay import ReplayDiffersError


@contextmanager
def told() -> Iterator[None]:
    """Errors that say what to do become Click's; an OSError names its file."""
    try:
        yield
    except (PortError, ServeError, OptionError, JournalDamagedError, DisplayError) as e:
        raise click.ClickException(str(e)) from e
    except ReplayDiffersError as e:
        raise click.ClickException(
            f"{e}\nThe journal was changed, or another version of lapsy wrote it: do not rely on it from there on."
        ) from e
    except BrokenPipeError:
        raise  # whoever read the output has left: Click ends quietly
    except OSError as e:
        raise click.ClickException(file_error(e)) from e


def file_error(e: OSError) -> str:
    """What is wrong with a file or folder, and what to do."""
    name = e.filename or "The file"
    if e.errno == errno.ENOENT:
        return f"There is no {name}: check the name."
    if e.errno in (errno.EACCES, errno.EPERM):
        return f"{name} may not be used by you: choose another place, or have its permissions changed."
    if e.errno == errno.EROFS:
        return f"{name} cannot be written, its disk is read-only: choose another place."
    if e.errno in (errno.ENOTDIR, errno.EEXIST):
        return f"{name} cannot be a folder, a file is in its way: choose another place."
    if e.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full ({name}): free some space, or choose another place."
    return f"{name} cannot be used ({e.strerror or e}): choose another place."
