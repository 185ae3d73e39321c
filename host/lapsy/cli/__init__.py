"""The commands. Thin."""
