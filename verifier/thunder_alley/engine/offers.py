"""What is due in a race, and every way to decide it, choice by choice (TA-2.5, TA-3.1 to TA-3.5, TA-9.1, TA-12.2).

A move is offered step by step, and with it every place where it can stop. What chance decides is offered like the rest: the
event, and the colours of a Team Bar. What players hold and discard decides nothing on the board, so it is not offered.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from model.thunder_alley.cards import cards_of, events_of, in_deck
from model.thunder_alley.cards_seen import EventSeen, Played, RaceCard, Seen
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.moves import (
    Activation,
    Decision,
    Draw,
    Event,
    Grid,
    NewTurn,
    Pass,
    Path,
    PitStops,
    Pitting,
    Retire,
)
from model.thunder_alley.position import ACTION, DISCARD, EVENT, PITS, RACING, Car, Position, Setup
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.offers import Choice, Offer
from verifier.thunder_alley.engine.choices import NO_MARK, Mark
from verifier.thunder_alley.engine.decks import count
from verifier.thunder_alley.engine.endings import Ending, endings, may_stop, second_cars
from verifier.thunder_alley.engine.events import does_nothing, judge_event, possible_hits
from verifier.thunder_alley.engine.grid import ONE_CARD, bar_number, due, way_of
from verifier.thunder_alley.engine.judge import second_run
from verifier.thunder_alley.engine.linking import starts
from verifier.thunder_alley.engine.outcome import spaces_of, worn_out
from verifier.thunder_alley.engine.pits import COSTLY, can_pit, variable
from verifier.thunder_alley.engine.run import Run, State
from verifier.thunder_alley.engine.search import ROOT, Trail
from verifier.thunder_alley.engine.segment import may_play, speed_of
from verifier.thunder_alley.engine.story import resolve
from verifier.thunder_alley.engine.taking import ways
from verifier.thunder_alley.engine.turn import can_be_chosen, flag_counted, seats_from

Chosen = Choice[Decision]
Offered = Offer[Decision]
Bar = tuple[str, ...]
Driven = Callable[[Path, Ending], Chosen]


def offers(setup: Setup, standing: Standing) -> Offered | None:
    """What is due; None once the race is over."""
    position = standing.position
    if not position.cars:
        return _grid(setup, standing.bars, ())
    if position.step == ACTION:
        return _segment(setup, standing)
    if position.step == EVENT:
        return Offer("event", "", tuple(_event(setup, standing)))
    if position.step == PITS:
        return _pits(setup, flag_counted(setup, position), (), seats_from(setup, position.first))
    if position.step == DISCARD:
        number = position.turn + 1
        return Offer("turn", "", (Chosen("turn", str(number), NewTurn(number)),))
    return None


def _grid(setup: Setup, bars: tuple[Bar, ...], cars: tuple[int, ...]) -> Offered:
    """The cars on the grid one by one, each by an owner that its Team Bar allows."""
    way, teams = way_of(setup.ruleset), setup.colours
    if len(bars) <= bar_number(way, len(cars), len(teams)):
        # Of several bars none can be left out: a record has them in order.
        return _bar((), lambda bar: _grid(setup, (*bars, bar), cars), least=0 if way in ONE_CARD else 1)
    owners = {car: team.colour for team in setup.teams for car in team.cars}
    each = len(owners) // len(teams)
    able = due(way, bars, teams, each, [owners[car] for car in cars])
    who = able[0] if len(able) == 1 else ""
    own = [car for car, owner in owners.items() if owner in able and car not in cars]
    if len(cars) == len(owners) - 1:
        read = tuple(bar for bar in bars if bar)
        return Offer("grid", who, tuple(Chosen("car", str(car), Grid((*cars, car), read)) for car in own))
    then = (Chosen("car", str(car), then=partial(_grid, setup, bars, (*cars, car))) for car in own)
    return Offer("grid", who, tuple(then))


def _bar(colours: Bar, read: Callable[[Bar], Offered], least: int = 0) -> Offered:
    """The Team Bar of the next card, colour by colour, as far as it is read: at least so many."""
    left = [colour for team in TEAMS if (colour := team.capitalize()) not in colours]
    if not left:
        return read(colours)
    choices = [Chosen("colour", one, then=partial(_bar, (*colours, one), read, least)) for one in left]
    if len(colours) >= least:
        choices.append(Chosen("unread", then=partial(read, colours)))
    return Offer("bar", "", tuple(choices))


def _can_be_seen(setup: Setup, standing: Standing, seen: Seen) -> bool:
    """Whether the decks can have the cards that are seen now."""
    return not isinstance(count(setup, standing.seeing(seen).cards), Breach)


def _segment(setup: Setup, standing: Standing) -> Offered:
    position = standing.position
    team = position.next or ""
    choices: list[Chosen] = []
    for car in position.cars:
        if car.team != team or not can_be_chosen(setup, car):
            continue
        number = str(car.number)
        if car.status != RACING:
            choices.append(Chosen("pass", number, Pass(car.number)))
            continue
        if not may_play(setup, position, car):
            choices.append(Chosen("car", number, then=partial(_cards, setup, standing, car)))
        if "TA-3.4-4" not in setup.ruleset.left_out or worn_out(setup, car):
            choices.append(Chosen("retire", number, Retire(car.number)))
    return Offer("segment", team, tuple(choices))


def _cards(setup: Setup, standing: Standing, car: Car) -> Offered:
    choices = (
        Chosen("card", card, then=partial(_move, setup, standing.position, car, card))
        for card in in_deck(cards_of(setup.ruleset).values())
        if _can_be_seen(setup, standing, Played(car.team, RaceCard(card)))
    )
    return Offer("card", car.team, tuple(choices))


def _move(setup: Setup, position: Position, car: Car, card: str) -> Offered:
    """The move of a car, and with Teamwork the second car and its move."""
    kind = cards_of(setup.ruleset)[card]
    run = Run(setup, position, car, kind, speed_of(car, kind, setup.ruleset.left_out).total)

    def driven(path: Path, ending: Ending) -> Chosen:
        able = second_cars(run, ending.state)
        if not able:
            return Chosen("stop", path.placed or "", Activation(car.number, card, path))
        return Chosen("stop", path.placed or "", then=partial(second, path, ending, able))

    def second(path: Path, ending: Ending, able: list[int]) -> Offered:
        cars = tuple(Chosen("car", str(number), then=partial(its, path, ending, number)) for number in able)
        return Offer("second", car.team, cars, places=partial(_places, run, ending.state))

    def its(path: Path, ending: Ending, number: int) -> Offered:
        run2, state2 = second_run(setup, position, run, ending, number)
        return _begun(
            car.team,
            run2,
            state2,
            lambda path2, _: Chosen(
                "stop", path2.placed or "", Activation(car.number, card, path, second=(number, path2))
            ),
        )

    return _begun(car.team, run, run.start(), driven)


def _begun(who: str, run: Run, state: State, driven: Driven) -> Offered:
    """The first step of a car; with Lead, the line that it leads comes before."""
    begun = starts(run, state)
    if begun[0][1].links is None:
        return _steps(who, run, begun[0][0], (), driven)
    choices = []
    for first, mark in begun:
        cars = " ".join(str(run.numbers[code]) for code in mark.links or ())
        choices.append(Chosen("line", cars, then=partial(_steps, who, run, first, ((ROOT, mark),), driven)))
    return Offer("line", who, tuple(choices))


def _steps(who: str, run: Run, state: State, written: Trail, driven: Driven) -> Offered:
    choices = [
        Chosen(
            "step",
            f"{name}!" if bumps else name,
            then=partial(_steps, who, run, taken.state, (*written, ((name, bumps), taken.mark)), driven),
            note=_note(run, taken.mark),
        )
        for (name, bumps), taken in ways(run, state)
    ]
    if may_stop(run, state, goes_on=bool(choices)):
        path = resolve(run, written)
        for ending in endings(run, state):
            placed = None if ending.placed is None else run.track.spaces[ending.placed]
            choices.append(driven(replace(path, placed=placed), ending))
    return Offer("step", who, tuple(choices), places=partial(_places, run, state))


def _places(run: Run, state: State) -> dict[str, str]:
    """Where the cars stand in the middle of a move."""
    return {str(car): space for car, space in spaces_of(run, state).items()}


def _note(run: Run, mark: Mark) -> str:
    """What a step chooses, in words: the cars that are led, a lane, the lanes of other cars."""
    if mark is NO_MARK:
        return ""
    cars = " ".join(str(run.numbers[code]) for code in mark.links or ())
    led = [] if mark.links is None else [f"with {cars or 'nobody'}"]
    lane = [] if mark.lane is None else [f"to lane {mark.lane}"]
    return ", ".join((*led, *lane, *(f"{run.numbers[code]} to lane {lane}" for code, lane in mark.cars)))


def _event(setup: Setup, standing: Standing) -> Iterator[Chosen]:
    for id in in_deck(events_of(setup.ruleset).values()):
        if _can_be_seen(setup, standing, EventSeen(id)):
            yield Chosen("event", id, then=partial(_hits, setup, standing.position, Draw(id)))


def _hits(setup: Setup, position: Position, draw: Draw, *, read: bool = False) -> Offered:
    """The cars that an event hits, after its Team Bar (`read`) if that decides, and after what each player chooses."""
    if does_nothing(setup, draw.event):
        return Offer("hit", "", tuple(_resolved(setup, position, draw, [()])))
    if draw.event in ("overcast", "sun-on-the-track"):
        return _volunteers(setup, position, draw, setup.colours)
    hits, bar_decides = possible_hits(setup, position, draw)
    if bar_decides and not read:
        least = len(TEAMS) if draw.event == "pileup" else 0  # a Pileup hits more cars than a line could name
        return _bar((), lambda bar: _hits(setup, position, replace(draw, bar=bar or None), read=True), least)
    if draw.event == "tight":
        # The event may choose a car without a blue marker, and then nothing happens to it (tight-no-blue).
        hits += [(car.number,) for car in position.cars if car.status == RACING]
    return Offer("hit", "", tuple(_resolved(setup, position, draw, hits)))


def _resolved(setup: Setup, position: Position, draw: Draw, hits: list[tuple[int, ...]]) -> Iterator[Chosen]:
    """The events that a line can write without leaving open what happened."""
    for cars in dict.fromkeys(hits):
        written = replace(draw, cars=cars)
        if len(judge_event(setup, position, written).outcomes) == 1:
            yield Chosen("hit", " ".join(map(str, cars)), Event(written))


def _volunteers(setup: Setup, position: Position, draw: Draw, teams: tuple[str, ...]) -> Offered:
    """The cars that the players choose, one after the other."""
    if not teams:
        return Offer("hit", "", tuple(_resolved(setup, position, draw, [draw.cars])))
    team, *others = teams
    own = [car for car in position.cars if car.team == team and car.status == RACING]
    chosen = [[*draw.cars, car.number] for car in own if draw.event != "overcast" or "black" in car.wear]
    if not chosen or draw.event == "overcast":
        chosen.append([*draw.cars])
    return Offer(
        "volunteer",
        team,
        tuple(
            Chosen(
                "car" if len(cars) > len(draw.cars) else "none",
                str(cars[-1]) if len(cars) > len(draw.cars) else "",
                then=partial(_volunteers, setup, position, replace(draw, cars=tuple(cars)), tuple(others)),
            )
            for cars in chosen
        ),
    )


def _pits(setup: Setup, position: Position, pits: tuple[Pitting, ...], seats: tuple[str, ...]) -> Offered:
    """The cars that pit, each player's in any order, once around from the First Player."""
    team, *others = seats
    done = Chosen("done", decision=PitStops(pits))
    if others:
        done = Chosen("done", then=partial(_pits, setup, position, pits, tuple(others)))
    choices = [done]
    for car in position.cars:
        for keeps in _keeps(setup, position, car) if car.team == team else ():
            more = (*pits, Pitting(car.number, keeps))
            if can_pit(setup, position, more):
                word = f"{car.number} keeps {' '.join(keeps)}" if keeps else str(car.number)
                choices.append(Chosen("car", word, then=partial(_pits, setup, position, more, seats)))
    return Offer("pits", team, tuple(choices))


def _keeps(setup: Setup, position: Position, car: Car) -> Iterator[tuple[str, ...] | None]:
    """The markers that a car can keep if the rules leave a choice (variable-pit-markers); None: all go that can."""
    yield None
    if variable(setup) and position.flag == "yellow":
        able = sorted(colour for colour in car.wear if colour in COSTLY)
        for size in range(1, len(able) + 1):
            yield from dict.fromkeys(combinations(able, size))
