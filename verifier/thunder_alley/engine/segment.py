"""Chapter 3.4: choosing a car, passing, retiring, and the MPs of a card (TA-3.4-1 to 3.4-5, TA-6.1-mp-total, TA-7.4)."""

from model.thunder_alley.cards import Card
from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Retire
from model.thunder_alley.position import ACTION, FINISHED, RACING, Car, Position, Setup
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.finish import finished_may_pass
from verifier.thunder_alley.engine.outcome import OUT_AT, retire, watch, worn_out
from verifier.thunder_alley.engine.readings import compile_readings
from verifier.thunder_alley.engine.terms import MOVES, PASSES, RETIRES, Judgement, Outcome
from verifier.words import counted

PENALTY = {3: 3, 4: 4, 5: 5}
"""Wear markers -> MPs taken off (TA-7.4); fewer take none, six or more end the race for the car (TA-7.2)."""


@value
class Speed:
    """The MPs of an activation: `total` = `printed` - `penalty`, at least 0."""

    printed: int
    penalty: int
    total: int


def speed_of(car: Car, card: Card, left_out: frozenset[str] = frozenset()) -> Speed:
    """The MPs a car has with a card: on the track less its penalty (TA-6.1-mp-total, TA-7.4), from the pits in full (TA-9.4,
    TA-7.4-pit-exempt)."""
    printed = card.pit_speed if car.on_apron else card.speed
    markers = len(car.wear)
    penalty = markers if markers >= OUT_AT and "TA-7.2" in left_out else PENALTY.get(markers, 0)
    if "TA-7.4" in left_out or (car.on_apron and "TA-7.4-pit-exempt" not in left_out):
        penalty = 0
    return Speed(printed, penalty, max(0, printed - penalty))


def may_play(setup: Setup, position: Position, car: Car) -> list[Breach]:
    """Why no card can be played for this car; empty if one can (TA-3.4, TA-3.4-1 to TA-3.4-3)."""
    refused = _not_to_be_chosen(setup, position, car)
    if refused:
        return refused
    if car.status != RACING:
        how = "has finished" if car.status == FINISHED else "is out of the race"
        return [
            Breach(
                "TA-3.4-2",
                f"{car.number} {how}",
                "no card is played for it; its segment is a pass",
                token="car",
            )
        ]
    if worn_out(setup, car):
        return [
            Breach(
                "TA-3.4-3",
                f"{car.number} carries {len(car.wear)} wear markers",
                "with six or more it retires when it is chosen, and no card is played",
                token="car",
                numbers={"markers": len(car.wear)},
                rulings=("six-markers-timing",),
            )
        ]
    return []


def _not_to_be_chosen(setup: Setup, position: Position, car: Car) -> list[Breach]:
    """Why a car cannot be chosen: its player's segment comes later (TA-3.4), it is another player's, or flipped (TA-3.4-1)."""
    found = []
    if position.next not in (None, car.team):
        fact = f"{car.number} is a car of {car.team}, and it is the segment of {position.next}"
        begins = not any(other.flipped for other in position.cars)
        reason = "the First Player begins" if begins else "one segment each, to the left"
        # Without seats it is unknown who comes later, only whose segment this is.
        rule, reason = (
            ("TA-3.4", f"{reason}; a player activates own cars only")
            if setup.teams or (begins and position.next == position.first)
            else ("TA-3.4-1", "a player activates own cars only")
        )
        found.append(Breach(rule, fact, reason, token="car"))
    if car.flipped:
        fact = f"{car.number} was activated earlier in this turn"
        found.append(Breach("TA-3.4-1", fact, "a car is activated once in a turn", token="car"))
    return found


def judge_without_card(setup: Setup, position: Position, move: Move) -> Judgement:
    """Judges a pass, a retirement, or the mere choice of a car."""
    match move:
        case Pass(car=None, team=team):
            return _team_passes(setup, position, move, team or "")
        case Pass(car=number) if number is not None:
            return _passes(setup, position, move, position.known_car(number))
        case Retire(car=number):
            return _retires(setup, position, move, position.known_car(number))
        case Chosen(car=number):
            return _chosen(setup, position, move, position.known_car(number))
    raise TypeError(f"not a move without a card: {move!r}")


def _chosen(setup: Setup, position: Position, move: Move, car: Car) -> Judgement:
    """How the rules continue from a chosen car: a pass if it is lost, its retirement with six markers, else a card."""
    refused = _not_to_be_chosen(setup, position, car)
    if refused:
        return Judgement(tuple(refused))
    if car.status != RACING:
        return _passes(setup, position, move, car)
    if worn_out(setup, car):
        return _retires(setup, position, move, car)
    return Judgement(outcomes=(Outcome(position, MOVES, move, complete=False),))


def _passes(setup: Setup, position: Position, move: Move, car: Car) -> Judgement:
    """TA-3.4-2: a pass needs a lost car that has not been flipped; EN also takes a finished one (TA-10.1)."""
    refused = _not_to_be_chosen(setup, position, car)
    if not refused and (breach := _gives_no_pass(setup, car)) is not None:
        refused.append(breach)
    if refused:
        return Judgement(tuple(refused))
    return Judgement(outcomes=(Outcome(_flip(position, car), PASSES, move),))


