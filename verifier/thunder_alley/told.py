"""What both judges report about a line besides the resulting position."""


class Kept:
    """A line with nothing to describe except the rules it kept."""

    def __init__(self, rules: tuple[str, ...] = ()) -> None:
        self._rules = rules

    def sentence(self) -> str:
        return ""

    def applied(self) -> tuple[str, ...]:
        return self._rules


class Struck(Kept):
    """An event that hit these cars."""

    def __init__(self, hit: tuple[int, ...], rules: tuple[str, ...] = ()) -> None:
        super().__init__(rules)
        self.hit = hit
