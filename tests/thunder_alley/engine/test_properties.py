"""Properties of every move: cars are conserved, only forks give choices, listing and judging agree."""

from collections.abc import Callable, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import RACING, Position, Setup, problems
from model.thunder_alley.tracks import from_lines
from tests.generators.thunder_alley import cards, one_car_a_space, tables
from verifier.thunder_alley.engine import judge, legal_moves, nearest, running_order
from verifier.thunder_alley.engine.segment import speed_of

MOST_MPS = 5


def limit(setup: Setup, position: Position, number: int, card: str) -> int:
    """A number of MPs that lets every string of steps be tried."""
    car = position.car(number)
    assert car is not None
    most = 3 if CARDS[card].text in ("rubbin-is-racin", "teamwork") else MOST_MPS
    return min(speed_of(car, CARDS[card]).total, most)


@given(tables(), cards, st.integers(0, 8))
def test_no_car_is_lost_or_doubled(table: tuple[Setup, Position], card: str, which: int) -> None:
    setup, position = table
    car = position.cars[which % len(position.cars)]
    for move in legal_moves(setup, position, car.number, card, left=limit(setup, position, car.number, card)):
        after = move.position
        assert [other.number for other in after.cars] == [other.number for other in position.cars]
        assert not problems(setup, after) and one_car_a_space(after)
        for other in after.cars:
            assert (other.space is None) == (other.status != RACING)
        places = [other.place for other in after.cars if other.place is not None]
        assert sorted((*places, *after.places_left)) == list(range(1, len(after.cars) + 1))
        assert set(running_order(setup, after)) == {c.number for c in after.cars if c.status == RACING}


@given(tables(), cards, st.integers(0, 8))
def test_every_move_listed_is_judged_legal_and_leads_there(
    table: tuple[Setup, Position], card: str, which: int
) -> None:
    setup, position = table
    car = position.cars[which % len(position.cars)]
    for move in legal_moves(setup, position, car.number, card, left=limit(setup, position, car.number, card)):
        judgement = judge(setup, position, move.move)
        assert not judgement.breaches
        assert [outcome.position for outcome in judgement.outcomes] == [move.position]
        assert judgement.outcomes[0].spent == move.spent


@settings(max_examples=settings.default.max_examples // 3)
@given(tables(), cards, st.integers(0, 8))
def test_listing_finds_what_judging_accepts(table: tuple[Setup, Position], card: str, which: int) -> None:
    """Every string of steps is tried, lanes left open; the strings that `judge` accepts lead to exactly the listed positions."""
    setup, position = table
    car = position.cars[which % len(position.cars)]
    left = limit(setup, position, car.number, card)
    listed = {move.position for move in legal_moves(setup, position, car.number, card, left=left)}
    assert listed == set(accepted(setup, position, car.number, card, left))


def accepted(setup: Setup, position: Position, number: int, card: str, left: int) -> list[Position]:
    """The positions after every string of steps that `judge` accepts, with every second car and string for Teamwork."""
    track = setup.track
    assert track is not None
    spots = (None, *track.spaces) if CARDS[card].text == "clean-air" else (None,)
    partners = (
        [car.number for car in position.cars if car.number != number]
        if CARDS[card].text == "teamwork"
        else []
    )
    found: list[Position] = []

    def tried(path: Path, second: tuple[int, Path] | None = None) -> list[Position]:
        whole = Activation(number, card, path, left=left, second=second)
        return [outcome.position for outcome in judge(setup, position, whole).outcomes]

    for steps in strings(lambda steps: bool(tried(Path(steps, open_end=True)))):
        found += [after for spot in spots for after in tried(Path(steps, placed=spot))]
        for partner in partners:
            first = Path(steps)
            for more in strings(
                lambda more, p=partner, f=first: bool(tried(f, (p, Path(more, open_end=True))))
            ):  # type: ignore[misc]
                found += tried(first, (partner, Path(more)))
    return found


def strings(goes: Callable[[tuple[Step, ...]], bool]) -> Iterator[tuple[Step, ...]]:
    """Every string of steps whose beginnings are all accepted, the empty one first."""
    kinds = [("f", False), ("i", False), ("o", False), ("s", False), ("di", False), ("do", False)]
    kinds += [("f", True), ("i", True), ("o", True)]
    waiting: list[tuple[Step, ...]] = [()]
    while waiting:
        steps = waiting.pop()
        yield steps
        for kind, bump in kinds:
            longer = (*steps, Step(kind, bump, token=len(steps)))
            if goes(longer):
                waiting.append(longer)


STRAIGHT = from_lines([("sectors", ["1-12", "a", "b", "c"]), ("ring", []), ("line", ["12"])], id="straight")
"""A ring of three lanes that never change: no space has two ahead or behind."""


@given(tables(STRAIGHT), cards, st.integers(0, 8))
def test_only_forks_give_choices(table: tuple[Setup, Position], card: str, which: int) -> None:
    """Without a fork a string of steps leads to one position, and no move needs a mark."""
    setup, position = table
    car = position.cars[which % len(position.cars)]
    left = limit(setup, position, car.number, card)
    for move in legal_moves(setup, position, car.number, card, left=left):
        path = move.move.path
        assert path is not None
        assert not any(step.lane or step.lanes or step.links for step in path.steps)
        bare = tuple(Step(step.kind, step.bump, token=step.token) for step in path.steps)
        claim = Activation(car.number, card, Path(bare, open_end=True), left=left)
        assert len(judge(setup, position, claim).outcomes) == 1


@given(tables(), cards, st.integers(0, 8), st.data())
def test_nearest_moves_are_legal_and_keep_what_was_good(
    table: tuple[Setup, Position], card: str, which: int, data: st.DataObject
) -> None:
    setup, position = table
    car = position.cars[which % len(position.cars)]
    kinds = data.draw(st.lists(st.sampled_from(["f", "f", "f", "i", "o"]), min_size=1, max_size=9))
    claim = Activation(car.number, card, Path(tuple(Step(kind, token=n) for n, kind in enumerate(kinds))))
    found = nearest(setup, position, claim)
    assert len({move.position for move in found}) == len(found)
    for move in found:
        judgement = judge(setup, position, move.move)
        assert [outcome.position for outcome in judgement.outcomes] == [move.position]
