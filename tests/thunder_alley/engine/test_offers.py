"""What is offered: the step that is due, and among the choices the line that was played."""

import pytest

from tests.thunder_alley.race.races import setting
from verifier.replay import Options, verify
from verifier.stepping import Step
from verifier.thunder_alley.engine.offers import offers
from verifier.thunder_alley.simulate import simulate

DUE = {
    "activation": ("segment", "car"),
    "retire": ("segment", "retire"),
    "pass": ("segment", "pass"),
    "event": ("event", "event"),
}
"""Kind of a line -> what is due before it, and the kind of choice that it makes."""


def steps(number: int) -> list[Step]:
    [report] = verify(simulate(setting(number)), options=Options(steps=True))
    return [step for step in report.steps if step.statement.kind in (*DUE, "pit")]


@pytest.mark.parametrize("number", (4, 5, 15))
def test_what_was_played_was_offered(number: int) -> None:
    seen = set()
    for step in steps(number):
        before, words = step.before, [leaf.text for leaf in step.statement.node.leaves()]
        if before.position is None:
            continue
        offer = offers(before.setup, before.standing)
        assert offer is not None
        if step.statement.kind == "pit":
            assert offer.due == "pits" and offer.choices[0].kind == "done"
            continue
        due, kind = DUE[step.statement.kind]
        seen.add(kind)
        assert offer.due == due
        chosen = [choice for choice in offer.choices if choice.kind == kind]
        assert kind == "event" or words[0] in [choice.word for choice in chosen]
        if kind == "car":
            [car] = [choice for choice in chosen if choice.word == words[0]]
            assert car.then is not None and len(car.then().choices) > 20
    assert "car" in seen


def test_nothing_is_due_once_the_race_is_over() -> None:
    [report] = verify(simulate(setting(5)))
    table = report.table
    assert offers(table.setup, table.standing) is None