def _gives_no_pass(setup: Setup, car: Car) -> Breach | None:
    """Why choosing a car is not a pass (TA-3.4-2)."""
    if car.status == RACING:
        return Breach(
            "TA-3.4-2",
            f"{car.number} is still in the race{f', at `{car.space}`' if car.space else ''}",
            "a pass needs a lost car; for a car in the race a card is played, or it is retired",
            token="car",
        )
    if car.status == FINISHED and not finished_may_pass(setup):
        return Breach(
            "TA-3.4-2",
            f"{car.number} has finished",
            "under this reading only lost cars give a pass",
            token="car",
            rulings=("pass-with-finished-car",),
        )
    return None


def _flip(position: Position, car: Car) -> Position:
    turned = car.turned(True)
    cars = tuple([turned if other.number == car.number else other for other in position.cars])
    return position.on(cars, position.lap, None)


def _team_passes(setup: Setup, position: Position, move: Move, team: str) -> Judgement:
    """A pass that does not name the car: legal if one of the team's cars can give it."""
    cars = [car for car in position.cars if car.team == team]
    for car in cars:
        if not car.flipped and _gives_no_pass(setup, car) is None:
            return _passes(setup, position, move, car)
    waiting = [str(car.number) for car in cars if not car.flipped]
    fact = (
        f"every unflipped car of {team} is still in the race: {', '.join(waiting)}"
        if waiting
        else f"{team} has no unflipped car"
    )
    return Judgement((Breach("TA-3.4-2", fact, "a team passes only with a car that is out", token="car"),))


def _retires(setup: Setup, position: Position, move: Move, car: Car) -> Judgement:
    """TA-3.4-3 and TA-3.4-4: the car leaves the race with the lowest place left."""
    if car.status != RACING:
        how = "has finished" if car.status == FINISHED else "is out of the race already"
        return Judgement(
            (
                Breach(
                    "TA-3.4-4",
                    f"{car.number} {how}",
                    "only a car that is still driving can be retired",
                    token="car",
                ),
            )
        )
    if "TA-3.4-4" in setup.ruleset.left_out and not worn_out(setup, car):
        markers = counted(len(car.wear), "wear marker") if car.wear else "no wear markers"
        fact, reason = f"{car.number} carries {markers}", "no player may withdraw a car"
        return Judgement((Breach("TA-3.4-4", fact, reason, token="car"),))
    readings = compile_readings(setup.ruleset)
    if position.next not in (None, car.team) and not readings.retire_any_time:
        fact = f"{car.number} is a car of {car.team}, and it is the segment of {position.next}"
        return Judgement((Breach("TA-3.4-4", fact, "a player retires own cars only", token="car"),))
    if car.flipped and not readings.retire_any_time:
        return Judgement(
            (
                Breach(
                    "TA-3.4-4",
                    f"{car.number} was activated earlier in this turn",
                    "a car is retired when it is activated, in place of playing a card for it",
                    token="car",
                    rulings=("voluntary-retirement-timing",),
                ),
            )
        )
    after = watch(setup, position, retire(position, car))
    if not uses_segment(position, car):
        # This used no segment, so a car that was not flipped can still give its pass.
        gone = replace(after.known_car(car.number), flipped=car.flipped)
        after = replace(after.with_cars(gone), next=position.next)
    return Judgement(outcomes=(Outcome(after, RETIRES, move),))


def uses_segment(position: Position, car: Car) -> bool:
    """Whether retiring a car is its player's segment; otherwise it leaves outside of any segment
    (voluntary-retirement-timing)."""
    return position.step == ACTION and not car.flipped and position.next in (None, car.team)


def left_at_start(setup: Setup, car: Car, card: Card, move: Activation) -> tuple[Speed, int, list[Breach]]:
    """The MPs to spend: those of the card, or those that the record gives as left."""
    speed = speed_of(car, card, setup.ruleset.left_out)
    if move.left is None:
        return speed, speed.total, []
    if move.left <= speed.total:
        return speed, move.left, []
    return speed, move.left, [wrong_mps(car, speed, move.left, "left")]


def wrong_mps(car: Car, speed: Speed, written: int, token: str) -> Breach:
    """The record gives other MPs for a whole move than card and wear do (TA-6.1-mp-total, TA-7.4)."""
    total = counted(speed.total, "MP")
    if speed.penalty:
        total = f"{speed.printed} - {speed.penalty} = {total}"
    markers = len(car.wear)
    wear = f"{counted(markers, 'wear marker')}: " if markers else ""
    return Breach(
        "TA-7.4" if markers and not car.on_apron else "TA-6.1-mp-total",
        f"{wear or f'{car.number} has '}{total}, not {written}",
        "MPs are the speed of the card less 3, 4 or 5 for as many wear markers",
        token=token,
        numbers={
            "speed": speed.printed,
            "penalty": speed.penalty,
            "mp_total": speed.total,
            "written": written,
        },
    )
