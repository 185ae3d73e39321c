"""The games, one package each. Pure: standard library only, and of it nothing that knows time, chance or the world."""
