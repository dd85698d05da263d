"""What a record claims, and what holds."""

from model.great_race.facts import GAUGES
from model.great_race.moves import Decision, Drive, Hit, Play, Power, Sequence, Spaces
from model.great_race.position import Assistants
from model.great_race.seen import DECK, DISCARDS, Counted, Held
from model.great_race.standing import Standing
from model.values import value

RULES = {
    "place": "GR-12.1",
    "fuel": "GR-11.1",
    "engine": "GR-11.1",
    "chassis": "GR-11.1",
    "money": "GR-1.6",
    "cards": "GR-11.6",
    "hand": "GR-25.2",
    "left": "GR-6.5",
    "passed": "GR-6.6",
    "finished": "GR-18.1",
    "broken": "GR-11.5",
    "used": "GR-22.2",
    "turn": "GR-3.1",
    "phase": "GR-3.1",
    "next": "GR-6.1",
    "order": "GR-17.1",
    "level": "GR-16.2",
    "tiles": "GR-7.2",
    "deck": "GR-25.2",
    "discards": "GR-25.2",
    "bag": "GR-1.3",
    "in_bag": "GR-1.3",
    "removed": "GR-9.4",
    "display": "GR-4.1",
    "winner": "GR-19.5",
    "points": "GR-19.2",
}
"""The rule that decides each fact in general. It is cited where no line has set the fact, or no judge knows which one did."""

Claimed = str | int | bool | Assistants | tuple[str, ...] | None


@value
class Claim:
    """One claim. `player` is the one it is about; empty for the position as a whole.

    `about` is a field of `Player`, `points` (the prestige), `hand` (cards in it), `deck` or `discards` (all cards there), a field
    of `Position`, `order`, `winner`, `level 7` (the markers there) or `tiles b3` (the tile there, None for no tile).
    """

    about: str
    value: Claimed
    player: str = ""

    @property
    def what(self) -> str:
        """The kind of fact, without the level or space."""
        return self.about.partition(" ")[0]


@value
class Decided:
    """A decision, and the standing before it."""

    before: Standing
    decision: Decision


def fact(standing: Standing, claim: Claim) -> Claimed:
    """The fact that a claim is about; None for one that is not known, or not yet."""
    position, ended, place = standing.position, standing.ended, claim.about.partition(" ")[2]
    found: Claimed
    match claim.what:
        case "level":
            return dict(position.track).get(int(place), ())
        case "tiles":
            return position.tile(place)
        case "winner":
            return ended.winners if ended is not None else None
        case "hand" | "deck" | "discards":
            return None
        case "points":
            return dict(ended.points).get(claim.player) if ended is not None else None
    found = getattr(position.player(claim.player) if claim.player else position, claim.what)
    return found


def seen_by(claim: Claim) -> Held | Counted | None:
    """A claim about hidden cards as something seen; None for other claims."""
    if claim.what not in ("hand", DECK, DISCARDS):
        return None
    assert isinstance(claim.value, tuple)
    cards = tuple(map(str, claim.value))
    return Held(claim.player, cards) if claim.what == "hand" else Counted(claim.what, cards)


def last_change(past: tuple[Decided, ...], standing: Standing, claim: Claim) -> Decided | None:
    """The last decision that set the fact of a claim or expressly left it; None if it was so from the start."""
    after = fact(standing, claim)
    for one in reversed(past):
        if fact(one.before, claim) != after or kept_by(one, claim):
            return one
    return None


def kept_by(decided: Decided, claim: Claim) -> str:
    """The rule by which a decision leaves a fact as it was although the claim expects a change; empty if none does."""
    sequence, place = decided.decision, claim.about.partition(" ")[2]
    if not isinstance(sequence, Sequence):
        return ""
    mine, of_gauge = claim.player == sequence.player, claim.what in GAUGES
    for act in reversed(sequence.acts):
        use = act.use if isinstance(act, Play | Power) else act
        if isinstance(act, Play) and act.reaction is not None:
            spared = isinstance(use, Hit) and of_gauge and use.victim == claim.player
            if spared or (isinstance(use, Spaces) and claim.what == "tiles" and place in use.spaces):
                return "GR-9.3"
        elif isinstance(use, Drive) and use.steps:
            if use.steps[-1].sent_back and mine and (of_gauge or claim.what == "place"):
                return "GR-12.11"
            was, said = fact(decided.before, claim) if claim.what == "level" else (), claim.value
            if isinstance(was, tuple) and isinstance(said, tuple) and sequence.player in was:
                return "GR-16.3" if {*was} == {*said} else ""
    return ""
