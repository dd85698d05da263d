"""The cards that a decision draws, and the decision with some of them named."""

from collections.abc import Callable

from model.great_race.moves import NOT_FORCED, Act, Decision, Draw, Drive, Play, Search, Sequence
from model.values import replace, value

Cards = tuple[str, ...]


@value
class Drawn:
    """A draw: the cards that are kept, what they are drawn for, and the cards that go at once. `unsaid`: a record may leave the
    draw out."""

    cards: Cards
    source: str
    dropped: Cards = ()
    unsaid: bool = False


Name = Callable[[Drawn], Cards | None]


def draws(decision: Decision) -> list[Drawn]:
    """The draws of a decision, in their order."""
    found: list[Drawn] = []

    def note(drawn: Drawn) -> Cards:
        found.append(drawn)
        return drawn.cards

    named(decision, note)
    return found


def named(decision: Decision, name: Name) -> Decision:
    """The decision with other cards in its draws, one after the other; None leaves out a draw that may be unsaid."""
    if isinstance(decision, Sequence):
        return replace(decision, acts=tuple(_act(act, name) for act in decision.acts))
    return decision


def _act(act: Act, name: Name) -> Act:
    match act:
        case Draw(card, forced):
            [card] = name(Drawn((card,), "explorer")) or (card,)
            return Draw(card, forced)
        case Drive():
            return _drive(act, name)
        case Play(use=Drive() as use):
            return replace(act, use=_drive(use, name))
        case Play(use=Search(kept, dropped) as use):
            return replace(act, use=replace(use, kept=name(Drawn(kept, act.card, dropped)) or kept))
    return act


def _drive(drive: Drive, name: Name) -> Drive:
    steps = (
        step
        if step.drawn is None
        else replace(step, drawn=name(Drawn(step.drawn, step.to, unsaid=step.forced == NOT_FORCED)))
        for step in drive.steps
    )
    return replace(drive, steps=tuple(steps))
