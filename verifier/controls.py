"""Questions with controls: a planted difference must be found, and identical inputs must show none. Otherwise no answer
counts."""

from collections.abc import Callable, Iterable, Iterator

from model.values import value
from verifier.second import FOUND, GAVE_UP, PROVED, Checked
from verifier.solving.session import GaveUpError
from verifier.solving.witness import Search

CONTROLS = "controls"


@value
class Control:
    """A question with a known answer: `planted` must find something, `same` must prove that there is nothing. A witness is a text
    about what was found."""

    planted_name: str
    planted: Callable[[], Search[str]]
    same_name: str
    same: Callable[[], Search[str]]


def controlled(questions: Callable[[], Iterable[Checked]], control: Control, bound: str) -> Iterator[Checked]:
    """The answers and both controls. If a control fails or hits a limit, only that is reported."""
    known = (
        (control.planted_name, control.planted, FOUND, "what was planted was not found"),
        (control.same_name, control.same, PROVED, "something was found where there is nothing"),
    )
    lines = []
    try:
        for name, ask, wanted, wrong in known:
            search = ask()
            outcome = PROVED if search.witness is None else FOUND
            if outcome != wanted or (outcome == PROVED and not search.complete):
                fact = f"{wrong}: this leaves its part uncontrolled"
                yield Checked(CONTROLS, name, outcome, bound, fact, wanted, control=True)
                return
            fact = "nothing is found" if outcome == PROVED else search.witness or "found"
            lines.append(Checked(CONTROLS, name, outcome, bound, fact, wanted, control=True))
        yield from questions()
    except GaveUpError as error:
        fact = f"limit: {error.limit}; this leaves its part uncontrolled"
        yield Checked(CONTROLS, name, GAVE_UP, bound, fact, control=True)
        return
    yield from lines
