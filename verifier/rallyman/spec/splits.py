"""RM-16: split times."""

from collections.abc import Iterator

from model.rallyman.position import Setup, Split
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.driven import Driven
from verifier.rallyman.spec.markers import price


def split_seconds(pile: int, markers: int) -> int:
    """A split: the cards in the pile minus the markers held (RM-16.2)."""
    return pile - markers


def passed(setup: Setup, way: Way) -> tuple[str, ...]:
    """The spaces of a step at which a time is taken. Spaces flown over count too, unless a reading excludes them."""
    if setup.reading("split-flown-over") == "A":
        return way.path
    return tuple(dict.fromkeys((*(bump for bump, _ in way.thrown), way.end)))


def splits_of(
    setup: Setup, driver: str, driven: Driven, pile: int, markers: int, card: int
) -> Iterator[Split]:
    """The splits of a turn that begins with these seconds in the pile and these markers. `card` is the seconds of the card taken
    at its end."""
    if not setup.option("splits"):
        return
    running = card if setup.reading("split-in-mid-turn") == "B" else 0
    for way, bought in zip(driven.ways, driven.bought, strict=True):
        for space in passed(setup, way):
            if space in setup.timing:
                yield Split(
                    driver,
                    setup.timing[space],
                    split_seconds(pile + running, markers - price(setup.ruleset, bought)),
                )
