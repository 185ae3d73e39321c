"""What happened in a card game played with hands: told to everybody, counted by seat, told to one seat alone."""
