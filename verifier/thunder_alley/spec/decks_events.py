"""TA-3.5.2, TA-8.1: whether the drawn events can come from one deck (notes `event-deck-exhausted`, `rain-lap-condition`)."""

from collections import Counter
from collections.abc import Sequence

from model.thunder_alley.cards import EVENTS
from model.values import value
from verifier.solving.circuit import constant
from verifier.solving.questions import Judgement, Question


@value
class EventTurned:
    """An event (its id) is drawn; None if it was not noted."""

    event: str | None


@value
class EventsShuffled:
    """The event deck is reported as shuffled when the last event was drawn."""


ToldOfEvents = EventTurned | EventsShuffled


def every() -> int:
    """The number of events in the deck."""
    return sum(event.count for event in EVENTS.values())


def event_deck_fits(told: Sequence[ToldOfEvents], before: int = 0, *, rain: bool = False) -> Judgement[int]:
    """Whether these events can have come in this order after `before` earlier ones. Of those, only whether a first Rain lies
    aside (`rain`) may be known. The outcome is the number of recorded events.

    The deck is reshuffled when it has run out and another event is due. The first Rain lies aside and stays there. If an event
    does not fit, return the broken rule and, in `open`, the event's index in `told`.
    """
    aside, shuffled = int(rain), False
    gone: Counter[str | None] = Counter({None: max(0, before - aside)})
    for place, one in enumerate(told):
        question = Question("TA-3.5.2")
        done = question.flag("told", hidden=True)
        question.claim(done)
        if isinstance(one, EventTurned):
            shuffled = gone.total() + aside == every()
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
