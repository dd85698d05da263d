"""What a game answers to one line of a record, and where that stands."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, final

from model.values import value
from verifier.findings import Finding

if TYPE_CHECKING:
    from verifier.heading import Overrides


@value
class Where:
    """The file as findings name it, and the folder that relative paths in its records start from. `tracks` are folders in which
    tracks and boards are looked for as well, `overrides` what a command line puts in place of header lines: it holds for records
    that a record names, too."""

    file: str
    folder: Path
    tracks: tuple[Path, ...] = ()
    overrides: "Overrides | None" = None


class Told(Protocol):
    """What happened in a line, put into words when somebody asks for it: few lines of a record are ever told."""

    def sentence(self) -> str:
        """What happened, for `--trace`: lower case, no full stop; empty where there is nothing to tell."""

    def applied(self) -> tuple[str, ...]:
        """The ids of the rules that were at work in the line and were kept, each once."""


@final
class Untold:
    """A line in which nothing happened, and no rule was at work."""

    def sentence(self) -> str:
        return ""

    def applied(self) -> tuple[str, ...]:
        return ()


UNTOLD = Untold()


@value
class Answer:
    """What a game says to one line: its own table after it, and what there is to say.

    `judged` is False for a line of a kind that the game does not judge yet, or that leaves something open (`?`): the replay then
    reports the line as undetermined, by name, unless there are findings that do. `follow` says whether later lines can be
    judged from `table`; None leaves that to the replay: they can if the line was judged and there are no findings. A line
    that is not judged but moves nothing (a discard) has `follow=True`, and so has a `position` block that contradicts the table
    and replaces it.
    `others` are further tables that the line can have led to, where something was not written down: all of them are followed.
    `told` says what happened, when it is asked. `consulted` are the rulings asked.
    """

    table: Any
    findings: tuple[Finding, ...] = ()
    told: Told = UNTOLD
    judged: bool = True
    follow: bool | None = None
    consulted: tuple[str, ...] = ()
    others: tuple[Any, ...] = ()
