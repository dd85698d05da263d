"""Random legal races as canonical records: `steward simulate thunder-alley`.

Everything is drawn from one generator seeded with the request, so the same request gives the same bytes. A policy makes the
players' decisions: `plausible` drives forward, pits worn cars and keeps its cars in the race; `wild` does anything legal. The
engine decides which moves are legal and where they lead.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from model.errors import ModelError, Problem
from model.ruleset import default_ruleset, load_ruleset, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.cards import CARDS, EVENTS
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, MOST_LAPS, TEAMS, TEMPORARY_WEAR
from model.thunder_alley.moves import Draw, Pitting
from model.thunder_alley.position import DISCARD, EVENT, OVER, PITS, RACING, Car, Position, Setup, Team
from model.thunder_alley.teams import CARS_IN_BOX, teams_in_box
from model.thunder_alley.track import Track
from model.values import replace, value
from verifier.game import SimulateRequest
from verifier.thunder_alley.engine.events import EventOutcome, coloured, judge_event, possible_hits
from verifier.thunder_alley.engine.finish import won
from verifier.thunder_alley.engine.grid import (
    MOST_CARS,
    PER_CARD,
    SERPENTINE,
    due,
    hand_size,
    judge_grid,
    way_of,
)
from verifier.thunder_alley.engine.outcome import OUT_AT, retire, watch
from verifier.thunder_alley.engine.pits import COSTLY, can_pit, judge_pits, variable
from verifier.thunder_alley.engine.scoring import entries, score
from verifier.thunder_alley.engine.turn import (
    after_event,
    after_segment,
    begin_turn,
    can_be_chosen,
    close_turn,
    seats_from,
)
from verifier.thunder_alley.lines.text import card_text, move_text
from verifier.thunder_alley.simulate.cards import Cards, bar_of, kind_of
from verifier.thunder_alley.simulate.moves import PLAUSIBLE, WILD, Liking, activate

MOST_TURNS = 300
"""Turns after which a simulated race stops unfinished."""

SHIPPED = ("tiny-ring", "short-oval", "tri-oval", "triangle", "d-oval", "road-course")


@value
class Policy:
    """How players decide: weights of path steps, how often they retire a car or use a lost one as a pass, at how many markers
    and how likely they pit a car, how often they discard cards and decline event choices."""

    liking: Liking
    retires: float
    passes: float
    pits_from: int
    pits: float
    discards: float


POLICIES = {
    "plausible": Policy(PLAUSIBLE, 0.002, 0.6, 2, 0.7, 0.3),
    "wild": Policy(WILD, 0.03, 0.5, 0, 0.3, 0.5),
}


def simulate(request: SimulateRequest) -> str:
    """One race as the text of a record. Raises `ModelError` if no race can meet the request."""
    rng = Random(f"thunder-alley {request.seed} {request.number}")
    policy = POLICIES.get(request.policy)
    if policy is None:
        raise ModelError(
            Problem(f"there is no policy `{request.policy}`", help=f"policies are {', '.join(POLICIES)}")
        )
    race = _Race(rng, policy, *_setup(rng, request))
    return "\n".join(race.lines()) + "\n"


def _setup(rng: Random, request: SimulateRequest) -> tuple[Setup, list[str]]:
    """The setup before the grid, and the header of its record."""
    players = rng.randint(2, 7) if request.players is None else request.players
    if players not in CARS_PER_TEAM:
        fewest, most = min(CARS_PER_TEAM), max(CARS_PER_TEAM)
        raise ModelError(Problem(f"Thunder Alley is for {fewest} to {most} players, not {players}"))
    ruleset = load_ruleset(DATA, request.ruleset) if request.ruleset else default_ruleset(DATA)
    options: dict[str, Any] = dict(request.options)
    for name in [name for name, number in request.options if number is None]:
        options[name] = True
    if request.rulings or options:
        ruleset = with_changes(DATA, ruleset, rulings=dict(request.rulings), options=options)
    chosen = list(request.options)
    wanted = request.given.get("track")
    if wanted and "cars-per-team" not in options:
        # A short grid has room for fewer cars than TA-2.3 requires; the TA-12.3 option allows that.
        room = len(tracks.find(wanted).grid) // players
        if 0 < room < CARS_PER_TEAM[players]:
            chosen.append(("cars-per-team", room))
            ruleset = with_changes(DATA, ruleset, options={"cars-per-team": room})
    each = int(ruleset.options.get("cars-per-team") or CARS_PER_TEAM[players])
    track = _track(rng, wanted, players, each)
    laps = request.given["laps"] if "laps" in request.given else rng.randint(1, 3)
    if not 1 <= laps <= MOST_LAPS:
        raise ModelError(Problem(f"a race has 1 to {MOST_LAPS} laps, not {laps}"))
    boxes, free = teams_in_box(), iter(_free_numbers())
    colours = rng.sample(TEAMS, players)
    teams = []
    for colour in colours:
        numbers = [*boxes[colour].cars][:CARS_IN_BOX]
        numbers += [next(free) for _ in range(CARS_IN_BOX - len(numbers))]
        teams.append(Team(colour.capitalize(), None, tuple(sorted(rng.sample(numbers, each)))))
    header = [
        "game thunder-alley",
        "format 1",
        f'title "Simulated race, seed {request.seed}, race {request.number}"',
    ]
    header += [f"ruleset {request.ruleset}"] if request.ruleset else []
    header += [f"ruling {id} = {reading}" for id, reading in request.rulings]
    header += [f"option {name}" + (f" = {value}" if value is not None else "") for name, value in chosen]
    header += [f"track {wanted or track.id}", f"laps {laps}"]
    header += [f"team {team.colour} {' '.join(map(str, team.cars))}" for team in teams]
    return Setup(track, ruleset, tuple(teams), laps), header


@lru_cache(maxsize=1)
def _free_numbers() -> tuple[int, ...]:
    """Numbers for cars whose own numbers are unknown: no car in the box has them."""
    taken = {number for box in teams_in_box().values() for number in box.cars}
    return tuple(number for number in range(80, 400) if number not in taken)


def _track(rng: Random, wanted: str | None, players: int, each: int) -> Track:
    """The requested track, or any shipped one with enough grid spaces for all cars."""
    cars = players * each
    named = tracks.find(wanted) if wanted else None
    if cars > MOST_CARS:
        fact = f"{players} teams of {each} cars are {cars} cars"
        raise ModelError(Problem(fact, help=f"the position markers suffice for {MOST_CARS} (TA-12.3)"))
    if named is not None and len(named.grid) < cars:
        fact = f"track `{wanted}` has {len(named.grid)} grid spaces, and {players} teams of {each} cars need {cars}"
        raise ModelError(Problem(fact))
    able = [name for name in SHIPPED if len(tracks.load(name).grid) >= cars]
    return named or tracks.load(rng.choice(able))


class _Race:
    """A race in progress: the position, the cards, and the players' choices."""

    def __init__(self, rng: Random, policy: Policy, setup: Setup, header: list[str]) -> None:
        self.rng, self.policy, self.setup, self.header = rng, policy, setup, header
        self.each = len(setup.teams[0].cars)
        self.cards = Cards(rng, hand_size(setup.ruleset, self.each))
        self.names_bars = rng.random() < 0.5
        self.tells_shuffles = rng.random() < 0.5
        self.position = Position(())
        self.given_up = False

    def lines(self) -> Iterator[str]:
        """The lines of the record, in order."""
        yield from self.header
        yield ""
        self.cards.shuffle_all()
        yield from self._grid()
        while self.position.step != OVER and self.position.turn < MOST_TURNS and not self.given_up:
            yield ""
            yield f"turn {self.position.turn}"
            self.cards.fill(seats_from(self.setup, self.position.first))
            yield from self._shuffles()
            yield from self._segments()
            if self.position.step == EVENT:
                yield from self._event()
            if self.position.step == PITS:
                yield from self._pits()
            if self.position.step == DISCARD:
                yield from self._discards()
                self.position = begin_turn(self.setup, self.position)
        yield from self._result()

    def _shuffles(self) -> Iterator[str]:
        for pile in self.cards.shuffled if self.tells_shuffles else ():
            yield f"reshuffle {pile}"
        self.cards.shuffled.clear()

    def _bar(self) -> tuple[tuple[str, ...], str]:
        """Turns up a race card for its Team Bar; returns the bar and its written form."""
        number = self.cards.turn_up()
        bar = bar_of(number)
        name = f'"{CARDS[kind_of(number, self.setup.ruleset)].name}" ' if self.names_bars else ""
        return bar, f"bar {name}{' '.join(bar)}"

    def _grid(self) -> Iterator[str]:
        """The cars on the grid (TA-2.5, TA-12.2)."""
        teams = [team.colour for team in self.setup.teams]
        left = {team.colour: list(team.cars) for team in self.setup.teams}
        for cars in left.values():
            self.rng.shuffle(cars)
        way = way_of(self.setup.ruleset)
        grid: list[int] = []
        before: list[str | None] = []
        bars: list[tuple[str, ...]] = []
        for space in range(len(teams) * self.each):
            if not bars or (way == PER_CARD) or (way != SERPENTINE and space % len(teams) == 0):
                bar, text = self._bar()
                bars.append(bar)
                yield text
            team = due(way, bars, teams, self.each, before)[0]
            before.append(team)
            grid.append(left[team].pop())
        yield f"grid {' '.join(map(str, grid))}"
        yield from self._shuffles()
        judged = judge_grid(self.setup, bars, grid)
        assert judged.position is not None and not judged.breaches, judged.breaches
        self.position = judged.position

    def _segments(self) -> Iterator[str]:
        while self.position.step == "action":
            team = self.position.next
            assert team is not None
            yield self._segment(team)

    def _segment(self, team: str) -> str:
        rng, setup, position = self.rng, self.setup, self.position
        own = [car for car in position.cars if car.team == team and can_be_chosen(setup, car)]
        driving = [car for car in own if car.status == RACING]
        lost = [car for car in own if car.status != RACING]
        if lost and (not driving or rng.random() < self.policy.passes):
            car = rng.choice(lost)
            self._after(position.with_cars(car.turned(True)), team)
            return f"{car.number} pass"
        car = rng.choice(driving)
        if len(car.wear) >= OUT_AT or rng.random() < self.policy.retires:
            self._after(watch(setup, position, retire(position, car)), team)
            return f"{car.number} retire"
        number = rng.choice(self.cards.hands[team])
        self.cards.play(team, number)
        played = activate(rng, setup, position, car, kind_of(number, setup.ruleset), self.policy.liking)
        self._after(played.position, team)
        return move_text(played.move, short=False)

    def _after(self, position: Position, team: str) -> None:
        self.position = after_segment(self.setup, position, team)

    def _event(self) -> Iterator[str]:
        """The event of the turn. An event whose effect the record cannot state with certainty goes under the deck, and the
        next one is drawn. If none is left, the race stays unfinished."""
        for _ in range(len(EVENTS) * 2):
            before = self.cards.copy()
            resolved = self._resolved(self.cards.event(self.position.rain))
            if resolved is not None:
                text, outcome = resolved
                yield text
                self.position = after_event(self.setup, outcome)
                yield from self._colour(outcome)
                yield from self._shuffles()
                return
            self.cards = before
            self.cards.put_under()
        self.given_up = True

    def _colour(self, outcome: EventOutcome) -> Iterator[str]:
        """The markers of a car that got one in a colour that a reading leaves open: no other line shows which colour it
        was."""
        for number in outcome.colours:
            car = self.position.car(number)
            if car is not None and car.status == RACING:
                yield f"check {number} wear {' '.join(car.wear)}"

    def _resolved(self, id: str) -> tuple[str, EventOutcome] | None:
        """The line of an event and its outcome, with a Team Bar if it has to decide and with the players' choices; None if no
        line can express the event."""
        draw, bar_text = Draw(id, cars=self._volunteers(id)), ""
        hits, bar_decides = possible_hits(self.setup, self.position, draw)
        if bar_decides:
            bar, bar_text = self._bar()
            draw = replace(draw, bar=bar)
            hits, _ = possible_hits(self.setup, self.position, draw)
        hits = [draw.cars] if len(hits) == 1 else list(dict.fromkeys(hits))
        if len(hits) > 1 and draw.event == "tight":
            # The event may choose a car without a blue marker, and then nothing happens to it (tight-no-blue).
            hits += [(car.number,) for car in self.position.cars if car.status == RACING]
        self.rng.shuffle(hits)
        for cars in hits:
            judged = judge_event(self.setup, self.position, replace(draw, cars=cars))
            if len(judged.outcomes) == 1:
                outcome = self.rng.choice(coloured(judged.outcomes[0]))
                written = f": {' '.join(map(str, cars))}" if cars else ""
                line = f"event {EVENTS[id].name}{f' {bar_text}' if bar_text else ''}{written}"
                return line, outcome
        return None

    def _volunteers(self, id: str) -> tuple[int, ...]:
        """The cars that players choose, in seat order, for events that leave the choice to each player."""
        if id not in ("overcast", "sun-on-the-track"):
            return ()
        chosen = []
        for team in self.setup.teams:
            own = [car for car in self.position.cars if car.team == team.colour and car.status == RACING]
            if id == "overcast":
                own = [car for car in own if "black" in car.wear] if self.rng.random() < 0.9 else []
            if own:
                chosen.append(self.rng.choice(own).number)
        return tuple(chosen)

    def _pits(self) -> Iterator[str]:
        """Who pits, once around from the First Player (TA-9.1)."""
        pits: list[Pitting] = []
        for team in seats_from(self.setup, self.position.first):
            wanted = [
                self._pitting(car) for car in self.position.cars if car.team == team and self._wants(car)
            ]
            self.rng.shuffle(wanted)
            while wanted and not can_pit(self.setup, self.position, (*pits, *wanted)):
                wanted.pop()
            pits += wanted
        judged = judge_pits(self.setup, self.position, tuple(pits))
        if pits:
            yield f"pit {' '.join(map(_pit_text, pits))}"
        elif self.rng.random() < 0.3:
            yield "pit none"
        self.position = close_turn(self.setup, self.position, judged.position)

    def _pitting(self, car: Car) -> Pitting:
        """A car that pits, and the markers it keeps if the rules leave a choice (variable-pit-markers)."""
        free = variable(self.setup) and self.position.flag == "yellow"
        if not free or self.setup.ruleset.readings["variable-pit-markers"] == "all":
            return Pitting(car.number)
        able = [colour for colour in car.wear if colour in COSTLY]
        kept = tuple(sorted(self.rng.sample(able, self.rng.randint(0, len(able)))))
        return Pitting(car.number, kept or None)

    def _wants(self, car: Car) -> bool:
        if car.status != RACING or car.on_apron:
            return False
        removable = sum(colour in TEMPORARY_WEAR for colour in car.wear)
        return removable >= self.policy.pits_from and self.rng.random() < self.policy.pits

    def _discards(self) -> Iterator[str]:
        for team in (team.colour for team in self.setup.teams):
            hand = self.cards.hands.get(team, [])
            if not hand or self.rng.random() >= self.policy.discards:
                continue
            gone = self.rng.sample(hand, self.rng.randint(1, len(hand)))
            for number in gone:
                self.cards.play(team, number)
            names = ", ".join(card_text(kind_of(number, self.setup.ruleset)) for number in gone)
            roll = self.rng.random()
            if roll < 0.4:
                yield f"discard {team} {names}"
            elif roll < 0.7:
                yield f"discard {team} ?{len(gone)}"

    def _result(self) -> Iterator[str]:
        """The places and points, in the form that a league publishes."""
        if self.position.step != OVER:
            return
        counted = score(self.setup, entries(self.setup, self.position))
        yield ""
        if won(self.position):
            order = sorted((car.place, car.number) for car in self.position.cars if car.place is not None)
            yield f"check places {' '.join(str(number) for _, number in order)}"
        if counted is not None:
            yield f"result {' '.join(f'{team} {points}' for team, points in counted.team_points.items())}"


def _pit_text(pitting: Pitting) -> str:
    """`25`, or `25 keeps blue gray`."""
    return f"{pitting.car} keeps {' '.join(pitting.keeps)}" if pitting.keeps else str(pitting.car)
