"""Screenshots of every page, of games that are really played: by bots, in virtual time, the same every time."""
