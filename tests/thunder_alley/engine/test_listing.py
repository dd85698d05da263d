"""The list of moves of a car, and the moves nearest to a claim."""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import Car, Position, Setup, make_position
from model.thunder_alley.tracks import load
from tests.thunder_alley.lines.play import play
from verifier.thunder_alley.engine.judge import judge
from verifier.thunder_alley.engine.listing import (
    all_paths,
    ending_spaces,
    leaves_drawing,
    legal_moves,
    nearest,
    to_destination,
)


def setup(**rulings: str) -> Setup:
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    return Setup(load("short-oval"), with_changes(DATA, default_ruleset(DATA), chosen), (), 3)


def table(*cars: tuple[int, str, str], crossed: int = 1) -> Position:
    """Cars by number, team and space."""
    return make_position([Car(number, team, space, crossed) for number, team, space in cars])


def words(path: Path | None) -> str:
    """`f f i`: the kinds of the steps, and where the car is placed."""
    assert path is not None
    return " ".join([*(step.kind for step in path.steps), *([f"@{path.placed}"] if path.placed else [])])


def test_a_car_that_cannot_be_activated_has_no_moves() -> None:
    flipped = make_position([Car(29, "Red", "12b", flipped=True), Car(15, "Blue", "14b")])
    assert legal_moves(setup(), flipped, 29, "charge") == []
    assert all_paths(setup(), flipped, 29, "charge", 9) == []
    assert nearest(setup(), flipped, claim("f")) == []
    ready = table((29, "Red", "12b"), (15, "Blue", "14b"))
    assert legal_moves(setup(), ready, 41, "charge") == []
    assert legal_moves(setup(), ready, 29, "charge", left=8) == []
    assert legal_moves(setup(), table((15, "Blue", "14b")), 29, "charge") == []


@pytest.mark.parametrize("reading", ["position-based", "on-entry"])
def test_every_path_is_in_the_list_once(reading: str) -> None:
    start = table((29, "Red", "12b"), (25, "Red", "12a"), (15, "Blue", "12c"))
    rules = setup(lapped_trigger=reading)
    for card in ("dirty-air", "teamwork", "clean-air"):
        listed = legal_moves(rules, start, 29, card)
        every = all_paths(rules, start, 29, card, 10**6)
        assert len(every) == sum(move.paths for move in listed)
        assert len({move.position for move in listed}) == len(listed)
        shortest = {}
        for move in every:
            [outcome] = judge(rules, start, move).outcomes
            shortest[outcome.position] = min(length(move), shortest.get(outcome.position, 99))
        assert {move.position: length(move.move) for move in listed} == shortest
        spent = [judge(rules, start, move.move).outcomes[0].spent for move in listed]
        assert [move.spent for move in listed] == spent
        assert [length(move.move) for move in listed] == sorted(shortest.values())


def length(move: Activation) -> int:
    """Steps of both cars; placing a car counts as one."""
    paths = [move.path, move.second[1] if move.second else None]
    return sum(len(path.steps) + bool(path.placed) for path in paths if path is not None)


def test_where_the_car_drives_to_it_is_not_put() -> None:
    listed = legal_moves(setup(), table((29, "Red", "2b"), (15, "Blue", "12b")), 29, "clean-air")
    ends = {
        car.space: words(move.move.path) for move in listed for car in move.position.cars if car.number == 29
    }
    assert [length(move.move) for move in listed] == sorted(length(move.move) for move in listed)
    assert ends["6a"] == "f f f f"
    assert ends["7a"].endswith("@7a")


def claim(kinds: str, car: int = 29, left: int | None = None) -> Activation:
    steps = tuple(Step(kind, token=place) for place, kind in enumerate(kinds.split()))
    return Activation(car, "charge", Path(steps), left=left)


def test_the_nearest_moves_to_a_claim() -> None:
    start = table((29, "Red", "12b"), (15, "Blue", "20b"))
    found = nearest(setup(), start, claim("f f f f f f"))
    assert [words(move.move.path) for move in found] == ["f f f f f f f", "f f f f f f i", "f f f f f f o"]
    assert [(move.spent, move.paths, move.move.left) for move in found] == [(7, 1, None)] * 3
    for limit in (2, 5):
        assert len(nearest(setup(), start, claim("f f f"), limit=limit)) == limit
    assert len(nearest(setup(), start, claim("f f f"))) == 3
    unpaid = nearest(setup(), start, claim("f f f f f f", left=9))
    assert [move.move for move in unpaid] == [move.move for move in found]
    middle = nearest(setup(), start, claim("f f", left=3))
    assert [words(move.move.path) for move in middle] == ["f f f", "f f i", "f f o"]
    assert {(move.spent, move.move.left) for move in middle} == {(3, 3)}


@pytest.mark.parametrize(
    ("kinds", "left", "space", "kinds_found"),
    [
        ("i", 2, "12a", "f o"),
        ("b b b f i f", 2, "12b", "f f"),
        ("f", 3, "12b", "f f f"),
    ],
)
def test_how_near_a_move_is(kinds: str, left: int, space: str, kinds_found: str) -> None:
    start = table((29, "Red", space), (15, "Blue", "15b"))
    assert words(nearest(setup(), start, claim(kinds, left=left))[0].move.path) == kinds_found


