"""The reports of both judges about a line, apart from the resulting position."""

from verifier.judging import Effect


class Struck:
    """The effects of an event that hit these cars."""

    def __init__(self, hit: tuple[int, ...], rules: tuple[str, ...] = ()) -> None:
        self.hit, self._rules = hit, rules

    def __call__(self) -> tuple[Effect, ...]:
        return (Effect(self._rules),)
