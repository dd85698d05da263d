"""Findings about false claims. The comparison gives the fact; the spec, if the table asks it, gives the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator

from grammar.syntax import Span
from model.great_race.claims import RULES, Claim, last_change, seen_by
from model.great_race.moves import UNKNOWN
from model.great_race.position import Position, Stack
from model.great_race.standing import Standing
from model.values import replace, value
from verifier.findings import Breach, Finding
from verifier.great_race.lines.facts import Said, wrong_facts
from verifier.great_race.lines.terms import Speaker, Table
from verifier.judging import Judgement
from verifier.words import counted


@value
class Denied:
    """A false claim, with the words for what holds."""

    span: Span
    claim: Claim
    fact: str


def refuted(table: Table, denied: Iterable[Denied], speaker: Speaker) -> tuple[Finding, ...]:
    """The findings about false claims. If the spec finds one possible, the finding is that the judges differ."""
    return tuple(_finding(table, one, speaker) for one in denied)


def _finding(table: Table, denied: Denied, speaker: Speaker) -> Finding:
    judgement = _refutation(table, denied.claim)
    if judgement.legal:
        return speaker.differ(denied.span, denied.fact)
    breaches = judgement.breaches or (Breach(_rule(table, denied.claim), ""),)
    return speaker.breaches("claim", denied.span, tuple(replace(one, fact=denied.fact) for one in breaches))


def _refutation(table: Table, claim: Claim) -> Judgement[Standing]:
    """What the spec answers to a claim; nothing if the table does not ask it."""
    if table.refute is None or table.standing is None or table.setup is None:
        return Judgement()
    setup = table.unasked().setup
    assert setup is not None
    decided = last_change(table.past, table.standing, claim)
    if decided is None:
        return table.refute(setup, table.standing, None, claim)
    return table.refute(setup, decided.before, decided.decision, claim)


def _rule(table: Table, claim: Claim) -> str:
    """The rule of the last effect of the last line that set the fact, else the general one."""
    rules = [
        one.rules[0]
        for one in table.effects()
        if one.rules and (one.who, one.what.partition(" ")[0]) == (claim.player, claim.what)
    ]
    return rules[-1] if rules else RULES[claim.what]


# The claims of a check or a block


def player_denied(table: Table, name: str, said: Iterable[Said]) -> Iterator[Denied]:
    """The false claims about a player."""
    assert table.standing is not None and table.setup is not None
    player = table.standing.position.player(name)
    said = list(said)
    for one, words in wrong_facts(player, said):
        yield Denied(one.span, Claim(one.name, one.value, name), words)
    for one in said:
        named = tuple(card for card in one.cards or () if card != UNKNOWN)
        if not named or player.cards != one.value:
            continue
        yield from hidden_denied(
            table, Claim("hand", named, name), f"{name} cannot hold {' '.join(named)}", one.span
        )


def hidden_denied(table: Table, claim: Claim, words: str, span: Span) -> Iterator[Denied]:
    """A false claim about cards in a hand, the deck or the discards."""
    assert table.standing is not None and table.setup is not None
    seen = seen_by(claim)
    if seen is not None and not table.door.can_be(table.setup, table.standing, seen):
        yield Denied(span, claim, words)


def bag_denied(position: Position, said: int | dict[str, int], span: Span) -> Iterator[Denied]:
    """A false number of tiles in the bag, or false kinds, where those are known."""
    total = said if isinstance(said, int) else sum(said.values())
    there = {kind: count for kind, count in position.bag if count}
    if position.in_bag is not None and total != position.in_bag:
        yield Denied(span, Claim("in_bag", total), f"the bag has {counted(position.in_bag, 'tile')}")
    elif isinstance(said, dict) and sum(there.values()) == position.in_bag and +Counter(said) != there:
        words = " ".join(f"{kind} {count}" for kind, count in there.items())
        yield Denied(span, Claim("bag", tuple(said)), f"the bag has {words}")


def order_denied(position: Position, said: Stack, span: Span) -> Iterator[Denied]:
    """A false turn order."""
    if said != position.order:
        yield Denied(span, Claim("order", said), f"the turn order is {' '.join(position.order)}")


def level_denied(position: Position, level: int, said: Stack, span: Span) -> Iterator[Denied]:
    """False markers on a level of the progress track."""
    there = dict(position.track).get(level, ())
    if said != there:
        words = f"level {level} has {' '.join(there) or 'no marker'}"
        yield Denied(span, Claim(f"level {level}", said), words)


def tile_denied(position: Position, space: str, said: str | None, span: Span) -> Iterator[Denied]:
    """A false tile on a space."""
    there = position.tile(space)
    if there != said and UNKNOWN not in (there, said):
        yield Denied(span, Claim(f"tiles {space}", said), f"{space} has {there or 'no tile'}")


def pile_denied(position: Position, about: str, said: Stack, span: Span) -> Iterator[Denied]:
    """False tiles out of the game (`removed`), or cards on show (`display`)."""
    there: Stack = getattr(position, about)
    if UNKNOWN not in (*there, *said) and sorted(there) != sorted(said):
        words = {"removed": "tiles out of the game", "display": "cards on show"}[about]
        yield Denied(span, Claim(about, said), f"{words}: {' '.join(there) or 'none'}")


def phase_denied(position: Position, about: str, said: str | int, span: Span) -> Iterator[Denied]:
    """A false turn, phase, or player who acts next."""
    there = getattr(position, about)
    if there != said:
        subject = {"turn": "the turn", "phase": "the phase", "next": "the player who acts next"}[about]
        words = "no player acts next" if there is None else f"{subject} is {there}"
        yield Denied(span, Claim(about, said), words)
