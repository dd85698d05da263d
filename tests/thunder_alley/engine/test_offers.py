"""What is offered: the step that is due, and among the choices the line that was played."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards import cards_of
from model.thunder_alley.cards_seen import EventSeen, TeamBar
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import (
    Activation,
    Decision,
    Draw,
    Event,
    Grid,
    NewTurn,
    Pass,
    PitStops,
    Pitting,
    Retire,
)
from model.thunder_alley.position import DISCARD, EVENT, FINISHED, OUT, PITS, Car, Setup, Team, make_position
from model.thunder_alley.standing import Standing
from model.thunder_alley.tracks import find
from tests.thunder_alley.race.races import setting
from verifier.offers import every
from verifier.records.replay import Options, verify
from verifier.records.stepping import Step
from verifier.thunder_alley.engine.door import judge
from verifier.thunder_alley.engine.listing import legal_moves
from verifier.thunder_alley.engine.offers import Offered, offers
from verifier.thunder_alley.simulate import simulate

DUE = {
    "activation": ("segment", "car"),
    "retire": ("segment", "retire"),
    "pass": ("segment", "pass"),
    "event": ("event", "event"),
}
"""Kind of a line -> what is due before it, and the kind of choice that it makes."""


def steps(number: int) -> list[Step]:
    [report] = verify(simulate(setting(number)), options=Options(steps=True))
    return [step for step in report.steps if step.statement.kind in (*DUE, "pit")]


@pytest.mark.parametrize("number", (4, 5, 15))
def test_what_was_played_was_offered(number: int) -> None:
    seen = set()
    for step in steps(number):
        before, words = step.before, [leaf.text for leaf in step.statement.node.leaves()]
        if before.position is None:
            continue
        offer = offers(before.setup, before.standing)
        assert offer is not None
        if step.statement.kind == "pit":
            assert offer.due == "pits" and offer.choices[0].kind == "done"
            continue
        due, kind = DUE[step.statement.kind]
        seen.add(kind)
        assert offer.due == due
        chosen = [choice for choice in offer.choices if choice.kind == kind]
        assert kind == "event" or words[0] in [choice.word for choice in chosen]
        if kind == "car":
            [car] = [choice for choice in chosen if choice.word == words[0]]
            assert car.then is not None
            names = [cards_of(before.setup.ruleset)[card.word].name for card in car.then().choices]
            assert any(step.statement.source.startswith(f"{words[0]} {name}") for name in names)
    assert "car" in seen


def test_a_card_is_left_out_if_the_deck_cannot_have_it() -> None:
    left_out = 0
    for step in steps(4):
        table = step.before
        offer = offers(table.setup, table.standing) if table.position is not None else None
        if offer is None or offer.due != "segment" or offer.choices[0].kind != "car":
            continue
        then, number = offer.choices[0].then, int(offer.choices[0].word)
        assert then is not None and table.position is not None
        for card in {*cards_of(table.setup.ruleset)} - {choice.word for choice in then().choices}:
            [legal, *_] = legal_moves(table.setup, table.position, number, card)
            [breach, *_] = judge(table.setup, table.standing, legal.move).breaches
            assert breach.rule == "TA-3.3"
            left_out += 1
    assert left_out


def test_an_event_is_offered_as_often_as_it_is_printed() -> None:
    standing = Standing(replace(make_position(CARS), step=EVENT))
    for drawn in (standing, standing.seeing(EventSeen("blown-engine"))):
        offer = offers(RACE, drawn)
        assert offer is not None
        assert ("blown-engine" in [choice.word for choice in offer.choices]) == (drawn is standing)


def test_nothing_is_due_once_the_race_is_over() -> None:
    [report] = verify(simulate(setting(5)))
    table = report.table
    assert offers(table.setup, table.standing) is None


def test_a_new_turn_is_due_after_the_last_stop() -> None:
    offer = offers(RACE, Standing(replace(make_position(CARS), turn=2, step=DISCARD)))
    assert offer is not None and offer.due == "turn"
    assert [choice.decision for choice in offer.choices] == [NewTurn(3)]


def test_an_event_whose_rule_is_left_out_hits_nobody() -> None:
    setup = replace(RACE, ruleset=replace(RACE.ruleset, left_out=frozenset(["TA-EV-sun-on-the-track"])))
    offer = offers(setup, Standing(replace(make_position(CARS), turn=2, step=EVENT)))
    assert offer is not None
    [sun] = [choice for choice in offer.choices if choice.word == "sun-on-the-track"]
    assert sun.then is not None
    assert [choice.decision for choice in sun.then().choices] == [Event(Draw("sun-on-the-track"))]


def test_only_a_car_with_a_black_marker_can_lose_one_by_overcast() -> None:
    setup = Setup(None, default_ruleset(DATA), (Team("Red", None, (29, 25)),), 3)
    cars = [Car(29, "Red", "12b", wear=("black",)), Car(25, "Red", "11b", wear=("blue",))]
    offer = offers(setup, Standing(replace(make_position(cars), step=EVENT)))
    assert offer is not None
    [overcast] = [choice for choice in offer.choices if choice.word == "overcast"]
    assert overcast.then is not None
    assert [(choice.kind, choice.word) for choice in overcast.then().choices] == [("car", "29"), ("none", "")]


def test_a_car_with_six_markers_is_only_retired() -> None:
    setup = Setup(None, default_ruleset(DATA), (Team("Red", None, (29, 25)), Team("Blue", None, (15,))), 3)
    cars = [Car(29, "Red", "12b", wear=("blue",) * 6), Car(25, "Red", "11b", wear=("blue",) * 5)]
    offer = offers(setup, Standing(make_position(cars, next="Red")))
    assert offer is not None
    words = [(choice.kind, choice.word) for choice in offer.choices]
    assert words == [("car", "25"), ("retire", "25"), ("retire", "29")]


RACE = Setup(
    find("short-oval"), default_ruleset(DATA), (Team("Red", None, (29, 25)), Team("Blue", None, (15, 4))), 3
)
CARS = (
    Car(29, "Red", "12b", crossed=1, wear=("black", "blue"), flipped=True),
    Car(25, "Red", "11b", crossed=1, wear=("blue",), flipped=True),
    Car(15, "Blue", "11a", crossed=1, wear=("blue", "black"), flipped=True),
    Car(4, "Blue", None, wear=("black", "blue"), flipped=True, status=OUT, place=4),
)
GROUPS = [group for size in range(1, 4) for group in permutations((29, 25, 15, 4), size)]


def allowed(standing: Standing, decision: Decision, setup: Setup = RACE) -> bool:
    """Whether a line is legal and leaves nothing open."""
    found = judge(setup, standing, decision)
    return not found.breaches and not found.limit and len(found.outcomes) == 1


def whole(groups: set[frozenset[int]]) -> set[frozenset[int]]:
    """The groups that are not part of another."""
    return {one for one in groups if not any(one < other for other in groups)}


def test_the_legal_events_are_offered_and_no_others() -> None:
    position = make_position(CARS, first="Red", next="Red")
    standing = Standing(replace(position, turn=2, step=EVENT))
    offer = offers(RACE, standing)
    assert offer is not None
    offered: dict[Draw, set[frozenset[int]]] = {}
    for decision in every(offer, lambda _: False):
        assert isinstance(decision, Event) and decision.draw is not None and allowed(standing, decision)
        known = offered.setdefault(replace(decision.draw, cars=()), set())
        known |= {frozenset(decision.draw.cars)} - {frozenset()}
    for draw, groups in offered.items():
        if draw.bar is None or draw.bar[0] == "Red":
            legal = {frozenset(one) for one in GROUPS if allowed(standing, Event(replace(draw, cars=one)))}
            assert whole(groups) == whole(legal), draw


@pytest.mark.parametrize("flag", ("green", "yellow"))
def test_the_legal_pit_stops_are_offered_and_no_others(flag: str) -> None:
    position = make_position(CARS, first="Red", next="Red")
    standing = Standing(replace(position, turn=2, step=PITS, flag=flag))
    offer = offers(RACE, standing)
    assert offer is not None
    decisions = [one for one in every(offer, lambda _: False) if isinstance(one, PitStops)]
    offered = {frozenset(one.car for one in stops.cars) for stops in decisions}
    legal = {frozenset(one) for one in GROUPS if allowed(standing, PitStops(tuple(map(Pitting, one))))}
    assert offered == legal | {frozenset()}


def after_the_bar(offer: Offered) -> Offered:
    """What is offered once a Team Bar is turned up, its last colours first."""
    while offer.due == "bar":
        last = [choice for choice in offer.choices if choice.kind == "colour"][-1]
        assert last.then is not None
        offer = last.then()
    return offer


def grids(offer: Offered) -> Iterator[Grid]:
    """The grids that are offered, with one Team Bar for each card."""
    for choice in after_the_bar(offer).choices:
        if choice.then is not None:
            yield from grids(choice.then())
        else:
            assert isinstance(choice.decision, Grid)
            yield choice.decision


@pytest.mark.parametrize(("option", "cards"), ((None, 1), ("grid-per-round", 2), ("grid-per-card", 4)))
def test_the_legal_grids_are_offered_and_no_others(option: str | None, cards: int) -> None:
    ruleset = with_changes(
        DATA, RACE.ruleset, options={"cars-per-team": 2, **({option: True} if option else {})}
    )
    setup, none = replace(RACE, ruleset=ruleset), Standing(make_position(()))
    offer = offers(setup, none)
    assert offer is not None and offer.due == "bar"
    found = list(grids(offer))
    bars = found[0].bars
    assert len(bars) == cards and all(grid.bars == bars for grid in found)
    legal = [
        cars for cars in permutations((29, 25, 15, 4)) if not judge(setup, none, Grid(cars, bars)).breaches
    ]
    assert sorted(grid.cars for grid in found) == sorted(legal)


@pytest.mark.parametrize("read", ((), ("Green",), ("Green", "Blue")))
def test_a_team_bar_may_be_read_in_part_or_before(read: tuple[str, ...]) -> None:
    ruleset = with_changes(DATA, RACE.ruleset, options={"cars-per-team": 2})
    setup, none = replace(RACE, ruleset=ruleset), Standing(make_position(()))
    legal = [
        Grid(cars, (read,) if read else ())
        for cars in permutations((29, 25, 15, 4))
        if not judge(setup, none, Grid(cars, (read,) if read else ())).breaches
    ]
    offer = offers(setup, none)
    for colour in (*read, ""):
        assert offer is not None
        [choice] = [one for one in offer.choices if one.word == colour]
        assert choice.then is not None
        offer = choice.then()
    assert offer is not None
    assert sorted(map(repr, grids(offer))) == sorted(map(repr, legal))
    written = offers(setup, none.seeing(TeamBar(("Green", "Blue"))))
    assert written is not None and written.due == "grid" and written.who == "Blue"


@pytest.mark.parametrize("flag", ("green", "yellow"))
@pytest.mark.parametrize("reading", ("all", "removed-only"))
@pytest.mark.parametrize("option", (False, True))
def test_the_markers_that_can_be_kept_are_offered_and_no_others(
    flag: str, reading: str, option: bool
) -> None:
    ruleset = with_changes(
        DATA,
        RACE.ruleset,
        rulings={"variable-pit-markers": reading},
        options={"variable-pit-stops": option},
    )
    setup = replace(RACE, ruleset=ruleset)
    wear = ("black", "blue", "blue", "gray", "red")
    car = Car(29, "Red", "12b", crossed=1, wear=wear, flipped=True)
    position = replace(make_position((car,), first="Red", next="Red"), turn=2, step=PITS, flag=flag)
    offer = offers(setup, Standing(position))
    assert offer is not None
    stops = [one for one in every(offer, lambda _: False) if isinstance(one, PitStops)]
    kept = [one.keeps or () for decision in stops for one in decision.cars]
    groups = {group for size in range(4) for group in combinations(sorted(set(wear) | {"blue"}), size)}
    groups |= {group for size in range(4) for group in combinations(wear, size)}
    assert sorted(kept) == sorted(
        group
        for group in groups
        if "red" not in group and allowed(Standing(position), PitStops((Pitting(29, group),)), setup)
    )


@pytest.mark.parametrize(("flag", "option"), (("green", True), ("yellow", False)))
def test_a_car_that_keeps_all_its_markers_chooses_none(flag: str, option: bool) -> None:
    ruleset = with_changes(DATA, RACE.ruleset, options={"variable-pit-stops": option})
    setup = replace(RACE, ruleset=replace(ruleset, left_out=frozenset(["TA-9.2"])))
    position = replace(make_position(CARS, first="Red", next="Red"), turn=2, step=PITS, flag=flag)
    offer = offers(setup, Standing(position))
    assert offer is not None
    assert [choice.word for choice in offer.choices] == ["", "25", "29"]


DRIVING = (
    Car(29, "Red", "11b", crossed=1, wear=("black",) * 5),
    Car(25, "Red", "10a", crossed=1, wear=("blue",) * 3),
    Car(15, "Blue", "10b", crossed=1),
    Car(4, "Blue", "12b", crossed=1, flipped=True),
)


@pytest.mark.parametrize(
    "card", ("charge", "follow-the-leader", "teamwork", "riding-the-draft", "clean-air", "slingshot")
)
def test_the_legal_moves_are_offered_and_no_others(card: str) -> None:
    standing = Standing(make_position(DRIVING, first="Red", next="Red"))
    offer = offers(RACE, standing)
    assert offer is not None
    found = {
        decision
        for decision in every(offer, lambda choice: choice.kind == "card" and choice.word != card)
        if isinstance(decision, Activation)
    }
    assert all(allowed(standing, one) for one in found)
    for car in (29, 25):
        reached = {judge(RACE, standing, one).outcomes[0].position for one in found if one.car == car}
        assert len(reached) == len(legal_moves(RACE, standing.position, car, card))


def test_a_line_is_offered_only_to_a_car_that_leads_one() -> None:
    offer = offers(RACE, Standing(make_position(DRIVING, first="Red", next="Red")))
    assert offer is not None
    lines = set()
    for choice in offer.choices:
        if choice.then is None:
            continue
        for card in choice.then().choices:
            assert card.then is not None
            begun = card.then()
            assert begun.due == ("line" if begun.choices[0].kind == "line" else "step")
            if begun.due == "line":
                words = [choice.word for choice in begun.choices]
                lines.add((choice.word, cards_of(RACE.ruleset)[card.word].movement, *words))
    assert lines == {("29", "lead", "25", "15")}


CHOOSING = (
    Car(29, "Red", "11b", wear=("black",) * 6),
    Car(25, "Red", None, status=FINISHED, place=1),
    Car(8, "Red", None, status=OUT, place=6),
    Car(22, "Red", None, status=OUT, place=5, flipped=True),
    Car(15, "Blue", "10b"),
    Car(4, "Blue", None, status=OUT, place=4),
)


@pytest.mark.parametrize("reading", ("may-pass", "may-not"))
@pytest.mark.parametrize("left_out", (frozenset[str](), frozenset(["TA-3.4-4"]), frozenset(["TA-7.2"])))
def test_the_legal_passes_and_retirements_are_offered_and_no_others(
    reading: str, left_out: frozenset[str]
) -> None:
    ruleset = with_changes(DATA, RACE.ruleset, rulings={"pass-with-finished-car": reading})
    teams = (Team("Red", None, (29, 25, 8, 22)), Team("Blue", None, (15, 4)))
    setup = replace(RACE, ruleset=replace(ruleset, left_out=left_out), teams=teams)
    standing = Standing(make_position(CHOOSING, first="Red", next="Red"))
    offer = offers(setup, standing)
    assert offer is not None
    words = {(choice.kind, choice.word) for choice in offer.choices if choice.kind != "car"}
    assert words == {
        (kind, str(car.number))
        for kind, made in (("pass", Pass), ("retire", Retire))
        for car in CHOOSING
        if allowed(standing, made(car.number), setup)
    }
