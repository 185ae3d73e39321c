"""Läpsy: slap-card games on real hardware, judged by the pads' own microseconds."""

__version__ = "0.1.0"
