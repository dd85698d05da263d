"""The players of a simulated game: they choose at random, by a policy, from what the engine offers. Chance is theirs too."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from model.great_race.board import Board
from model.great_race.moves import Bonus, Decision, Display, Order, Turn
from model.great_race.moves import Sequence as Acts
from model.great_race.position import Player, Setup
from model.great_race.standing import Standing
from model.values import value
from verifier.driving import by_chance
from verifier.great_race.engine.door import judge
from verifier.great_race.engine.offered import Chosen, Offered
from verifier.great_race.lines.facts import player_text
from verifier.great_race.lines.write import line_text
from verifier.great_race.simulate.cards import Cards
from verifier.great_race.simulate.naming import Naming
from verifier.judging import Outcome
from verifier.offers import Offer


@value
class Policy:
    """How players decide: how much a place that is nearer to the finish weighs, and farther away; the weight of a blind step, of
    stopping on the way, and of passing; how likely they counter a card of somebody else."""

    nearer: float
    farther: float
    blind: float
    stops: float
    passes: float
    counters: float


POLICIES = {
    "plausible": Policy(8.0, 0.1, 0.6, 0.3, 0.05, 0.5),
    "wild": Policy(2.0, 0.5, 1.0, 0.3, 0.4, 0.3),
}

ZONES = ((2, 4, 3, 1, 0.2, 0.1), (0.1, 1, 4, 4, 2, 0.3), (4, 2, 0.4, 0.1, 0.1, 0.1), (3, 4, 2, 1, 0.3, 0.2))
POOR = (
    (1, 1, 0.2, 0.1, 0.1, 0.1),
    (1, 4, 2, 0.5, 0.1, 0.1),
    (4, 2, 0.2, 0.1, 0.1, 0.1),
    (0.2, 1, 3, 6, 6, 4),
)
"""How much each number of assistants weighs in the zones X, M, S and T; and for a player who cannot pay for a repair."""

LOW, FULL = 3, 6
"""Gauges below which a player cares for them, and up to which fuel is usually bought."""

STATES = 0.4
"""The chance that a result of the maintenance, and the state of the players after a turn, is stated."""


class Players:
    """All players of a game, with its deck and its bag."""

    def __init__(self, rng: Random, policy: Policy, setup: Setup, begun: Standing) -> None:
        self.rng, self.policy, self.setup = rng, policy, setup
        self.cards = Cards(setup, f"{rng.random()}")
        self.naming = Naming(rng)
        self.seen = len(begun.cards)
        self.announced, self.stated = False, set[str]()
        self.far = distances(setup.board, setup.finish)

    def order(self, offer: Offer[Decision]) -> Iterator[Chosen]:
        """The choices in the order in which the players try them; chance has them in the order of its cards."""
        assert isinstance(offer, Offered)
        cards = self.cards.after(offer.standing.cards[self.seen :])
        return by_chance(self.rng, offer.choices, self._weights(offer, cards)) if cards else iter(())

    def _weights(self, offer: Offered, cards: Cards) -> list[float]:
        weigh = _Weights(self, offer, cards)
        by_due: dict[str, Callable[[Chosen], float]] = {
            "camp": weigh.camp,
            "planning": weigh.planned,
            "convoy": weigh.act,
            "convoy-over": weigh.maintained,
            "shown": lambda choice: choice.kind == "end" or choice.word == cards.top(),
            "act": weigh.act,
            "drive": weigh.moved,
            "tile": weigh.tile,
            "pay": weigh.paid,
            "put": weigh.put,
            "repair": weigh.repaired,
            "react": weigh.reacted,
            "discard": lambda choice: weigh.held("Jerrycan" if choice.kind == "jerrycan" else choice.word),
            "drop": lambda choice: weigh.drawn(choice.word),
        }
        return [float(by_due.get(offer.due, _even)(choice)) for choice in offer.choices]

    def lines(
        self, before: Standing, decision: Decision, outcomes: Sequence[Outcome[Standing]]
    ) -> tuple[Iterable[str], Standing]:
        """The lines of a decision, in which some hidden cards are named; and where it leads."""
        (outcome,) = outcomes
        self.cards.follow(outcome.position.cards[self.seen :])
        told = self.naming.named(decision, iter(self.cards.drawn))
        after = outcome.position
        if told != decision:
            after = judge(self.setup, before, told).outcomes[0].position
        self.seen = len(after.cards)
        return [*self._before(before, decision), line_text(told), *self._behind(after, decision)], after

    def _before(self, before: Standing, decision: Decision) -> Iterator[str]:
        """What stands before the line of a decision: the state of the players after a turn."""
        match decision:
            case Order():
                self.stated.add("order")
            case Bonus(player):
                self.stated.add(player)
            case Display():
                self.announced = False
                self.stated.clear()
            case Turn():
                self.announced = True
                if before.position.turn > 1 or before.position.phase != "camp":
                    for one in before.position.players:
                        if self.rng.random() < STATES:
                            yield self._check(one)
                yield ""

    def _behind(self, after: Standing, decision: Decision) -> Iterator[str]:
        if isinstance(decision, Acts) and self.rng.random() < STATES / 4:
            yield self._check(after.position.player(decision.player))

    def _check(self, player: Player) -> str:
        """The state of a player, as a `check` line with all or some cards of the hand."""
        hand = sorted(self.cards.hands[player.name])
        known = self.rng.choice((0, 0, len(hand)))
        name, place, *facts = player_text(player, (*hand[:known], *["?"] * (len(hand) - known))).split(" ")
        return " ".join(("check", name, "at", place, *facts))


@value
class _Weights:
    """How much each choice of an offer weighs. `cards` are the cards as they lie when it is made."""

    players: Players
    offer: Offered
    cards: Cards

    def _me(self) -> Player:
        return self.offer.standing.position.player(self.offer.who)

    def held(self, card: str) -> int:
        """How many cards of a kind the player who decides holds."""
        return self.cards.held(self.offer.who)[card]

    def drawn(self, card: str) -> int:
        """How many cards of a kind the last draw had."""
        return self.cards.drawn[-1].count(card)

    def _interrupt(self, choice: Chosen) -> float:
        player = self.offer.standing.position.player(choice.word)
        useful = self.cards.held(choice.word)["Jerrycan"] and (player.fuel or 0) < 8
        return 0.02 if useful else 0

    def camp(self, choice: Chosen) -> float:
        """The turn is announced before the display; a card is taken."""
        players, rng = self.players, self.players.rng
        match choice.kind:
            case "interrupt":
                return self._interrupt(choice)
            case "turn":
                return not players.announced
            case "order" | "bonus":
                said = (choice.word or "order") in players.stated
                return 0 if players.announced or said or rng.random() > STATES else 50
            case "display":
                return players.announced
        return 1

    def planned(self, choice: Chosen) -> float:
        """A plan: pilots and explorers come first."""
        if choice.kind == "interrupt":
            return self._interrupt(choice)
        name, *counts = choice.word.split(" ")
        player, weight = self.offer.standing.position.player(name), 1.0
        poor = min(player.engine or 0, player.chassis or 0) < LOW and (player.money or 0) < 80
        for weights, count in zip(POOR if poor else ZONES, counts, strict=True):
            weight *= weights[int(count)]
        return weight

    def maintained(self, choice: Chosen) -> float:
        """What the maintenance gives is stated now and then."""
        if choice.kind == "interrupt":
            return self._interrupt(choice)
        return 1 if choice.kind == "turn" else STATES / 2

    def act(self, choice: Chosen) -> float:
        """The acts of a sequence."""
        if choice.kind == "interrupt":
            return self._interrupt(choice)
        if choice.kind == "pass" or not self.offer.who:
            return self.players.policy.passes
        me = self._me()
        fuel, engine, chassis, money = (level or 0 for level in (me.fuel, me.engine, me.chassis, me.money))
        match choice.kind:
            case "buy":
                levels = int(choice.word)
                return levels / (3 if fuel + levels <= FULL and engine else 500)
            case "play":
                return 0.4 * self.held(choice.word)
            case "drive":
                return 4 if fuel and engine else 0.01
            case "repair":
                parts = self.held("SparePart") + self.held("Toolbox") or money >= 40
                return 5 / (1 + min(engine, chassis)) if parts and min(engine, chassis) < LOW else 0.02
            case "scout":
                return 1.5
            case "clear":
                return 0.02 / sum(other.kind == "clear" for other in self.offer.choices)
        return 0.5

    def moved(self, choice: Chosen) -> float:
        """Where a drive goes."""
        policy, me = self.players.policy, self._me()
        match choice.kind:
            case "stop":
                return policy.stops
            case "stay":
                return 0.02
            case "jerrycan":
                return 0 if not self.held("Jerrycan") else 2 if not me.fuel else 0.02
        place, _, transports = choice.word.partition(" ")
        if int(transports or 0) > self.held("Transport"):
            return 0
        far = self.players.far
        weight = 1.0
        if far[place] != far[me.place]:
            weight = policy.nearer if far[place] < far[me.place] else policy.farther
        return weight * (policy.blind if choice.kind == "blind" else 1)

    def tile(self, choice: Chosen) -> float:
        """A tile of the bag."""
        return dict(self.offer.standing.position.bag).get(choice.word, 0) or 0.01

    def paid(self, choice: Chosen) -> float:
        """How a step is paid: both gauges are spared."""
        if choice.kind == "late":
            back = any(other.kind == "back" for other in self.offer.choices)
            return (5 if back else 0.02) * bool(self.held("Jerrycan"))
        words = Counter(choice.word.split(" ")[:-2])
        if (words["card"] and not self.held("Escort")) or (words["guide"] and not self.held("Guide")):
            return 0
        me, (engine, chassis) = self._me(), map(int, (choice.word or "0 0").split(" ")[-2:])
        left = ((me.engine or 0) - engine) * ((me.chassis or 0) - chassis + 1)
        return (0.1 + left) * (2 if words else 1)

    def put(self, choice: Chosen) -> float:
        """Where a tile is placed: towards the finish."""
        far = self.players.far
        nearest = min(far[one.word.split("@")[1]] for one in self.offer.choices)
        return float(0.3 ** (far[choice.word.split("@")[1]] - nearest))

    def repaired(self, choice: Chosen) -> float:
        """The parts of a repair."""
        if choice.kind in ("SparePart", "Toolbox"):
            return 3 * self.held(choice.kind)
        return 0.02 if choice.kind == "stay" else 1

    def reacted(self, choice: Chosen) -> float:
        """Whether a danger card is countered, by others than its player."""
        if choice.kind == "none":
            return 1
        name, means = choice.word.split(" ")
        own = self.cards.laid[name]
        able = means != "card" or self.cards.held(name)["Escort"]
        return self.players.policy.counters if able and not own else 0


def _even(choice: Chosen) -> float:
    return 1


def distances(board: Board, finish: str) -> dict[str, int]:
    """How many steps each place is from the finish, by land and by lines."""
    found, waiting = {finish: 0}, [finish]
    for here in waiting:
        lines = (board.other_end(line, here) for line in board.lines_from(here))
        for place in (*board.index[here].near, *lines):
            if place not in found:
                found[place] = found[here] + 1
                waiting.append(place)
    return found
