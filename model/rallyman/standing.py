"""What decides later lines: the position, and what else lines can ask for."""

from model.rallyman.position import Position
from model.values import value


@value
class LastTurn:
    """What later lines can assert of the turn just played: the gear card taken (`-`: none), the rule by which control was
    lost or the driver eliminated (empty: control was kept), and the symbols that count."""

    driver: str
    card: str
    loss: str = ""
    symbols: int = 0


@value
class Standing:
    """Everything in a stage that decides later lines: the table, and the turn just played if there was one."""

    position: Position
    last: LastTurn | None = None


EMPTY = Standing(Position(0, (), (), None))
"""Nothing stands anywhere yet."""
