"""What a line says of the outcome of its turn, held against the outcome by the spec: the card, and the fields after `>`."""

from collections.abc import Iterator

from model.rallyman.moves import UNKNOWN
from model.rallyman.position import Position, Setup
from verifier.findings import Breach, Finding
from verifier.rallyman.notation.read import Written
from verifier.rallyman.spec import Judgement
from verifier.rallyman.spec.at_work import at_work
from verifier.rallyman.spec.effects import effects
from verifier.rallyman.spec.next_position import card_of
from verifier.rallyman.table.fields import differing, read_fields
from verifier.rallyman.table.terms import Speaker


def claim_findings(
    setup: Setup, position: Position, written: Written, judgement: Judgement, speaker: Speaker
) -> list[Finding]:
    """What a line asserts of its legal turn and is not so, in the order of the line. Raises `NotationError` for a field that
    means nothing."""
    return list(_wrong(setup, position, written, judgement, speaker))


def _wrong(
    setup: Setup, position: Position, written: Written, judgement: Judgement, speaker: Speaker
) -> Iterator[Finding]:
    turn, after = written.turn, judgement.positions[0]
    driven = judgement.driven[0] if judgement.driven else None
    card, rules = card_of(setup, position, turn, driven), at_work(setup, position, turn, driven)
    if turn.card not in (None, UNKNOWN, card):
        rule = "RM-7.5" if card.endswith("b") else "RM-12.8" if driven is None else "RM-4.11"
        fact = f"the card taken is {card}, not {turn.card}"
        yield speaker.breaches("claim", written.words["card"], (Breach(rule, fact),))
    said = read_fields(written.checks, setup.stage.index)
    places = effects(setup, position, after, turn, driven)["space"]
    for one, breaches in differing(setup, after, after.car(turn.driver), said, rules, places):
        yield speaker.breaches("claim", one.span, breaches)
