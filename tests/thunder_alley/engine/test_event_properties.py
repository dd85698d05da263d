"""Properties of events in any position: their results can be written again, cars are conserved, and nothing raises."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from model.rulings import load_rulings
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA, TEAMS, WEAR
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import OUT, RACING, UNNOTED, Position, Setup
from tests.generators.thunder_alley import tables
from verifier.thunder_alley.engine.events import judge_event

EVENT_RULINGS = [
    ruling.id
    for ruling in load_rulings(DATA).rulings.values()
    if ruling.selectable
    and any(rule.startswith(("TA-EV", "TA-4.4", "TA-8", "TA-GL", "TA-7.2")) for rule in ruling.rules)
]

wear = st.lists(st.sampled_from([*WEAR, UNNOTED]), max_size=5).map(lambda colours: tuple(sorted(colours)))


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Setup, Position, Draw]:
    """A position with markers of all colours, some cars out of the race, an event, and as much of a bar as was read."""
    setup, position = draw(tables())
    readings = dict(setup.ruleset.readings)
    for id in draw(st.lists(st.sampled_from(EVENT_RULINGS), max_size=3, unique=True)):
        readings[id] = draw(st.sampled_from(sorted(load_rulings(DATA)[id].choices())))
    setup = replace(setup, ruleset=replace(setup.ruleset, readings=readings))
    cars = []
    for car in position.cars:
        car = replace(car, wear=draw(wear), flipped=True)
        if draw(st.integers(0, 9)) == 0 and not car.on_apron:
            car = replace(car, space=None, status=OUT)
        cars.append(car)
    position = replace(position, cars=tuple(cars), rain=draw(st.booleans()))
    bar = draw(
        st.none()
        | st.permutations(TEAMS).flatmap(lambda teams: st.integers(0, 7).map(lambda n: tuple(teams[:n])))
    )
    return setup, position, Draw(draw(st.sampled_from(sorted(EVENTS))), bar)


@given(scenes())
def test_what_comes_out_can_be_written(scene: tuple[Setup, Position, Draw]) -> None:
    setup, position, draw = scene
    judgement = judge_event(setup, position, draw)
    assert not judgement.breaches, "nothing is wrong where no car is written"
    assert bool(judgement.outcomes) != bool(judgement.unknown)
    for outcome in judgement.outcomes:
        written = judge_event(setup, position, replace(draw, cars=outcome.hit))
        assert not written.breaches
        if not written.unknown:
            assert outcome.position in [again.position for again in written.outcomes]


@given(scenes())
def test_cars_are_conserved(scene: tuple[Setup, Position, Draw]) -> None:
    setup, position, draw = scene
    for outcome in judge_event(setup, position, draw).outcomes:
        after = outcome.position
        assert [car.number for car in after.cars] == [car.number for car in position.cars]
        spaces = [car.space for car in after.cars if car.on_track]
        assert len(spaces) == len(set(spaces))
        stacks = [(car.space, car.stack) for car in after.cars if car.on_apron]
        assert len(stacks) == len(set(stacks))
        gone = [car.number for car in after.cars if car.status == OUT]
        were = [car.number for car in position.cars if car.status == OUT]
        assert sorted(gone) == sorted([*were, *outcome.retired])
        assert set(outcome.gained) <= set(outcome.hit)
        assert outcome.rules[0] == f"TA-EV-{draw.event}"


@given(scenes(), st.data())
def test_any_cars_can_be_judged(scene: tuple[Setup, Position, Draw], data: st.DataObject) -> None:
    setup, position, draw = scene
    numbers = [car.number for car in position.cars]
    cars = data.draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=4, unique=True))
    judgement = judge_event(setup, position, replace(draw, cars=tuple(cars)))
    assert judgement.breaches or judgement.outcomes or judgement.unknown
    for breach in judgement.breaches:
        assert breach.rule.startswith("TA-") and breach.fact and not breach.fact.endswith(".")
        assert breach.token is not None and int(breach.token.split()[1]) < len(cars)
    for outcome in judgement.outcomes:
        racing = {car.number for car in position.cars if car.status == RACING}
        assert set(outcome.hit) <= racing
