"""For users' own tests: a simulated board as a pytest fixture."""