def test_the_nearest_moves_keep_the_legal_steps_of_a_claim() -> None:
    start = table((29, "Red", "12b"), (15, "Blue", "20b"))
    found = nearest(setup(), start, claim("o b", left=3), limit=9)
    assert [words(move.move.path) for move in found] == ["o f f", "o f i"]


def test_the_nearest_moves_where_the_path_decides_who_is_lapped() -> None:
    start = table((29, "Red", "12b"), (15, "Blue", "20b"))
    rules = setup(lapped_trigger="on-entry")
    for move in nearest(rules, start, claim("f f f f f f")):
        [outcome] = judge(rules, start, move.move).outcomes
        assert move.position == outcome.position


def test_only_the_ways_on_from_known_steps_leave_the_drawing() -> None:
    """Two steps ahead lead off the stretch; after a step to the side the MPs reach only to its end."""
    _, drawn = play("", "game thunder-alley\ntrack\n  sectors 1-12 a b c\nend\n")
    start = table((29, "Red", "11b"))

    def leaves(kinds: str) -> bool:
        return leaves_drawing(drawn.setup, start, claim(kinds, left=2)) is not None

    assert leaves("f") and leaves("f ?")
    assert not leaves("o") and not leaves("o ?")


def test_what_is_added_to_a_claim_counts_as_much_as_what_is_dropped() -> None:
    start = table((29, "Red", "12b"), (15, "Blue", "17b"))
    found = nearest(setup(), start, claim("f f f f f f"))
    assert words(found[0].move.path) == "f f f f f"


def test_the_nearest_move_with_a_second_car() -> None:
    start = table((29, "Red", "12b"), (25, "Red", "3a"), (41, "Red", "5c"), (15, "Blue", "20b"))
    move = Activation(29, "teamwork", Path(tuple(Step("f", token=place) for place in range(4))))
    seconds = [one.move.second for one in nearest(setup(), start, move, limit=1)]
    assert [number for number, _ in seconds if number] == [25]
    named = nearest(setup(), start, replace(move, second=(41, Path((Step("f"),)))), limit=1)
    assert [(one.move.second[0], words(one.move.second[1])) for one in named if one.move.second] == [
        (41, "f f f")
    ]


def test_a_diagonal_is_offered_only_where_no_step_ahead_leads() -> None:
    """At the exit fork 10a the spaces 11a and 11b are ahead, and 11c is next to them."""
    start = table((29, "Red", "10a"))
    listed = [words(move.move.path) for move in legal_moves(setup(), start, 29, "slingshot")]
    assert not any(path.startswith("di") for path in listed)
    offered = nearest(setup(), start, Activation(29, "slingshot", Path((Step("b"),)), left=1), 9)
    ends = {(words(move.move.path), move.position.cars[0].space) for move in offered}
    assert {("f", "11a"), ("f", "11b")} <= ends
    assert {space for path, space in ends if path == "do"} == {"11c"}


@pytest.mark.parametrize("space", ["3b", "9a", "10a", "10b", "14c", "24b"])
def test_no_diagonal_is_offered_to_a_space_that_a_step_ahead_reaches(space: str) -> None:
    start, track = table((29, "Red", space)), setup().track
    assert track is not None
    offered = nearest(setup(), start, Activation(29, "slingshot", Path((Step("b"),)), left=1), 20)
    ahead = {track.spaces[target] for target in track.ahead[track.spaces.index(space)]}
    plain = {move.position.cars[0].space for move in offered if words(move.move.path) == "f"}
    diagonal = {move.position.cars[0].space for move in offered if words(move.move.path) in ("di", "do")}
    assert plain == ahead
    assert diagonal and not diagonal & ahead


def test_the_nearest_move_ends_at_the_finish() -> None:
    start = table((29, "Red", "27b"), (15, "Blue", "20b"), crossed=3)
    [finish, *_] = nearest(setup(), start, claim("f f f f f f f"))
    assert (words(finish.move.path), finish.spent) == ("f f", 2)


@pytest.mark.parametrize("timing", ["at-once", "next-activation"])
def test_a_car_that_its_marker_puts_out_ends_on_no_space(timing: str) -> None:
    rules = setup(six_markers_timing=timing)
    worn = Car(29, "Red", "12b", 1, wear=("black",) * 5)
    cars = make_position([worn, Car(15, "Blue", "14b", 1)])
    ends = {one.position.space_of(29) for one in legal_moves(rules, cars, 29, "charge")}
    assert {*ending_spaces(rules, cars, 29, "charge")} == ends - {None}
    assert (ends == {None}) == (timing == "at-once")


@pytest.mark.parametrize(
    "card", ["charge", "slingshot", "teamwork", "clean-air", "floor-it", "rubbin-is-racin"]
)
def test_the_spaces_where_a_move_ends_are_those_of_the_list(card: str) -> None:
    cars = table(
        (29, "Red", "12b"), (25, "Red", "11b"), (15, "Blue", "14b"), (4, "Blue", "13a"), (9, "Blue", "16b")
    )
    ends = ending_spaces(setup(), cars, 29, card)
    listed = legal_moves(setup(), cars, 29, card)
    assert {*ends} == {one.position.space_of(29) for one in listed}
    for space in ends:
        there = to_destination(setup(), cars, Activation(29, card, destination=space))
        assert there == [one for one in listed if one.position.space_of(29) == space]
    assert ending_spaces(setup(), cars, 41, card) == ()
