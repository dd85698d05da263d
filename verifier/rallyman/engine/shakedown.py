"""RM-17: the shakedown, a training mode."""

from model.rallyman.position import Setup


def symbols_count(setup: Setup) -> bool:
    """Whether symbols have an effect (RM-17.1)."""
    return not setup.option("shakedown")


def flats_count(setup: Setup) -> bool:
    """Whether flats have an effect (RM-17.1)."""
    return not setup.option("shakedown")


def bump_symbols_count(setup: Setup) -> bool:
    """Whether a symbol on a bump one gear over costs control (ruling shakedown-and-bumps)."""
    return symbols_count(setup) or setup.reading("shakedown-and-bumps") == "B"


def shakedown_rules(setup: Setup) -> tuple[str, ...]:
    """The rule applied when a symbol or a flat was ignored."""
    return ("RM-17.1",) if setup.option("shakedown") else ()
