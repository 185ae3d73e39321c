"""Läpsy: slap-card games on real hardware, judged by the pads' own microseconds."""
