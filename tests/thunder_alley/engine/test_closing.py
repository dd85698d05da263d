"""Properties of pit stops and restarts from any position, under every reading."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from model.ruleset import with_changes
from model.rulings import load_rulings
from model.thunder_alley.facts import DATA, PERMANENT_WEAR
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import OUT, PITS, Car, Position, Setup, make_position, problems
from model.thunder_alley.tracks import from_lines
from tests.generators.thunder_alley import one_car_a_space, tables
from verifier.thunder_alley.engine.closing import close_pits
from verifier.thunder_alley.engine.order import running_order
from verifier.thunder_alley.engine.outcome import retire, watch
from verifier.thunder_alley.engine.restart import line_up, line_up_obstacle, restart_order

ASKED = (
    "backward-over-line",
    "cars-allowed-to-pit",
    "collision-rear",
    "green-line-distance",
    "green-line-placement",
    "restart-fill-holes",
    "restart-over-line",
    "saved-car-lap-count",
    "variable-pit-markers",
)
BOOK = load_rulings(DATA)
STRETCH = from_lines([("sectors", ["1-8", "a", "b", "c"]), ("line", ["5"])])
readings = st.fixed_dictionaries({id: st.sampled_from(BOOK[id].choices()) for id in ASKED})
options = st.sampled_from([{}, {"variable-pit-stops": True}])
RACES = st.one_of(tables(), tables("short-oval", 14), tables(STRETCH))


@st.composite
def turns(draw: st.DrawFn) -> tuple[Setup, Position, tuple[Pitting, ...]]:
    """A position before the pit stops, with lapped cars marked, lined up if the flag is yellow; and the cars that pit, allowed or
    not."""
    setup, position = draw(RACES)
    ruleset = with_changes(DATA, setup.ruleset, draw(readings), options=draw(options))
    setup = replace(setup, ruleset=ruleset)
    position = watch(setup, position, position)
    numbers = [car.number for car in position.cars]
    cars = tuple(
        replace(
            car, wear=tuple(draw(st.lists(st.sampled_from(["blue", "gray", "black", "red"]), max_size=3)))
        )
        for car in position.cars
    )
    flag = draw(st.sampled_from(["green", "yellow"]))
    position = replace(position, cars=cars, step=PITS, flag=flag)
    if flag == "yellow":
        position = line_up(setup, position, tuple(draw(st.lists(st.sampled_from(numbers), max_size=2))))
    pits = draw(st.lists(st.sampled_from(numbers), unique=True))
    kept = st.sampled_from([None, (), ("gray",), ("black",)])
    return setup, position, tuple(Pitting(number, draw(kept)) for number in pits)


@given(RACES, readings)
def test_a_line_up_keeps_the_order(race: tuple[Setup, Position], chosen: dict[str, str]) -> None:
    setup, position = race
    setup = replace(setup, ruleset=with_changes(DATA, setup.ruleset, chosen))
    position = watch(setup, position, position)
    after = line_up(setup, position)
    if line_up_obstacle(setup, position) is not None:
        assert after == position
        return
    assert not problems(setup, after) and one_car_a_space(after)
    assert not any(car.lap_down or car.on_apron for car in after.cars)
    if (
        chosen["saved-car-lap-count"] == "rejoins-lead-lap"
        and chosen["restart-over-line"] == "follows-position"
    ):
        inside_first = replace(
            setup, ruleset=with_changes(DATA, setup.ruleset, {"running-order-lane": "inside-first"})
        )
        if (
            setup.track is not None
            and setup.track.ring
            and setup.ruleset.readings["lapped-trigger"] == "position-based"
        ):
            assert running_order(inside_first, after) == restart_order(setup, position)


@given(turns())
def test_pit_stops_and_restarts_lose_nobody(turn: tuple[Setup, Position, tuple[Pitting, ...]]) -> None:
    setup, position, pits = turn
    closing = close_pits(setup, position, pits)
    if closing.judged.breaches or closing.obstacle is not None:
        assert closing.final == position or closing.restart is not None
        return
    for stage, table in enumerate(closing.stages):
        assert not problems(setup, table) and one_car_a_space(table), stage
        assert [car.number for car in table.cars] == [car.number for car in position.cars]
        for space in {car.space for car in table.cars if car.on_apron}:
            stacks = sorted(car.stack for car in table.cars if car.space == space)
            assert stacks == list(range(len(stacks))), stage
        for car in table.cars:
            assert car.crossed >= 0
    if closing.restart is not None:
        assert not any(car.on_apron for car in closing.final.cars)
    for pitting in pits:
        pitted = closing.final.car(pitting.car)
        assert pitted is not None
        kept = [marker for marker in pitted.wear if marker not in PERMANENT_WEAR]
        assert kept == sorted(kept) == [m for m in pitting.keeps or () if m not in PERMANENT_WEAR]


@given(turns())
def test_who_does_not_pit_stays(turn: tuple[Setup, Position, tuple[Pitting, ...]]) -> None:
    setup, position, pits = turn
    closing = close_pits(setup, position, pits)
    for car in closing.after_pits.cars:
        if car.number not in {pitting.car for pitting in pits}:
            before = position.car(car.number)
            assert before is not None
            assert (car.space, car.stack, car.crossed, car.wear) == (
                before.space,
                before.stack,
                before.crossed,
                before.wear,
            )


def test_a_lost_car_stands_on_no_other() -> None:
    below, above = Car(29, "Red", "8p"), Car(15, "Blue", "8p", stack=1)
    after = retire(make_position([below, above]), above)
    assert after.car(15) == Car(15, "Blue", None, above.crossed, status=OUT, place=2, flipped=True)
