"""Sessions, cores and enumeration, compared with counts by hand."""

from itertools import combinations

import pytest

from verifier.solving.circuit import FALSE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.enumerate import TooManyError, answers
from verifier.solving.session import GaveUpError, Limits, Session, line_label, rule_label, rule_of


def test_labels_name_the_rule_and_what_it_acts_on() -> None:
    assert rule_label("TA-6.7", "car 15") == "rule:TA-6.7[car 15]"
    assert line_label(14, "step 2") == "line:14[step 2]" and line_label(14) == "line:14"
    assert rule_of("rule:TA-6.7[car 15]") == rule_of("rule:TA-6.7") == "TA-6.7"


def test_a_rule_holds_only_where_it_is_named() -> None:
    circuit = Circuit()
    one, two = circuit.variable("one"), circuit.variable("two")
    session = Session(circuit, [circuit.either(one, two)], {"rule:A": -one, "rule:B": -two})
    assert session.fits() and session.fits(["rule:A"])
    assert session.true_variables() == [two]
    assert not session.fits(["rule:A", "rule:B"])
    assert session.clash() == ("rule:A", "rule:B")
    assert not session.fits(["rule:A"], [-two])
    assert session.fits(["rule:B"], [one])


def test_constant_facts_and_rules_are_seen() -> None:
    circuit = Circuit()
    assert not Session(circuit, [FALSE]).fits()
    session = Session(circuit, [], {"rule:never": FALSE})
    assert session.fits() and not session.fits(["rule:never"])


def test_all_answers_are_found_once() -> None:
    circuit = Circuit()
    bits = [circuit.variable(f"{place}") for place in range(4)]
    session = Session(circuit, [circuit.at_most_one(bits)], more=bits)
    found = sorted(tuple(true) for true in answers(session, bits))
    assert found == [(), *((bit,) for bit in bits)]
    assert not session.fits()
    again = Session(circuit, [circuit.at_most_one(bits)], more=bits)
    assert len(list(answers(again, bits[:1]))) == 2
    with pytest.raises(TooManyError):
        list(answers(Session(circuit, [], more=bits), bits, most=15))


def test_rules_broken_alone_and_together() -> None:
    circuit = Circuit()
    one, two, three = (circuit.variable(name) for name in "xyz")
    rules = {
        "rule:alone": -one,
        "rule:first": circuit.implies(one, two),
        "rule:second": circuit.implies(two, three),
        "rule:spare": circuit.either(two, -three),
        "rule:third": circuit.implies(three, -one),
    }
    found = cores(Session(circuit, [one], rules), list(rules))
    assert found.alone == ("rule:alone",)
    assert found.together == (("rule:first", "rule:second", "rule:third"),)
    assert cores(Session(circuit, [-one], rules), list(rules)).together == ()


def test_generic_labels_go_first() -> None:
    circuit = Circuit()
    one, two = circuit.variable("x"), circuit.variable("y")
    rules = {"rule:a": circuit.implies(one, two), "rule:b": -two, "rule:c": circuit.implies(one, -two)}
    session = Session(circuit, [one], rules)
    assert cores(session, list(rules), ["rule:b"]).together == (("rule:a", "rule:c"),)
    assert cores(session, list(rules), ["rule:c"]).together == (("rule:a", "rule:b"),)


def _pigeons(circuit: Circuit, holes: int) -> Bit:
    """One pigeon more than holes, each in a separate hole: impossible, and expensive to prove."""
    inside = [[circuit.variable(f"{p} in {h}") for h in range(holes)] for p in range(holes + 1)]
    clashes = (-circuit.both(a, b) for hole in zip(*inside, strict=True) for a, b in combinations(hole, 2))
    return circuit.all([*(circuit.any(pigeon) for pigeon in inside), *clashes])


@pytest.mark.parametrize(
    ("limits", "named"), [(Limits(steps=50_000), "steps"), (Limits(seconds=0.05), "seconds")]
)
def test_limits_are_named(limits: Limits, named: str) -> None:
    circuit = Circuit()
    session = Session(circuit, [_pigeons(circuit, 11)], limits=limits)
    with pytest.raises(GaveUpError) as caught:
        session.fits()
    assert caught.value.limit == named
