"""RM-17: the shakedown, a training mode."""

from model.rallyman.position import Setup


def ignored(setup: Setup) -> bool:
    """Whether symbols and flats have no effect (RM-17.1)."""
    return setup.option("shakedown")


def ignored_over_bumps(setup: Setup) -> bool:
    """Whether that includes a symbol one gear over a bump (a reading)."""
    return ignored(setup) and setup.reading("shakedown-and-bumps") == "A"
