"""Any moment in the middle of any activation: a spec state in which as much as possible is left open.

The constraints on the state hold before every step, and the invariants prove that they hold after every legal step. One step
therefore covers activations of any length.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, Card, cards_of
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import at_least
from verifier.thunder_alley.spec.decisions import FreeChoices, Lanes
from verifier.thunder_alley.spec.play import DRAFT, LEAD, SOLO, Edges, Play, State
from verifier.thunder_alley.spec.steps import open_kinds


def most_mps(cards: Mapping[str, Card]) -> int:
    """The most MPs that a card gives."""
    return max(max(card.speed, card.pit_speed) for card in cards.values())


def slowest_exit(cards: Mapping[str, Card]) -> int:
    """The fewest MPs of a car that is still on the apron: it has made no step, and wear does not slow it."""
    return min(card.pit_speed for card in cards.values())


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of movement: the movement type with the card's own text, or with `pit` the way out of the pits."""

    movement: str
    text: str | None = None
    pit: bool = False

    @property
    def name(self) -> str:
        if self.pit:
            return "leaving the pits"
        return self.text or self.movement


@dataclass(frozen=True, slots=True)
class Anywhere:
    """A movement in a state before some step, and the constraints on that state (`facts`)."""

    play: Play
    state: State
    facts: tuple[Bit, ...]

    @property
    def circuit(self) -> Circuit:
        return self.play.circuit

    def occupied(self, space: int) -> Bit:
        """A car stands in the space."""
        standing = self.circuit.both(self.state.at[space], self.state.exited)
        return self.circuit.either(standing, self.state.others[space])

    def free_choices(self) -> tuple[FreeChoices, Bit]:
        """An open decision for one step, and the constraints on its variables."""
        choices = FreeChoices(self.circuit, Lanes(self.circuit, "lane"), 1, open_kinds(self.play), "kind")
        return choices, choices.allowed


def movements() -> Iterator[Kind]:
    """All movements: plain ones first, then those with a card's own text, then leaving the pits."""
    pairs = {(card.movement, card.text) for card in CARDS.values()}
    yield from (Kind(*pair) for pair in sorted(pairs, key=lambda pair: (pair[1] is not None, pair)))
    yield Kind(SOLO, pit=True)


def anywhere(ruleset: Ruleset, track: Track, kind: Kind) -> Anywhere:
    """Any moment of a movement on a ring with any number of cars, provided that one sector is empty."""
    circuit, cards = Circuit(), cards_of(ruleset)
    play = Play(circuit, track, ruleset, kind.movement, kind.text, most_mps(cards), pit=kind.pit)
    spaces = range(len(track.spaces))

    def per_space(name: str) -> dict[int, Bit]:
        return {space: circuit.variable(f"{name} {track.spaces[space]}") for space in spaces}

    at, others, entered = per_space("at"), per_space("other"), per_space("entered")
    mps = tuple(circuit.variable(f"{amount} MPs") for amount in range(most_mps(cards) + 1))
    exited = circuit.variable("has left the pits") if play.pit else TRUE
    forward = circuit.variable("went forward")
    facts = [circuit.exactly_one(list(at.values())), circuit.exactly_one(mps)]
    if play.pit:
        beside = circuit.any(bit for space, bit in at.items() if track.inside[space] < 0)
        nothing_done = (
            beside,
            at_least(circuit, mps, slowest_exit(cards)),
            -forward,
            -circuit.any(entered.values()),
        )
        facts.append(circuit.either(exited, circuit.all(nothing_done)))
    followers: Mapping[int, Bit] = {}
    path: Edges = {}
    if play.follows:
        path = _links(circuit, track, sideways=play.movement == LEAD)
        followers = {
            space: circuit.any(bit for (start, _), bit in path.items() if start == space) for space in spaces
        }
        facts += _one_line(circuit, track, path, at, followers)
    state = State(
        at,
        others,
        mps,
        entered,
        forward=forward,
        linked=circuit.variable("linked") if play.line else FALSE,
        aside=circuit.variable("not by a forward step"),
        diagonal=circuit.variable("went diagonally") if play.text == "slingshot" else FALSE,
        exited=exited,
        followers=followers,
        path=path,
    )
    moment = Anywhere(play, state, ())
    facts += granted(play, state)
    facts.append(
        circuit.any(
            circuit.all(-moment.occupied(space) for space in spaces if track.sector[space] == sector)
            for sector in track.sectors
        )
    )
    return Anywhere(play, state, tuple(fact for fact in facts if fact != TRUE))


def granted(play: Play, state: State) -> Iterator[Bit]:
    """The assumptions about a moment, in addition to these: the active car has a space and MPs, and its followers form one line.
    They hold again after every legal step."""
    circuit, track = play.circuit, play.track
    for space, bit in state.at.items():
        yield -circuit.all((bit, state.others.get(space, FALSE), state.exited))
    for space, bit in state.followers.items():
        yield circuit.implies(bit, state.others.get(space, FALSE))
    if play.movement == DRAFT:
        yield circuit.implies(circuit.any(state.followers.values()), state.linked)
    if play.line and not _may_start_linked(play):
        yield circuit.implies(state.linked, state.forward)
    yield from _only_behind(circuit, track, state)


def _may_start_linked(play: Play) -> bool:
    """Whether a car can be part of a line before its first step (`draft-start-linked-lateral`, `pursuit-initial-lateral`)."""
    if play.movement == DRAFT:
        return play.reads("draft-start-linked-lateral", "lateral-forbidden")
    return play.reads("pursuit-initial-lateral", "linked-from-start")


def _only_behind(circuit: Circuit, track: Track, state: State) -> Iterator[Bit]:
    """The car has visited only its own sector and, behind it, as many sectors as it has spent MPs."""
    size, most = len(track.sectors), len(state.mps) - 1
    place = {sector: number for number, sector in enumerate(track.sectors)}
    for space, stands in state.at.items():
        been: dict[int, list[Bit]] = {}
        for other, was in state.entered.items():
            been.setdefault((place[track.sector[space]] - place[track.sector[other]]) % size, []).append(was)
        for behind, bits in been.items():
            if behind:
                spent = -at_least(circuit, state.mps, most - behind + 1) if behind <= most else FALSE
                yield circuit.implies(circuit.both(stands, circuit.any(bits)), spent)


def _links(circuit: Circuit, track: Track, *, sideways: bool) -> dict[tuple[int, int], Bit]:
    """Possible followers: links from each space to those ahead, and with Lead also to those next to it, where a leader may
    have gone."""
    ways = [(space, ahead) for space in range(len(track.spaces)) for ahead in track.ahead[space]]
    if sideways:
        for space in range(len(track.spaces)):
            ways += [(space, beside) for beside in (track.inside[space], track.outside[space]) if beside >= 0]
    names = track.spaces
    return {(start, end): circuit.variable(f"{names[start]} follows {names[end]}") for start, end in ways}


def _one_line(
    circuit: Circuit, track: Track, path: Edges, at: Mapping[int, Bit], followers: Mapping[int, Bit]
) -> Iterator[Bit]:
    """The followers form one line that ends at the active car. The line cannot be a circle: not around the ring, since a
    sector is empty, and not within a sector, since no two cars there follow each other."""
    for space in range(len(track.spaces)):
        yield circuit.at_most_one([bit for (start, _), bit in path.items() if start == space])
        yield circuit.at_most_one([bit for (_, end), bit in path.items() if end == space])
    for (start, end), bit in path.items():
        yield circuit.implies(bit, circuit.either(at[end], followers[end]))
        back = path.get((end, start))
        if back is not None and start < end:
            yield -circuit.both(bit, back)
