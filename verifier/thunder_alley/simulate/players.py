"""The players of a simulated race: they choose at random, by a policy, from what the engine offers. They deal the cards too."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from model.thunder_alley.cards import CARDS, EVENTS
from model.thunder_alley.facts import TEAMS, TEMPORARY_WEAR
from model.thunder_alley.moves import (
    FORWARD,
    Activation,
    Decision,
    Draw,
    Event,
    Grid,
    NewTurn,
    Pass,
    PitStops,
    Retire,
)
from model.thunder_alley.position import RACING, Position, Setup
from model.thunder_alley.standing import Standing
from model.values import value
from verifier.driving import by_chance
from verifier.judging import Outcome
from verifier.offers import Choice, Offer
from verifier.thunder_alley.engine.grid import hand_size
from verifier.thunder_alley.engine.turn import seats_from
from verifier.thunder_alley.lines.text import card_text, event_text, move_text, pit_text
from verifier.thunder_alley.simulate.cards import Cards, bar_of, kind_of


@value
class Policy:
    """How players decide: the weights of a step ahead and of a bump (any other step weighs 1), how often they retire a car or use
    a lost one as a pass, at how many markers and how likely they pit a car, how often they discard cards."""

    ahead: float
    bump: float
    retires: float
    passes: float
    pits_from: int
    pits: float
    discards: float


POLICIES = {
    "plausible": Policy(8.0, 0.02, 0.002, 0.6, 2, 0.7, 0.3),
    "wild": Policy(1.0, 1.0, 0.03, 0.5, 0, 0.3, 0.5),
}
"""`plausible` drives forward, pits worn cars and keeps its cars in the race; `wild` does anything legal."""

USES_OVERCAST = 0.9

Chosen = Choice[Decision]


class Players:
    """All players of a race, and its decks."""

    def __init__(self, rng: Random, policy: Policy, setup: Setup) -> None:
        self.rng, self.policy, self.setup = rng, policy, setup
        self.cards = Cards(rng, hand_size(setup.ruleset, len(setup.teams[0].cars)), setup.ruleset)
        self.cards.shuffle_all()
        self.names_bars = rng.random() < 0.5
        self.tells_shuffles = rng.random() < 0.5
        self.position = Position(())
        self.asked: set[str] = set()
        self.turned: list[int] = []

    def order(self, offer: Offer[Decision]) -> Iterator[Chosen]:
        """The choices in the order in which the players try them; chance has them in the order of its cards."""
        match offer.due:
            case "bar":
                return self._bar(offer.choices)
            case "event":
                return self._event(offer.choices)
            case "pits":
                return self._pits(offer.choices)
        return by_chance(self.rng, offer.choices, self._weights(offer))

    def _weights(self, offer: Offer[Decision]) -> list[float]:
        policy, choices = self.policy, offer.choices
        kinds = [choice.kind for choice in choices]
        if offer.due == "segment":
            racing = len({choice.word for choice in choices if choice.kind != "pass"})
            passes = policy.passes / (1 - policy.passes) * racing / max(1, kinds.count("pass"))
            able = {choice.word for choice in choices if choice.kind == "car"}
            weight = {"car": 1 - policy.retires, "retire": policy.retires, "pass": passes if racing else 1.0}
            return [
                weight[choice.kind] if choice.word in able or choice.kind == "pass" else 1.0
                for choice in choices
            ]
        if offer.due == "card":
            held = [kind_of(number, self.setup.ruleset) for number in self.cards.hands[offer.who]]
            return [float(held.count(choice.word)) for choice in choices]
        if offer.due == "step":
            steps = {FORWARD: policy.ahead}
            found = [
                policy.bump if choice.word.endswith("!") else steps.get(choice.word, 1.0)
                for choice in choices
            ]
            on = sum(weight for kind, weight in zip(kinds, found, strict=True) if kind == "step") or 1.0
            stops = on / max(1, kinds.count("stop"))
            return [stops if kind == "stop" else weight for kind, weight in zip(kinds, found, strict=True)]
        if offer.due == "volunteer" and "none" in kinds and len(kinds) > 1:
            uses = USES_OVERCAST / (len(kinds) - 1)
            return [1 - USES_OVERCAST if kind == "none" else uses for kind in kinds]
        return [1.0] * len(choices)

    def _bar(self, choices: Sequence[Chosen]) -> Iterator[Chosen]:
        """The next colour of the Team Bar; before the first one a card is turned up."""
        read = len(TEAMS) - sum(choice.kind == "colour" for choice in choices)
        if not read:
            self.turned.append(self.cards.turn_up())
        wanted = bar_of(self.turned[-1])[read]
        return (choice for choice in choices if choice.word == wanted)

    def _event(self, choices: Sequence[Chosen]) -> Iterator[Chosen]:
        """The next event of the deck. One whose effect no line could write with certainty goes under the deck."""
        for _ in range(len(EVENTS) * 2):
            before = self.cards.copy()
            self.turned.clear()
            id = self.cards.event(self.position.rain)
            yield next(choice for choice in choices if choice.word == id)
            self.cards = before
            self.cards.put_under()

    def _pits(self, choices: Sequence[Chosen]) -> Iterator[Chosen]:
        """The choices to try, in order: each car that its owner wants to pit, with the markers it keeps;
        then the next player."""
        ways: dict[str, list[Chosen]] = {}
        for choice in choices:
            if choice.kind == "car":
                ways.setdefault(choice.word.split()[0], []).append(choice)
        for number in self.rng.sample(list(ways), len(ways)):
            if number not in self.asked:
                self.asked.add(number)
                if self._wants(int(number)):
                    yield self.rng.choice(ways[number])
        yield from (choice for choice in choices if choice.kind == "done")

    def _wants(self, number: int) -> bool:
        car = self.position.car(number)
        removable = sum(colour in TEMPORARY_WEAR for colour in car.wear) if car is not None else 0
        return removable >= self.policy.pits_from and self.rng.random() < self.policy.pits

    def _discards(self) -> Iterator[str]:
        """What players discard, as far as they announce it."""
        if "TA-3.5.6" in self.setup.ruleset.left_out:
            return
        for team in self.setup.colours:
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

    def lines(
        self, before: Standing, decision: Decision, outcomes: Sequence[Outcome[Standing]]
    ) -> tuple[Iterable[str], Standing]:
        """The lines that write a decision, and the race after it."""
        after = self.rng.choice(outcomes).position if len(outcomes) > 1 else outcomes[0].position
        self.position = after.position
        written = [*self._written(before, decision), *self._colours(outcomes)]
        self.asked.clear()
        if isinstance(decision, Grid):
            written += [*self._shuffles(), "", "turn 1"]
        if isinstance(decision, Grid | NewTurn):
            self.cards.fill(seats_from(self.setup, self.position.first))
        return [*written, *self._shuffles()], after

    def _written(self, before: Standing, decision: Decision) -> Iterator[str]:
        match decision:
            case Grid():
                for number, bar in zip(self.turned, decision.bars, strict=True):
                    yield f"bar {self._bar_text(number, bar)}"
                yield f"grid {' '.join(map(str, decision.cars))}"
            case Activation() | Pass() | Retire():
                if isinstance(decision, Activation):
                    self._play(before.position, decision)
                yield move_text(decision, short=False)
            case Event():
                yield self._event_text(decision.draw)
            case PitStops():
                if decision.cars:
                    yield f"pit {' '.join(map(pit_text, decision.cars))}"
                elif self.rng.random() < 0.3:
                    yield "pit none"
            case NewTurn():
                yield from self._discards()
                yield ""
                yield f"turn {decision.number}"

    def _play(self, position: Position, move: Activation) -> None:
        car = position.known_car(move.car)
        hand = self.cards.hands[car.team]
        self.cards.play(car.team, next(n for n in hand if kind_of(n, self.setup.ruleset) == move.card))

    def _bar_text(self, number: int, bar: tuple[str, ...]) -> str:
        card = f'"{CARDS[kind_of(number, self.setup.ruleset)].name}" ' if self.names_bars else ""
        return f"{card}{' '.join(bar)}"

    def _event_text(self, draw: Draw | None) -> str:
        assert draw is not None
        bar = self._bar_text(self.turned[-1], draw.bar) if draw.bar is not None else ""
        return event_text(draw.event, bar, draw.cars)

    def _colours(self, outcomes: Sequence[Outcome[Standing]]) -> Iterator[str]:
        """The markers of the cars in which the outcomes differ: no other line shows their colours."""
        for car in self.position.cars:
            there = {one.position.position.car(car.number) for one in outcomes}
            if len(there) > 1 and car.status == RACING:
                yield f"check {car.number} wear {' '.join(car.wear)}"

    def _shuffles(self) -> list[str]:
        found = [f"reshuffle {pile}" for pile in self.cards.shuffled if self.tells_shuffles]
        self.cards.shuffled.clear()
        return found
