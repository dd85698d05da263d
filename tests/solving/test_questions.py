"""Questions: their answers, the open facts, and the rules that a claim breaks."""

import pytest

from verifier.solving import questions
from verifier.solving.circuit import FALSE
from verifier.solving.questions import Question
from verifier.solving.session import NoAnswerError


def _colours(*claims: str) -> Question:
    """Two neighbours, each red, blue or green: never the same (A); the second is not red (B)."""
    question = Question()
    one = question.choice("one", ["red", "blue", "green"])
    two = question.choice("two", ["red", "blue", "green"])
    for colour in one.values:
        question.rule("A", -question.circuit.both(one.is_(colour), two.is_(colour)))
    question.rule("B", -two.is_("red"))
    for choice, claimed in zip((one, two), claims, strict=False):
        question.claim(choice.is_(claimed))
    return question


def test_all_answers_in_the_order_of_the_values() -> None:
    question = _colours()
    one, two = question._choices
    found = question.judge(lambda answer: (answer[one], answer[two]))
    assert found.outcomes == (("red", "blue"), ("red", "green"), ("blue", "green"), ("green", "blue"))
    assert found.open == ("one", "two") and found.legal
    with pytest.raises(ValueError, match="4 outcomes"):
        _ = found.outcome


def test_each_broken_rule_is_named() -> None:
    assert _colours("red", "red").broken() == (("A", "B"), ())
    assert _colours("blue", "blue").judge(str).rules == ("A",)
    assert _colours("red", "blue").judge(lambda answer: 0).outcome == 0


def test_rules_that_clash_only_together() -> None:
    question = Question()
    one, two = question.flag("one"), question.flag("two")
    question.rule("A", question.circuit.implies(one, two))
    question.rule("B", -two)
    question.claim(one)
    judgement = question.judge(str)
    assert judgement.broken == () and judgement.together == (("A", "B"),) and judgement.rules == ("A", "B")


def test_hidden_values_do_not_multiply_answers() -> None:
    question = Question()
    question.flag("hidden", hidden=True)
    shown = question.flag("shown")
    assert question.judge(lambda answer: answer.holds(shown)).outcomes == (True, False)


def test_contradictions_are_no_answers() -> None:
    question = Question()
    question.rule("A", FALSE)
    with pytest.raises(NoAnswerError):
        question.judge(str)


def test_claims_of_a_lower_stage_are_judged_first() -> None:
    question = Question()
    one, two = question.flag("one"), question.flag("two")
    question.rule("A", -one)
    question.rule("B", -two)
    question.claim(one)
    question.claim(two, stage=1)
    assert question.broken() == (("A",), ())


def test_numbers() -> None:
    question = Question()
    bits = question.number("n", 3)
    question.given(bits[0])
    question.rule("A", -bits[2])
    assert question.judge(lambda answer: answer.number(bits)).outcomes == (3, 1)


def test_not_all_outcomes_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_ANSWERS", 3)
    question = Question()
    choice = question.choice("n", range(4))
    judgement = question.judge(lambda answer: answer[choice])
    assert len(judgement.outcomes) == 3 and not judgement.complete
    question.claim(choice.is_(3))
    assert question.judge(lambda answer: answer[choice]).outcome == 3
