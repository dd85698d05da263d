"""TA-EV-rain: the first Rain is put aside, and the second may end the race."""

from dataclasses import replace

from model.thunder_alley.position import Position, Setup
from verifier.solving.circuit import constant
from verifier.solving.questions import Answer, Judgement, Question
from verifier.thunder_alley.spec.end_of_race import claim_places, finished, state_places
from verifier.thunder_alley.spec.leader import leader
from verifier.thunder_alley.spec.place import standing
from verifier.thunder_alley.spec.resolution import EventClaim, EventOutcome


def ends_the_race(setup: Setup, position: Position) -> bool:
    """Whether Rain ends the race now: one lies aside already, and the leader has completed a lap (note `rain-lap-condition`)."""
    first = leader(setup, position).outcome
    completed = [car.crossed - 1 for car in standing(position) if car.number == first]
    return position.rain and any(laps >= 1 for laps in completed)


def rain(setup: Setup, position: Position, claim: EventClaim) -> Judgement[EventOutcome]:
    """The effect of Rain, or the rules that forbid the claim. A second Rain that comes too early is discarded."""
    question = Question("TA-EV-rain")
    ends = ends_the_race(setup, position)
    flag = question.choice("flag", ["green", "yellow", "red"])
    question.rule("TA-8.2", flag.is_("red" if ends else "green"))
    told = dict(claim.places or ())
    places = {}
    if ends:
        places = state_places(question, setup, position, "TA-EV-rain", told)
    elif told:
        over = question.flag("race over", hidden=True)
        question.rule("TA-EV-rain", -over)
        question.claim(over)
    for said in claim.cars:
        car = position.car(said.number)
        question.claim(constant(car is not None and said.wear in (None, car.wear)))
    if places:
        claim_places(question, places, told)
    if claim.flag is not None:
        question.claim(flag.is_(claim.flag))

    def outcome(answer: Answer) -> EventOutcome:
        table = replace(position, flag=answer[flag], rain=True)
        if not ends:
            return EventOutcome(table)
        return EventOutcome(finished(table, {number: answer[place] for number, place in places.items()}))

    return question.judge(outcome)
