"""Questions with controls: a planted difference must be found, and identical inputs must show none. Otherwise no answer
counts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from verifier.second import FOUND, GAVE_UP, PROVED, Checked
from verifier.solving.session import GaveUpError
from verifier.solving.witness import NoControlError, Search, with_controls

CONTROLS = "controls"


@dataclass(frozen=True, slots=True)
class Control:
    """A question with a known answer: `planted` must find something, `same` must prove that there is nothing."""

    planted_name: str
    planted: Callable[[], Search[str]]
    same_name: str
    same: Callable[[], Search[str]]


def controlled(questions: Callable[[], Iterable[Checked]], control: Control, bound: str) -> Iterator[Checked]:
    """The answers and both controls. If a control fails or hits a limit, only that is reported."""
    found: list[Search[str]] = []

    def planted() -> Search[str]:
        found.append(control.planted())
        return found[-1]

    try:
        yield from with_controls(lambda: list(questions()), planted, control.same)
    except NoControlError as error:
        bad = found[-1].witness is None
        name, wanted = (control.planted_name, FOUND) if bad else (control.same_name, PROVED)
        outcome = PROVED if bad else FOUND
        fact = f"{error}: this leaves its part uncontrolled"
        yield Checked(CONTROLS, name, outcome, bound, fact, wanted, control=True)
        return
    except GaveUpError as error:
        name = control.same_name if found else control.planted_name
        fact = f"limit: {error.limit}; this leaves its part uncontrolled"
        yield Checked(CONTROLS, name, GAVE_UP, bound, fact, control=True)
        return
    fact = found[-1].witness or ""
    yield Checked(CONTROLS, control.planted_name, FOUND, bound, fact, FOUND, control=True)
    yield Checked(CONTROLS, control.same_name, PROVED, bound, "nothing is found", PROVED, control=True)
