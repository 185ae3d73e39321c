"""How quickly ``lapsy --help`` is there, beside a plain Click program that does nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLAIN = """
import click
@click.group()
def main():
    "Nothing."
@main.command()
def one():
    "One."
main(prog_name="plain")
"""
LAPSY = "import sys; from lapsy.cli.main import main; sys.exit(main(prog_name='lapsy'))"
ROUNDS = 15


@pytest.mark.bench
def test_startup(bench):
    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code, "--help"], check=True, stdout=subprocess.DEVNULL)

    plain, lapsy = bench.medians([lambda: run(PLAIN), lambda: run(LAPSY)], ROUNDS)
    bench.table(
        f"Start-up, medians of {ROUNDS}",
        [
            ("empty plain Click program --help", f"{plain * 1000:.1f} ms"),
            ("lapsy --help", f"{lapsy * 1000:.1f} ms"),
            ("ratio (wanted: at most 1.5)", f"{lapsy / plain:.2f}"),
        ],
    )
