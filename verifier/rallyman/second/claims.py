"""What a line says of the outcome of its turn, held against the outcome by the spec: the card, and the fields after `>`."""

from collections.abc import Iterator

from model.rallyman.facts import DATA
from model.rallyman.moves import UNKNOWN
from model.rallyman.position import Position, Setup
from model.rules import load_rules
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.rallyman.notation.read import Written
from verifier.rallyman.second.cards_told import wrong_card
from verifier.rallyman.second.effects_told import effect
from verifier.rallyman.second.record.said import OUTCOMES, Played, denied_outcome
from verifier.rallyman.spec import Judgement
from verifier.rallyman.spec.at_work import at_work
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.effects import effects
from verifier.rallyman.spec.start import opening
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
        breach = wrong_card(setup, position, after, turn, driven)
        yield speaker.breaches("claim", written.words["card"], (breach,))
    said = read_fields(written.checks, setup.stage.index)
    places = effects(setup, position, after, turn, driven)["space"]
    for one in said:
        if one.name in OUTCOMES:
            if broken := denied_outcome(Played(turn, driven, card), one.name, one.value):
                breach = Breach(broken[0], f"`{one.name}` is not {one.value}")
                yield speaker.breaches("claim", one.span, (breach,))
            continue
        for _, breaches in differing(setup, after, after.car(turn.driver), (one,), rules, places):
            told = (
                replace(breach, reason=effect(setup, position, after, turn, driven, breach.rule))
                for breach in breaches
            )
            yield speaker.breaches("claim", one.span, tuple(told))


def round_findings(setup: Setup, position: Position, written: Written, speaker: Speaker) -> list[Finding]:
    """The round of a line, if it is not the one that is played (RM-3.5, RM-3.6). Where nobody drives any more none is: there the
    turn breaks RM-13.1, whatever its number."""
    counted = written.round is not None and position.next is not None
    if not counted or written.round is None or int(written.round.text[1:]) == position.turn:
        return []
    rule = "RM-3.5" if opening(setup, position) else "RM-3.6"
    fact = f"round {position.turn} is played, not {int(written.round.text[1:])}"
    reason = (
        f"{position.next} plays next, in round {position.turn}"
        if position.next
        else load_rules(DATA).short(rule)
    )
    return [speaker.breaches("illegal", written.round.span, (Breach(rule, fact, reason),))]
