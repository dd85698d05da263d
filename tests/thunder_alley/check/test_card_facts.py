"""`diff` shows what each changed fact of a card does, by a record that both rulesets decide differently."""

from itertools import product

import pytest

from model.card_facts import CardFact, load_card_facts
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from verifier.records.replay import Options, verify
from verifier.rulesets.diffing import Comparison, Difference

PRINTED = default_ruleset(DATA)
FACTS = load_card_facts(DATA)


def others(fact: CardFact) -> list[str]:
    """One more and one less, or another word."""
    if fact.words:
        return [next(word for word in fact.words if word != fact.value)]
    assert isinstance(fact.value, int)
    return [str(number) for number in (fact.value - 1, fact.value + 1) if fact.min <= number]


def answer(first: Ruleset, second: Ruleset) -> Difference:
    """The answer about the only change."""
    compared = Comparison("thunder-alley", first, second)
    [change] = compared.changes
    return compared.answer(change)


def test_each_fact_of_each_card_has_a_witness() -> None:
    for fact in FACTS.values():
        for given in others(fact)[-1:]:
            one = answer(PRINTED, with_changes(DATA, PRINTED, parameters={fact.name: given}))
            assert one.outcome == "witness", fact.name


NAMES = ("charge.speed", "slingshot.pit-speed", "dirty-air.wear", "top-gear.movement", "inside-line.count")
EVENTS = ("rain.count", "overcast.flag", "debris-caution.count", "blown-engine.flag")


@pytest.mark.parametrize(("name", "back"), list(product((*NAMES, *EVENTS), (False, True))))
def test_a_witness_is_decided_as_it_says(name: str, back: bool) -> None:
    """From the printed value and back, by both judges."""
    for given in others(FACTS[name]):
        pair = PRINTED, with_changes(DATA, PRINTED, parameters={name: given})
        one = answer(*(reversed(pair) if back else pair))
        assert one.causes == (one.change,)
        lines = one.record
        house = "\n".join([*lines[:2], f"set {name} = {given}", *lines[2:]])
        verdicts = [
            verify("\n".join(lines), options=Options(both=True))[0],
            verify(house, options=Options(both=True))[0],
        ]
        assert {report.verdict for report in verdicts} == {"legal", "illegal"}
        assert not any(report.both and report.both.findings for report in verdicts)
