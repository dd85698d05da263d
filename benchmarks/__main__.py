"""Runs every measurement, or the named ones: `python -m benchmarks moves`."""

import sys
from importlib import import_module

NAMES = ("moves", "startup", "records", "simulate", "memory", "solver", "questions", "pages", "web", "infer")


def main() -> None:
    """Prints the measurements one after another."""
    for name in sys.argv[1:] or NAMES:
        if name not in NAMES:
            sys.exit(f"there is no measurement `{name}`; there are {', '.join(NAMES)}")
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
