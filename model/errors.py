"""Errors in facts that are read."""

from model.values import value


@value
class Problem:
    """One thing wrong with a data file or a block: the place and what to do about it."""

    what: str
    where: str = ""
    help: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" ({self.help})" if self.help else ""
        return f"{place}{self.what}{advice}"


class ModelError(Exception):
    """Facts that cannot be used; `problems` holds every problem, in order."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(*problems)

    def __str__(self) -> str:
        return "; ".join(map(str, self.problems))
