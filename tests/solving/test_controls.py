"""An answer counts only if its controls pass."""

from collections.abc import Callable

from verifier.rulesets.checking import FOUND, GAVE_UP, PROVED, Checked, Found, control, guarded
from verifier.solving.session import GaveUpError

ANSWER = Checked("about", "a question", PROVED, "a bound", "a fact")

Find = Callable[[], Found | None]


def there() -> Found | None:
    return Found("it")


def nothing() -> Found | None:
    return None


def limited() -> Found | None:
    raise GaveUpError("steps")


def answers(planted: Find, same: Find) -> list[tuple[str, str, str]]:
    controls = control("planted", "a bound", planted), control("same", "a bound", same, PROVED)
    return [(one.name, one.outcome, one.fact) for one in guarded([ANSWER], controls)]


def test_answers_come_with_their_controls() -> None:
    assert answers(there, nothing) == [
        ("a question", PROVED, "a fact"),
        ("planted", FOUND, "it"),
        ("same", PROVED, "nothing is found"),
    ]


def test_a_control_that_fails_is_reported_alone() -> None:
    not_found = "what was planted was not found: this leaves its part uncontrolled"
    assert answers(nothing, nothing) == [("planted", PROVED, not_found)]
    assert answers(there, there) == [("same", FOUND, "it: this leaves its part uncontrolled")]


def test_a_control_at_a_limit_is_reported_alone() -> None:
    fact = "limit: steps: this leaves its part uncontrolled"
    assert answers(limited, nothing) == [("planted", GAVE_UP, fact)]
    assert answers(there, limited) == [("same", GAVE_UP, fact)]
