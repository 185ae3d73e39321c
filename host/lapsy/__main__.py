"""``python -m lapsy`` is the ``lapsy`` command."""

from lapsy.cli.main import main

if __name__ == "__main__":
    main()
