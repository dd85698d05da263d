"""The steps of a turn: which one the race is in, and what cannot come there (TA-3.1, TA-3.2, TA-3.4, TA-3.5, TA-8.1)."""

from model.thunder_alley.cards_seen import Discards
from model.thunder_alley.moves import NewTurn
from model.thunder_alley.position import (
    ACTION,
    DISCARD,
    EVENT,
    FINISHED,
    OVER,
    PITS,
    RACING,
    Position,
    Setup,
    step_text,
)
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome, effect
from verifier.thunder_alley.engine.finish import won
from verifier.thunder_alley.engine.turn import actions_are_over, end_of_actions, onward, over


def after_actions(setup: Setup, standing: Standing) -> Standing:
    """The race once the action phase has ended, if every car that drives is flipped."""
    if not actions_are_over(standing.position):
        return standing
    return standing.on(end_of_actions(setup, standing.position))


def event_refused(position: Position) -> tuple[Breach, ...]:
    """Why no event is due."""
    if position.step == ACTION:
        return (_too_early(position, "the event"),)
    if position.step in (EVENT, DISCARD) and won(position):
        fact, reason = (
            "a car has finished the race, and the others drive on",
            "there is no event once a car has finished",
        )
        return _whole(fact, reason, "TA-3.5.2", "TA-12.4")
    if position.step == EVENT:
        return ()
    if position.step == OVER:
        return over(position, "no event")
    fact = f"turn {position.turn} has had its event; {step_text(position)}"
    return _whole(fact, "one event is drawn at the end of a turn", "TA-3.5.2")


def pits_refused(standing: Standing) -> tuple[Breach, ...]:
    """Why no car can pit."""
    position = standing.position
    decided = standing.latest_stops is not None and not standing.discarded
    if position.flag == "red":
        return over(position, "no pit stop")
    winner = next((car.number for car in position.cars if car.status == FINISHED), None)
    if winner is not None:
        return _whole(f"{winner} has finished the race", "no car pits once a car has finished", "TA-9.1")
    if position.step == PITS or decided:
        return ()
    rule = "TA-9.1" if position.step == OVER else "TA-3.5.3"
    reason = "pit stops come after the event of a turn, and before cards are discarded"
    return _whole(f"no car can pit now: {step_text(position)}", reason, rule)


def discards(setup: Setup, standing: Standing, decision: Discards) -> Judgement[Standing]:
    """Cards are discarded at the end of a turn; pit stops that were not decided by then did not happen (TA-3.5.6)."""
    at = after_actions(setup, standing)
    if "TA-3.5.6" in setup.ruleset.left_out:
        reason = "no player discards cards at the end of a turn"
        return Judgement(breaches=_whole("cards are discarded here", reason, "TA-3.5.6"), at=at)
    if at.position.step == PITS:
        at = at.on(onward(setup, at.position)[1])
    if at.position.step == OVER:
        return Judgement(breaches=over(at.position, "no discard"), at=at)
    if at.position.step != DISCARD:
        fact = f"no player can discard now: {step_text(at.position)}"
        reason = "cards are discarded from the hand at the end of a turn"
        return Judgement(breaches=_whole(fact, reason, "TA-3.5.6"), at=at)
    led = replace(at, discarded=True).seeing(decision)
    return Judgement((Outcome(led, effect("TA-3.5.6")),), at=at)


def new_turn(setup: Setup, standing: Standing, decision: NewTurn) -> Judgement[Standing]:
    """The turn before is over, and the next one has this number (TA-3.1)."""
    at = after_actions(setup, standing)
    position, number = at.position, decision.number
    begun = position.step == ACTION and any(car.flipped for car in position.cars)
    if begun or position.step == EVENT:
        return Judgement(breaches=(_too_early(position, f"turn {number}"),), at=at)
    if position.step == OVER:
        return Judgement(breaches=over(position, "another turn"), at=at)
    at = at.on(onward(setup, position)[-1])
    due = at.position.turn
    if number >= due if at.turn_open else number == due:
        at = replace(at, position=replace(at.position, turn=number), turn_open=False)
        return Judgement((Outcome(at),), at=at)
    least = " at the least" if at.turn_open else ""
    fact = f"turn {due} begins here{least}, not turn {number}"
    reason = "a turn is over when every car has been activated and the end of the turn is done"
    return Judgement(breaches=(Breach("TA-3.1", fact, reason, token="number"),), at=at)


def _too_early(position: Position, what: str) -> Breach:
    """The event, or a new turn, while the step before is not done."""
    if position.step == EVENT:
        fact = f"{step_text(position)}; {what} cannot begin"
        return Breach("TA-3.5.2", fact, "after the segments of a turn one event is drawn", token="whole")
    waiting = [str(car.number) for car in position.cars if car.status == RACING and not car.flipped]
    verb = "is" if len(waiting) == 1 else "are"
    named = " and ".join(filter(None, (", ".join(waiting[:-1]), waiting[-1])))
    return Breach(
        "TA-3.1" if what != "the event" else "TA-8.1",
        f"{named} {verb} not flipped yet; {step_text(position)}",
        "segments go on until every car has been flipped",
        token="whole",
        numbers={"cars_left": len(waiting)},
    )


def _whole(fact: str, reason: str, *rules: str) -> tuple[Breach, ...]:
    return tuple(Breach(rule, fact, reason, token="whole") for rule in rules)
