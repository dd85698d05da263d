"""What both judges report about a line besides the resulting position."""

from verifier.judging import ToldInWords


class Struck(ToldInWords):
    """An event that hit these cars."""

    def __init__(self, hit: tuple[int, ...], rules: tuple[str, ...] = ()) -> None:
        super().__init__("", rules)
        self.hit = hit
