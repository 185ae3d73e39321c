"""pytest plugin: the ``slapboard`` fixture."""
