"""An answer counts only if its controls pass."""

from verifier.checking import FOUND, GAVE_UP, PROVED, Checked, Control, controlled
from verifier.solving.session import GaveUpError
from verifier.solving.witness import Search

ANSWER = Checked("about", "a question", PROVED, "a bound", "a fact")


def there() -> Search[str]:
    return Search("it")


def none() -> Search[str]:
    return Search(None)


def outcomes(control: Control) -> list[tuple[str, str]]:
    return [(one.name, one.outcome) for one in controlled(lambda: [ANSWER], control, "a bound")]


def test_answers_come_with_their_controls() -> None:
    passed = [("a question", PROVED), ("planted", FOUND), ("same", PROVED)]
    assert outcomes(Control("planted", there, "same", none)) == passed


def test_a_control_that_fails_is_reported_alone() -> None:
    assert outcomes(Control("planted", none, "same", none)) == [("planted", PROVED)]
    assert outcomes(Control("planted", there, "same", there)) == [("same", FOUND)]
    unproved = Control("planted", there, "same", lambda: Search(None, complete=False))
    assert outcomes(unproved) == [("same", PROVED)]


def test_a_control_at_a_limit_is_reported_alone() -> None:
    def limited() -> Search[str]:
        raise GaveUpError("steps")

    assert outcomes(Control("planted", limited, "same", none)) == [("planted", GAVE_UP)]
    assert outcomes(Control("planted", there, "same", limited)) == [("same", GAVE_UP)]
