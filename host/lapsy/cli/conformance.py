"""``lapsy conformance``: rule cases from files."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Run rule cases.")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--variant", metavar="NAME", help="Only the cases of this variant.")
def conformance(files: tuple[Path, ...], variant: str | None) -> None:
    """Run the rule cases in FILES; name each that fails and what differed.

    The last line is "N passed, N failed". The exit code is 1 when a case failed or none was run.
    """
    from lapsy.conformance import CaseFileError, check_file

    passed = failed = 0
    for path in files:
        try:
            for result in check_file(path, lambda case: variant is None or case.get("variant") == variant):
                if not result.differences:
                    passed += 1
                    continue
                failed += 1
                click.echo(f"FAILED {result.id} ({path.name})")
                for line in result.differences:
                    click.echo(f"  {line}")
        except CaseFileError as e:
            raise click.ClickException(str(e)) from e
        except OSError as e:
            raise click.ClickException(f"{path} cannot be read ({e.strerror}): name another file.") from e
    click.echo(f"{passed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)
    if not passed:
        raise click.ClickException("No case was run: the files hold none of that variant.")
