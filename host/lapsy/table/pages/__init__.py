"""What pages show of a table: a public view and one for each seat, a module a game."""
