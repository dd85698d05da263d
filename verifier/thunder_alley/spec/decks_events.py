"""TA-3.5.2, TA-8.1: whether the events that were drawn can have come off one deck (notes `event-deck-exhausted`,
`rain-lap-condition`)."""

from collections import Counter
from collections.abc import Sequence

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.position import DISCARD, FINISHED, PITS, Position
from model.values import value
from verifier.solving.circuit import constant
from verifier.solving.questions import Judgement, Question


@value
class EventTurned:
    """An event (its id) is drawn; None for one that nobody noted."""

    event: str | None


@value
class EventsShuffled:
    """The events are said to have been shuffled when the last one was drawn."""


ToldOfEvents = EventTurned | EventsShuffled


def events_before(position: Position, turns: int) -> range | None:
    """How many events can have been drawn when so many turns have begun: one a turn, none after a car had finished (TA-3.5.2).
    None where the deck can have been shuffled since."""
    drawn = turns if position.step in (PITS, DISCARD) else turns - 1
    if drawn > _every():
        return None
    over = any(car.status == FINISHED for car in position.cars)
    return range(int(position.rain) if over else drawn, drawn + 1)


def _every() -> int:
    """All events."""
    return sum(event.count for event in EVENTS.values())


def event_deck_fits(told: Sequence[ToldOfEvents], before: int = 0, *, rain: bool = False) -> Judgement[int]:
    """Whether these events can have come so after `before` others, of which it is known at most whether a first Rain lies aside:
    the outcome is the number of things told.

    The deck is shuffled again when it has run out and one more event is due; the first Rain lies aside and stays there. Else the
    rule that is broken by the first thing which does not fit, and in `open` its place in `told`.
    """
    aside, shuffled = int(rain), False
    gone: Counter[str | None] = Counter({None: max(0, before - aside)})
    for place, one in enumerate(told):
        question = Question("TA-3.5.2")
        done = question.flag("told", hidden=True)
        question.claim(done)
        if isinstance(one, EventTurned):
            shuffled = gone.total() + aside == _every()
            if shuffled:
                gone.clear()
            known = one.event is None or gone[one.event] < EVENTS[one.event].count - aside * (
                one.event == "rain"
            )
            question.rule("TA-3.5.2", question.circuit.implies(done, constant(known)))
            if one.event == "rain" and not aside:
                aside = 1
            else:
                gone[one.event] += 1
        else:
            question.rule("TA-3.5.2", question.circuit.implies(done, constant(shuffled)))
        found = question.judge(lambda answer: True)
        if not found.legal:
            return Judgement((), found.broken, found.together, (str(place),))
    return Judgement((len(told),))
