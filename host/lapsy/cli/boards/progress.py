"""Progress bars, on standard error so that results can be piped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counted(total: int) -> Iterator[Callable[[int], None]]:
    """Call what it gives with how many of ``total`` there are."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    with Progress(BarColumn(), MofNCompleteColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=min(done, total))


@contextmanager
def copied(total: int) -> Iterator[Callable[[int], None]]:
    """Call what it gives with the length of each piece of ``total`` bytes."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("Copying", total=total)
        yield lambda size: progress.update(task, advance=size)
