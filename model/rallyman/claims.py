"""What a record claims: a value of a car, of the last turn, of the position or of the times."""

from model.values import value

Claimed = str | int | bool | tuple[str, ...] | None


@value
class Claim:
    """One claim. `driver` is the one whose car or turn it is about; empty for the position as a whole.

    `about` is a field of `Car` or `split T1` (None: there is no split); `ahead` (the driver arrived before the one named);
    `card`, `symbols` or `loss` of the last turn; `time` of the stage (None: out); `order`, `next`, `turn` (the number of the
    round), `begins` (the round with this number is about to begin), `dirt K1`, `winner` or `places`. Of a rally also `total` (so
    far), `result` (at the end), `over` (after this many stages) and `start` (the starting order of the coming stage).
    """

    about: str
    value: Claimed
    driver: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The drivers that the claim names, in order."""
        return self.value if isinstance(self.value, tuple) else ()
