"""Pit stops and restart of one turn, stage by stage, and the rule against a position that contradicts them."""

from collections import Counter

from model.asked import unrecorded
from model.thunder_alley.facts import TEMPORARY_WEAR
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import Car, Position, Setup
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.order import sector_of
from verifier.thunder_alley.engine.pits import COSTLY, PitJudgement, judge_pits, variable
from verifier.thunder_alley.engine.restart import (
    Restart,
    close_restart,
    formation_of,
    green_line,
    slot_space,
)
from verifier.thunder_alley.engine.way_back import Obstacle, way_of

AFTER_PITS, AFTER_STEP_5, FINAL = "after_pits", "after_step_5", "final"


@value
class Closing:
    """How a turn was closed, before TA-3.5.3 to TA-3.5.5: `base` is the position before the pit stops, `pits` the cars that
    pitted, in order of decision. `restart` is None under green; then `final` is the position after the pit stops."""

    base: Position
    pits: tuple[Pitting, ...]
    judged: PitJudgement
    restart: Restart | None

    @property
    def after_pits(self) -> Position:
        return self.judged.position

    @property
    def after_step_5(self) -> Position:
        return self.restart.after_step_5 if self.restart is not None else self.after_pits

    @property
    def final(self) -> Position:
        return self.restart.final if self.restart is not None else self.after_pits

    @property
    def lead(self) -> int | None:
        """The lead car of a restart."""
        return self.restart.lead if self.restart is not None else None

    @property
    def obstacle(self) -> Obstacle | None:
        """Why the result cannot be determined, if it cannot."""
        if self.judged.obstacles:
            return self.judged.obstacles[0]
        return self.restart.obstacle if self.restart is not None else None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that apply, in order."""
        if self.restart is None:
            return self.judged.rules
        return (*self.judged.rules, "TA-9.6-4", *self.restart.rules)

    def stages(self) -> dict[str, Position]:
        """The intermediate positions by name; under green there is one."""
        if self.restart is None:
            return {FINAL: self.final}
        return {FINAL: self.final, AFTER_STEP_5: self.after_step_5, AFTER_PITS: self.after_pits}

    def pitted(self, number: int) -> bool:
        return any(pitting.car == number for pitting in self.pits)


def close_pits(setup: Setup, base: Position, pits: tuple[Pitting, ...]) -> Closing:
    """Carries out the pit stops and, under yellow, everything up to the green line (TA-9.1 to TA-9.7)."""
    judged = judge_pits(setup, base, pits)
    if base.flag != "yellow" or judged.breaches or judged.obstacles:
        return Closing(base, pits, judged, None)
    return Closing(base, pits, judged, close_restart(setup, judged.position, base))


def marker_rules(closing: Closing, after: Position) -> tuple[str, ...]:
    """The rule that gave a new leader a Turn Leader marker once the turn was closed; empty if there is no new leader."""
    if len(after.turn_leaders) <= len(closing.base.turn_leaders):
        return ()
    return ("TA-9.6-7" if closing.restart is not None else "TA-3.5.3",)


def explain_space(setup: Setup, closing: Closing, stage: str, number: int, claimed: str | None) -> Breach:
    """Why a car does not stand at `claimed` at a stage."""
    real = _car(closing.stages().get(stage, closing.final), number)
    where = f"at `{real.space}`" if real.space else "off the track"
    said = f"at `{claimed}`" if claimed else "off the track"
    fact = f"{number} stands {where}, not {said}"
    if closing.restart is None or stage == AFTER_PITS or real.on_apron:
        return _pit_space(setup, closing, number, fact, claimed)
    if stage == FINAL and _set_back(setup, closing, real, claimed):
        return _green_line(setup, closing, fact)
    if closing.pitted(number) or _car(closing.after_pits, number).on_apron:
        reason = (
            "cars that pitted come back behind all that stayed, in the order in which they lie on the apron"
        )
        return Breach("TA-9.6-6", fact, reason, car=number)
    if formation_of(setup, closing.base).slots.get(0) == number:
        return explain_line_up(setup, closing.base, number, claimed)
    reason = "cars that stayed close up the holes, in their own lane first"
    reading = unrecorded(setup.ruleset).readings["restart-fill-holes"]
    if reading == "running-order":
        reason = "cars that stayed close up the holes in running order"
    elif reading != "lane-first-then-compact":
        reason = "cars that stayed close up the holes of their own lane"
    return Breach("TA-9.6-5", fact, reason, car=number, rulings=("restart-fill-holes",))


def _pit_space(setup: Setup, closing: Closing, number: int, fact: str, claimed: str | None) -> Breach:
    if not closing.pitted(number):
        return Breach("TA-9.1", fact, "it does not pit, so it stays where it is", car=number)
    was, now = _car(closing.base, number), _car(closing.after_pits, number)
    removed = Counter(was.wear) - Counter(now.wear)
    start = f"from sector {sector_of(was)}"
    on_apron = claimed is not None and claimed.endswith("p")
    if variable(setup) and on_apron:
        if closing.restart is None:
            reason = (
                f"it goes back 2 spaces {start} and one more for each of {removed.total()} markers removed"
            )
        else:
            costly = sum(removed[marker] for marker in COSTLY)
            reason = f"it goes back one space {start} for each of {costly} blue and gray markers removed"
        return Breach("TA-12.1", fact, reason, car=number)
    if closing.restart is None:
        return Breach("TA-9.3", fact, f"it goes back along the apron {start}", car=number)
    return Breach("TA-9.5", fact, f"it drops straight to the apron {start}", car=number)


def _set_back(setup: Setup, closing: Closing, real: Car, claimed: str | None) -> bool:
    """Whether a claim is wrong only about how far the whole formation was moved back behind the green line."""
    restart = closing.restart
    assert restart is not None and restart.after is not None and restart.before is not None
    if restart.back and setup.track is not None:
        slot = next(slot for slot, number in restart.after.slots.items() if number == real.number)
        if slot_space(way_of(setup.track), restart.before.front, slot) == claimed:
            return True
    front = restart.after.slots.get(0) == restart.before.slots.get(0) == real.number
    assert claimed is not None and real.space is not None
    return front and claimed[-1] == real.space[-1]


def _green_line(setup: Setup, closing: Closing, fact: str) -> Breach:
    restart = closing.restart
    line = green_line(replace(setup, ruleset=unrecorded(setup.ruleset)))
    if restart is not None and restart.back:
        reason = f"on the last lap the formation stands behind the green line, which lies after sector {line}"
        if unrecorded(setup.ruleset).readings["green-line-placement"] == "at-line":
            reason = f"on the last lap the formation stands at the green line, which lies after sector {line}"
        return Breach("TA-9.7", fact, reason, rulings=("green-line-placement",))
    return Breach(
        "TA-9.7",
        fact,
        "the formation is moved back only on the last lap, and only from beyond the green line",
    )


def explain_wear(
    setup: Setup, closing: Closing, number: int, claimed: tuple[str, ...], fact: str
) -> Breach | None:
    """Why the record's markers for a car after its pit stop are wrong; None if the car did not pit."""
    if not closing.pitted(number):
        return None
    real = _car(closing.after_pits, number).wear
    kept = [marker for marker in claimed if marker in TEMPORARY_WEAR]
    apart = {marker for marker in (*claimed, *real) if claimed.count(marker) != real.count(marker)}
    if variable(setup) and closing.restart is not None and apart & set(COSTLY):
        reason = "every blue and gray marker goes off and costs a space"
        if unrecorded(setup.ruleset).readings["variable-pit-markers"] != "all":
            reason = "a blue or gray marker stays only if the `pit` line says `keeps`, and then it does"
        return Breach("TA-12.1", fact, reason, car=number, rulings=("variable-pit-markers",))
    if kept:
        reason = "a pit stop takes off every black, green, blue and gray marker"
        return Breach("TA-9.2", fact, reason, car=number)
    return Breach("TA-9.2", fact, "a pit stop leaves yellow, lavender, red and orange markers on", car=number)


