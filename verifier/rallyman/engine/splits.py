"""RM-16: split times."""

from collections.abc import Container, Sequence

from model.rallyman.position import Car, Position, Setup, Split


def entered(
    setup: Setup, car: Car, path: Sequence[str], bumps: Container[str] = ()
) -> tuple[tuple[str, int], ...]:
    """The timing points entered on a path that ends where its step ends, each with the markers held (RM-16.2). `bumps` are the
    spaces from which the car jumped. The car entered those and flew over the others."""
    if not setup.option("splits"):
        return ()
    found = []
    for space in path:
        point = setup.timing.get(space)
        if point and (space == path[-1] or space in bumps or setup.reading("split-flown-over") == "A"):
            found.append((point, car.markers))
    return tuple(found)


def split_seconds(pile: int, markers: int) -> int:
    """The split: cards in the pile minus markers held."""
    return pile - markers


def with_splits(
    setup: Setup, position: Position, driver: str, marks: Sequence[tuple[str, int]], pile: int, card: int
) -> tuple[Split, ...]:
    """The split times after a turn; a point entered twice keeps its first time."""
    known = {(one.driver, one.point) for one in position.splits}
    found = list(position.splits)
    for point, markers in marks:
        if (driver, point) not in known:
            first = card if card and setup.reading("split-in-mid-turn") == "B" else 0
            found.append(Split(driver, point, split_seconds(pile + first, markers)))
    return tuple(found)
