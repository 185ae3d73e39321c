"""The firmware of a slap board, in the language that MicroPython and CPython share."""
