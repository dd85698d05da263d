"""Chapter 10.2: the breaches against claims about a race other than its sums."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.findings import Breach
from verifier.thunder_alley.engine.scoring import NOBODY, Score


def judge_standing(
    real: Score,
    points: Sequence[int] | None = None,
    bonus: Sequence[int] | None = None,
    most_led: int | str | None = None,
    winners: Sequence[str] | None = None,
) -> Iterator[Breach]:
    """The breach against claims about a race other than its sums: the points of the places from the first on, the cars with a
    bonus, who has Most Laps Led, the winning team or those that share the win. None means not claimed."""
    right = list(real.place_points.values())
    if points is not None and list(points) != right:
        yield Breach("TA-10.2", f"the places give {_row(right)} points, not {_row(points)}")
    if bonus is not None and sorted(bonus) != sorted(real.bonus):
        fact = f"{_row(real.bonus) or 'no car'} led a turn and has a bonus, not {_row(bonus) or 'none'}"
        yield Breach("TA-10.2", fact, "a car with a Turn Leader marker has a bonus")
    if most_led is not None and most_led != (real.most_led or NOBODY):
        fact = f"{real.most_led or NOBODY} has Most Laps Led, not {most_led}"
        yield Breach("TA-10.2", fact, "most Turn Leader markers; the better place breaks a tie")
    if winners is not None and set(winners) != set(real.winners):
        fact = f"{' and '.join(real.winners)} won, not {' and '.join(winners)}"
        yield Breach("TA-10.2", fact, "the highest sum wins; level teams are parted by their best cars")


def _row(items: Iterable[int]) -> str:
    return " ".join(map(str, items))
