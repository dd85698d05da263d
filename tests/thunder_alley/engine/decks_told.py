"""Passes stories of tiny decks to the code under test."""

from collections.abc import Sequence
from random import Random

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from tests.thunder_alley.engine.decks_probes import Moment, Origin, Probe
from tests.thunder_alley.engine.decks_search import NAMES, Cards, Fact, Shape, true_story
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks import (
    Decks,
    Joined,
    discarded,
    fill_hands,
    play,
    reshuffled,
    resumed,
    start,
    told_hand,
    turned_up,
)
from verifier.thunder_alley.engine.decks_stock import Stock


def joined(
    full: bool,
    turn: int | None = None,
    event_drawn: bool = False,
    racing: int = 0,
    played: tuple[str, ...] = (),
    grid_cards: int = 1,
    won: bool = False,
    rain: bool = False,
) -> Joined:
    """A race joined in progress, with nothing else recorded."""
    return Joined(full, turn, event_drawn, racing, played, grid_cards, won, rain)


def tiny(counts: Cards, teams: int, hand: int, source: str = "discards") -> Decks:
    """A race about to begin with these numbers of cards by kind."""
    ids = tuple(NAMES[: len(counts)])
    ruleset = with_changes(DATA, default_ruleset(DATA), {"reshuffle-source": source})
    stock = Stock(ids, ids, counts, sum(counts))
    return start([f"T{seat}" for seat in range(teams)], hand, ruleset, stock=stock)


def tell(decks: Decks, fact: Fact) -> Decks | Breach:
    """The decks after a fact."""
    word, *rest = fact
    match word:
        case "fill":
            return fill_hands(decks, None if rest[0] is None else f"T{rest[0]}")
        case "play":
            return play(decks, f"T{rest[0]}", rest[1])  # type: ignore[arg-type]
        case "bar":
            return turned_up(decks, rest[0])  # type: ignore[arg-type]
        case "hand":
            return told_hand(decks, f"T{rest[0]}", rest[1], rest[2])  # type: ignore[arg-type]
        case "discard":
            return discarded(decks, f"T{rest[0]}", rest[1], rest[2])  # type: ignore[arg-type]
        case "bar?":
            return turned_up(decks, None, sure=False)
        case _:
            return reshuffled(decks, "race", ending=rest == ["fill"], bar_due=rest == ["bar"])


def counted(facts: Sequence[Fact], decks: Decks) -> int | None:
    """The number of the first refused fact, or None."""
    for number, fact in enumerate(facts):
        found = tell(decks, fact)
        if isinstance(found, Breach):
            return number
        decks = found
    return None


def fits_later(shape: Shape, seed: int, *, full: bool) -> bool:
    """Whether a record that begins in the second turn, with full hands or after a play, accepts the story."""
    counts, teams, hand, turns = shape
    facts = list(true_story(Random(seed), counts, teams, hand, turns))
    second = [place for place, fact in enumerate(facts) if fact[0] == "fill"][1]
    decks = resumed(tiny(counts, teams, hand), joined(full=full))
    return counted(facts[second + (1 if full else 3) :], decks) is None


def fits_less_certain(shape: Shape, seed: int) -> bool:
    """Whether the story is accepted when it is unknown who drew first and whether a Team Bar was turned up, and the last hand may
    lack discards."""
    counts, teams, hand, turns = shape
    decks = tiny(counts, teams, hand)
    for fact in true_story(Random(seed), counts, teams, hand, turns):
        found: Decks | Breach
        if fact[0] == "fill":
            found = fill_hands(decks)
        elif fact == ("bar", None):
            found = turned_up(decks, None, sure=False)
        elif fact[0] == "hand" and len(decks.turn.stories[int(str(fact[1]))]) >= hand - 1:
            found = told_hand(decks, f"T{fact[1]}", fact[2], fact[3], ending=True)  # type: ignore[arg-type]
        elif fact == ("reshuffle",):
            found = reshuffled(decks, "race", bar_due=True)
        else:
            found = tell(decks, fact)
        if isinstance(found, Breach):
            return False
        decks = found
    return True


def probed(told: Sequence[Moment], decks: Decks) -> int | None:
    """The number of impossible probes that are accepted; None if a possible one is refused."""
    missed = 0
    for moment in told:
        after = tell(decks, moment.fact)
        if isinstance(after, Breach):
            return None
        decks = after
        for probe in moment.probes:
            found = _missed(decks, probe)
            if found is None:
                return None
            missed += found
    return missed


def _missed(decks: Decks, probe: Probe) -> int | None:
    after = tell(decks, probe.fact)
    if isinstance(after, Breach):
        return None if probe.fits else 0
    if not probe.fits:
        return 1
    below = [_missed(after, one) for one in probe.then]
    return None if None in below else sum(one for one in below if one is not None)


def taken_up(shape: Shape, origin: Origin) -> Decks:
    """The decks before a story of this origin."""
    counts, teams, hand, _ = shape
    if origin in ("full", "vague"):
        return resumed(tiny(counts, teams, hand), joined(full=origin == "full"))
    return tiny(counts, teams, hand, "all-cards" if origin.endswith("swept") else "discards")
