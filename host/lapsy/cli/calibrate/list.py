"""``lapsy calibrate list``."""

from __future__ import annotations

import click


@click.command(name="list")
def list_displays() -> None:
    """List the displays that were calibrated on this machine. Ends with 1 when a file is damaged."""
    from lapsy.drivers.displays import DisplayError, all_kept

    found = all_kept()
    if not found:
        click.echo("No display has been calibrated on this machine: do it with 'lapsy calibrate display'.")
    damaged = False
    for one in found:
        if isinstance(one, DisplayError):
            click.echo(str(one), err=True)
            damaged = True
            continue
        frames = "" if one.frame_us is None else f", {1_000_000 / one.frame_us:.0f} frames a second"
        click.echo(
            f"{one.name}: {one.lo_us / 1000:.1f} to {one.hi_us / 1000:.1f} ms, median {one.median_us / 1000:.1f} ms, by"
            f" {one.how}, {one.flashes} of {one.of} flashes{frames}, {one.date}"
        )
    if damaged:
        raise SystemExit(1)
