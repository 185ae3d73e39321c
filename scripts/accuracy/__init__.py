"""Figures of accuracy: from measurements to docs/accuracy.md."""
