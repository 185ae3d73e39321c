"""Writes the figures of docs/accuracy/emulator.json into docs/accuracy.md and its picture. A test asks that this was
done."""

from pathlib import Path

from accuracy.files import write

write(Path(__file__).resolve().parents[1])