def explain_stack(closing: Closing, number: int, below: int) -> Breach:
    """Why one car does not lie above another on the apron after the pit stops."""
    fact = f"{number} lies below {below}, not above it"
    was, other = _car(closing.base, number), _car(closing.base, below)
    both = closing.pitted(number) and closing.pitted(below)
    if closing.restart is not None and both and sector_of(was) == sector_of(other):
        return Breach("TA-9.5", fact, "of two cars in a sector the inside one comes to lie below", car=number)
    if closing.restart is None and closing.pitted(number) | closing.pitted(below):
        return Breach("TA-9.3", fact, "a car that comes onto a full apron space lies on top", car=number)
    return Breach(
        "TA-1.3-apron", fact, "cars on an apron space lie in the order in which they came", car=number
    )


def explain_led(closing: Closing, after: Position, number: int, claimed: int, fact: str) -> Breach | None:
    """Why a count of Turn Leader markers is wrong, if the pit stops decide: a new leader's marker is missing, or one is
    counted that no car got. None where the markers of TA-3.5.1 decide."""
    before, now = _car(closing.base, number).led, _car(after, number).led
    rules = marker_rules(closing, after)
    rule = rules[0] if rules else "TA-9.6-7" if closing.restart is not None else "TA-3.5.3"
    if (now > before and claimed == before) or (rules and claimed == now + 1):
        new = after.turn_leaders[len(closing.base.turn_leaders) :]
        names = " and ".join(str(leader) for leader in new)
        return Breach(
            rule, fact, f"after the pit stops the new leader gets a marker, which is {names}", car=number
        )
    if now == before and claimed == now + 1 and number in after.turn_leaders:
        return Breach(rule, fact, "a car that led the turn already gets no second marker", car=number)
    if now == before and claimed == now + 1 and not after.turn_leaders:
        return Breach(rule, fact, "after the pit stops only a new leader gets a marker", car=number)
    return None


def explain_line_up(setup: Setup, lined_up: Position, number: int, claimed: str | None) -> Breach:
    """Why a car does not stand at `claimed` in a formation that has just lined up."""
    real = _car(lined_up, number)
    fact = f"{number} stands {f'at `{real.space}`' if real.space else 'off the track'}, not at `{claimed}`"
    if formation_of(setup, lined_up).slots.get(0) == number:
        reason = "the leader takes the inner restart lane of its own sector"
        return Breach("TA-9.6-1", fact, reason, car=number)
    reason = "the others line up in running order, inside and outside, with lapped cars last"
    return Breach("TA-9.6-2", fact, reason, car=number)


def _car(position: Position, number: int) -> Car:
    car = position.car(number)
    assert car is not None
    return car
