"""Passes stories of tiny decks to the code under test."""

from collections.abc import Callable, Sequence
from random import Random

from tests.cards.probes import Moment, Origin, Probe
from tests.cards.search import NAMES, Cards, Fact, Shape, true_story
from verifier.cards.counting import Count, begin
from verifier.cards.known import Beginning, Clash, Deal, Filled, Held, Left, Shuffled, Turned
from verifier.cards.known import Fact as Told


class Table:
    """The count of a tiny deck, and who has discarded in this turn; the others may discard any cards at its end."""

    def __init__(self, count: Count, thrown: frozenset[str] = frozenset()) -> None:
        self.count, self.thrown = count, thrown

    def told(self, *facts: Told, thrown: frozenset[str] | None = None) -> "Table | None":
        """The count after these facts; None if they are refused."""
        count = self.count
        for fact in facts:
            found = count.tell(fact)
            if isinstance(found, Clash):
                return None
            count = found
        return Table(count, self.thrown if thrown is None else thrown)

    def filled(self, first: object = None, *, shuffled: bool = False) -> "Table | None":
        """The count at the next draw."""
        holders = self.count.deal.holders
        gone = [Left(holder, (), None) for holder in holders if holder not in self.thrown]
        who = None if first is None else f"T{first}"
        return self.told(*gone, Filled(who, shuffled), thrown=frozenset())


def tiny(counts: Cards, teams: int, hand: int, source: str = "discards") -> Table:
    """A race about to begin with these numbers of cards by kind."""
    return Table(begin(deal(counts, teams, hand, source), Beginning()))


def deal(counts: Cards, teams: int, hand: int, source: str = "discards") -> Deal:
    """These numbers of cards by kind."""
    holders = tuple(f"T{seat}" for seat in range(teams))
    printed = dict(zip(NAMES, counts, strict=False))
    return Deal(holders, hand, printed, sum(counts), swept=lambda: source == "all-cards")


def joined(counts: Cards, teams: int, hand: int, *, full: bool) -> Table:
    """A race joined in progress, with nothing known but that hands are full, or have no more cards than that."""
    hands = (hand if full else 0, hand)
    out = (0, sum(counts))
    return Table(begin(deal(counts, teams, hand), Beginning(out, hands, shuffled=True)))


def tell(table: Table, fact: Fact) -> Table | None:
    """The count after a fact; None if it is refused."""
    word, *rest = fact
    match word:
        case "fill":
            return table.filled(rest[0])
        case "play":
            return table.told(Left(f"T{rest[0]}", (_card(rest[1]),)))
        case "bar":
            return table.told(Turned(_card(rest[0])))
        case "bar?":
            return table.told(Turned(sure=False))
        case "hand":
            return table.told(Held(f"T{rest[0]}", _cards(rest[1]), rest[2]))  # type: ignore[arg-type]
        case "discard":
            team = f"T{rest[0]}"
            left = Left(team, _cards(rest[1]), rest[2])  # type: ignore[arg-type]
            return table.told(left, thrown=table.thrown | {team})
    return table.told(Shuffled())


def _card(name: object) -> tuple[str, ...]:
    return () if name is None else (str(name),)


def _cards(names: object) -> tuple[tuple[str, ...], ...]:
    return tuple((name,) for name in names)  # type: ignore[attr-defined]


def counted(facts: Sequence[Fact], table: Table) -> int | None:
    """The number of the first refused fact, or None."""
    for number, fact in enumerate(facts):
        found = tell(table, fact)
        if found is None:
            return number
        table = found
    return None


def fits_later(shape: Shape, seed: int, *, full: bool) -> bool:
    """Whether a record that begins in the second turn, with full hands or after a play, accepts the story."""
    counts, teams, hand, turns = shape
    facts = list(true_story(Random(seed), counts, teams, hand, turns))
    second = [place for place, fact in enumerate(facts) if fact[0] == "fill"][1]
    return counted(facts[second + (1 if full else 3) :], joined(counts, teams, hand, full=full)) is None


def fits_less_certain(shape: Shape, seed: int) -> bool:
    """Whether the story is accepted when it is unknown who drew first and whether a Team Bar was turned up."""
    counts, teams, hand, turns = shape
    table = tiny(counts, teams, hand)
    for fact in true_story(Random(seed), counts, teams, hand, turns):
        found: Table | None
        if fact[0] == "fill":
            found = table.filled()
        elif fact == ("bar", None):
            found = table.told(Turned(sure=False))
        else:
            found = tell(table, fact)
        if found is None:
            return False
        table = found
    return True


def probed(told: Sequence[Moment], table: Table) -> int | None:
    """The number of impossible probes that are accepted; None if a possible one is refused."""
    missed = 0
    for moment in told:
        after = tell(table, moment.fact)
        if after is None:
            return None
        table = after
        for probe in moment.probes:
            found = _missed(table, probe)
            if found is None:
                return None
            missed += found
    return missed


def _missed(table: Table, probe: Probe) -> int | None:
    if probe.fact[0] == "reshuffle" and len(probe.fact) > 1:
        return _missed_before(table, probe)
    after = tell(table, probe.fact)
    if after is None:
        return None if probe.fits else 0
    return 1 if not probe.fits else _missed_after(probe, lambda one: _missed(after, one))


def _missed_before(table: Table, probe: Probe) -> int | None:
    """A shuffle that is written before the draw or the Team Bar that required it."""

    def below(one: Probe) -> int | None:
        word, card = one.fact[0], one.fact[1]
        then = (
            table.told(Turned(_card(card), shuffled=True))
            if word == "bar"
            else table.filled(card, shuffled=True)
        )
        if then is None:
            return None if one.fits else 0
        return 1 if not one.fits else _missed_after(one, lambda last: _missed(then, last))

    ahead = table.told(Turned(shuffled=True)) if probe.fact[1] == "bar" else table.filled(shuffled=True)
    if ahead is None:
        return None if probe.fits else 0
    return 1 if not probe.fits else _missed_after(probe, below)


def _missed_after(probe: Probe, below: Callable[[Probe], int | None]) -> int | None:
    found = [below(one) for one in probe.then]
    return None if None in found else sum(one for one in found if one is not None)


def taken_up(shape: Shape, origin: Origin) -> Table:
    """The count before a story of this origin."""
    counts, teams, hand, _ = shape
    if origin in ("full", "vague"):
        return joined(counts, teams, hand, full=origin == "full")
    return tiny(counts, teams, hand, "all-cards" if origin.endswith("swept") else "discards")
