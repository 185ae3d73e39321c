"""Before and between games: who comes in, who plays what with which pads. Pure, like the table."""
