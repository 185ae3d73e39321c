"""Boards and their lines: wire codec, link, discovery, the simulated board and its faults."""
