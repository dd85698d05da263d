"""Explains why a claimed position does not follow from a legal move: the rule for each car that stands elsewhere."""

from collections.abc import Mapping, Sequence

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import FINISHED, Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.spec.decisions import LINE, LINK
from verifier.thunder_alley.spec.play import APRON, DRAFT, LEAD, PURSUIT, SOLO
from verifier.thunder_alley.spec.routes import Story, Went, further_back, tell
from verifier.thunder_alley.spec.segment import FORCED, Movement

DISPLACED = ("TA-6.7", "TA-6.8", "TA-UNIQUE")
"""Rules about displaced cars. They come before the rules about followers because displaced cars move first."""


def contradictions(
    setup: Setup, before: Position, move: Activation, after: Position, claimed: Mapping[int, str | None]
) -> tuple[Breach, ...]:
    """Explain why cars do not stand where they are claimed after a legal move from `before` to `after` (None: off the track).

    If another misplaced car is claimed in a car's true space, explain only that other car. But a car claimed in a space it passed
    through was left behind, even if another car took its space. For a car that moved, report the rule that took it out of the
    claimed space, or else the last one that moved it. For a car that did not move, report the rule that leaves it there. Two cars
    claimed in one space also break TA-1.3-one-car.
    """
    story = tell(setup, before, move, after)
    wrong = {
        number: space
        for number, space in claimed.items()
        if (car := after.car(number)) is not None and car.space != space
    }
    found: list[Breach] = []
    traded = len(wrong) > 1 and set(wrong.values()) == {
        car.space for car in after.cars if car.number in wrong
    }
    for number, space in wrong.items():
        car = after.car(number)
        displaced = any(other != number and car and where == car.space for other, where in wrong.items())
        left_behind = not traded and _passes(story, number, space)
        if not displaced or left_behind:
            one = _about(setup, story, after, number, space)
            shared = any(
                other not in (number, move.car) and where == space for other, where in claimed.items()
            )
            if one.rule == "TA-6.8" and shared:
                one = replace(one, rule="TA-6.8-cascade")
            if one.rule == "TA-6.7-wall" and _passed_on(story, number, space, wrong):
                one = replace(one, rule="TA-6.7-cascade")
            if one.rule == "TA-6.3" and story.movements[0].type_ignored:
                fact = f"{move.car} leaves the pits with Solo movement, with any card"
                found.append(Breach("TA-9.4", fact, step=_last_step(story), car=number))
            found.append(replace(one, car=number))
        if space is not None and space.endswith("p") and car is not None and not car.on_apron:
            fact = f"only a pit stop takes {number} to the apron"
            apron = Breach("TA-1.3-apron", fact, step=_last_step(story), car=number)
            if found and found[-1].car == number == move.car and found[-1].rule == "TA-6.1-directions":
                found.pop()
            found.append(apron)
    if not found:
        # The cars swap spaces in the claim. Explain those claimed at their starting spaces, or else the order of all.
        index = story.play().track.index
        stayed = {
            number: space
            for number, space in wrong.items()
            if story.routes[number] and story.routes[number][0][1].start == index.get(space or "", -2)
        }
        found = [
            replace(_about(setup, story, after, number, space), car=number)
            for number, space in (stayed or wrong).items()
        ]
        if not stayed:
            found = [
                replace(one, rule="TA-6.6-follow") if one.rule == "TA-6.6-must-follow" else one
                for one in found
            ]
    found.sort(key=lambda one: not one.rule.startswith(DISPLACED))
    if any(one.rule == "TA-UNIQUE" for one in found):
        # A car that falls back onto the led line would push it back, so whether the line follows is not the question.
        found = [one for one in found if one.rule not in ("TA-6.6-must-follow", "TA-6.6-follow")]
    spaces = [space for space in claimed.values() if space is not None and not space.endswith("p")]
    for space in dict.fromkeys(spaces):
        if spaces.count(space) > 1:
            cars = " and ".join(str(number) for number, where in claimed.items() if where == space)
            found.append(
                Breach("TA-1.3-one-car", f"{cars} cannot both stand at `{space}`", step=_last_step(story))
            )
    return tuple(replace(one, token="space") for one in found)


def _passes(story: Story, number: int, space: str | None) -> bool:
    """Whether a car passed through a space during the move."""
    index = story.play().track.index
    return space is not None and any(went.start == index.get(space) for _, went in story.routes[number])


def _beside_its_way(story: Story, number: int, claimed: int) -> int:
    """Which part of a car's route a claim denies for a car in a Draft or Pursuit line: the move out of the claimed space's
    sector, if the claim leaves the car there in another lane; else the last move."""
    sector = story.play().track.sector
    for place, (movement, went) in enumerate(story.routes[number]):
        in_line = movement.play.line and number != movement.car
        if in_line and claimed >= 0 and went.start >= 0 and sector[went.start] == sector[claimed]:
            return place
    return -1


def _last_step(story: Story) -> int:
    return len(story.movements[-1].steps)


def _about(setup: Setup, story: Story, after: Position, number: int, space: str | None) -> Breach:
    car = after.known_car(number)
    track = story.play().track
    last = _last_step(story)
    if car.status == FINISHED:
        return Breach("TA-10.1", f"{number} has finished and is off the track", step=last)
    if space is None:
        if car.crossed <= 1:
            return Breach(
                "TA-1.3-first-crossing", f"the first crossing of {number} completes no lap", step=last
            )
        return Breach(
            "TA-10.1", f"{number} has not finished: it has crossed the line {car.crossed} times", step=last
        )
    claimed = track.index.get(space, APRON)
    route = story.routes[number]
    if not route:
        return Breach(
            left_alone(story, number, track.index.get(car.space or "", APRON), claimed),
            f"nothing moves {number}",
            step=last,
        )
    movement, went = route[-1]
    if number == movement.car and story.complete and _denies_shift(movement, went, car.space, space):
        oversteer = movement.card is not None and movement.card.text == "oversteer"
        rule = "TA-9.4" if movement.play.pit else "TA-RC-oversteer" if oversteer else "TA-RC-understeer"
        shifts = track.spaces[went.end] != car.space
        to = f"to `{car.space}`" if shifts else "nowhere"
        fact = f"its steps take {number} to `{track.spaces[went.end]}`"
        return Breach(rule, f"{fact}; from there the card takes it {to}", step=last)
    for place, (movement, went) in enumerate(route):
        if went.start == claimed:
            rule = _joining(story, movement, went, first=place == 0) if number != movement.car else went.why
            fact = f"{number} goes on from `{space}` to `{track.spaces[went.end]}`"
            return Breach(rule, fact, step=last)
    place = _beside_its_way(story, number, claimed)
    movement, went = route[place]
    why = (
        _joining(story, movement, went, first=place in (0, -len(route)))
        if movement.play.line and number != movement.car
        else went.why
    )
    swapped = went.why == "TA-RC-working-the-pack" and number != movement.car
    leads = after.car(movement.car)
    beyond = leads is None or not further_back(track, claimed, track.index.get(leads.space or "", APRON))
    if swapped and went.step < len(movement.steps) and not beyond:
        why = PLAIN[movement.play.movement]  # the claim has it move along after the swap
    own = number == movement.car
    torn = _torn(movement, [other for mover, other in route if mover is movement], claimed, own=own)
    if torn is not None and (not own or _followed(story, movement, torn)):
        went = torn
        why = "TA-6.9.1" if movement.play.narrows(went.start) else "TA-6.9.2"
        if movement.play.text in LINE_CARDS:
            why = f"TA-RC-{movement.play.text}"
    start = "the apron" if went.start == APRON else f"`{track.spaces[went.start]}`"
    return Breach(why, f"{number} goes from {start} to `{track.spaces[went.end]}`", step=last)


def _passed_on(story: Story, number: int, space: str | None, wrong: Mapping[int, str | None]) -> bool:
    """Whether a car is claimed to stay where another car, pushed sideways, displaces it in turn, while the claim denies that
    car's move too."""
    stood = [
        went for _, went in story.routes[number] if story.play().track.index.get(space or "") == went.start
    ]
    return any(
        other in wrong and (went.step, went.end) == (own.step, own.start)
        for own in stood
        for other, ways in story.routes.items()
        for _, went in ways
        if went.why in ("TA-6.7", "TA-6.7-cascade")
    )


def _denies_shift(movement: Movement, went: Went, stands: str | None, claimed: str) -> bool:
    """Whether a claim denies the shift of a car by its card's text, or makes up one or one more: a lane in or out, from the inner
    lane in onto the apron."""
    card, track = movement.card, movement.play.track
    if card is None or card.text not in FORCED:
        return False
    here, inward = track.index.get(stands or "", APRON), card.text == "oversteer"
    if here < 0 or (went.end != here and claimed == track.spaces[went.end]):
        return here >= 0
    beside = (track.inside if inward else track.outside)[here]
    if beside >= 0:
        return claimed == track.spaces[beside]
    return inward and claimed == f"{track.sector[here]}p"


def _torn(movement: Movement, ways: Sequence[Went], claimed: int, *, own: bool) -> Went | None:
    """The move on which a car left a fork with its line, if the other lane would have led to the claimed space."""
    ahead = movement.play.track.ahead
    if not movement.play.line:
        return None
    for place, went in enumerate(ways):
        onward = ways[place:]
        if not own and not all(one.why.startswith(("TA-6.4.1", "TA-6.5")) for one in onward):
            continue
        reached = {option for option in ahead[went.start] if option != went.end}
        for _ in onward[1:]:
            reached = {option for space in reached for option in ahead[space]}
        if claimed in reached:
            return went
    return None


def _followed(story: Story, movement: Movement, torn: Went) -> bool:
    """Whether another car of the line passed the fork before the active car did."""
    return any(
        mover is movement and went.step < torn.step and went.start == torn.start
        for other, route in story.routes.items()
        if other != movement.car
        for mover, went in route
    )


def _joining(story: Story, movement: Movement, went: Went, *, first: bool) -> str:
    """The rule that moves a car which is claimed to have stayed: how it joined the line."""
    if movement.play.movement == LEAD and went.why in ("TA-6.6-follow", "TA-RC-slingshot"):
        return "TA-6.6-must-follow"
    if (
        not movement.play.line
        or not first
        or went.step == 1
        or not went.why.startswith(("TA-6.4.1", "TA-6.5"))
    ):
        return went.why
    if movement.play.movement == PURSUIT:
        return "TA-6.5-line-joins"
    track = movement.play.track
    steps = {
        own.step: own for mover, own in story.routes[movement.car] if mover is movement and own.start >= 0
    }
    ahead = {step for step, own in steps.items() if own.end in track.ahead[own.start]}
    if all(step >= went.step for step in ahead):
        return "TA-6.4.2-link-on-forward"
    # Cars the active car drives into join in front. Behind, or after a sideways step, the moving car makes the link.
    beside = went.step - 1 not in ahead or further_back(track, went.start, steps[went.step].start)
    return "TA-6.4.2-moves-like-solo" if beside else "TA-6.4.1-line-joins"


PLAIN = {SOLO: "TA-6.3", PURSUIT: "TA-6.5-push-only", DRAFT: "TA-6.2", LEAD: "TA-6.2"}
"""The rule that leaves a car where it is when a movement does not affect it."""

LINE_CARDS = ("inside-line", "outside-line")
"""The texts that settle the lane at a fork."""


def left_alone(story: Story, number: int, stands: int, claimed: int) -> str:
    """The rule that leaves a car where it is when the claim moves it."""
    play = story.play()
    track = play.track
    ways = [went for route in story.routes.values() for _, went in route]
    whys = {went.why for went in ways}
    shoved = {track.sector[went.start] for went in ways if went.why == "TA-6.7"}
    if claimed >= 0 and stands >= 0:
        named = _other_lane(story, stands)
        if named is not None and claimed not in (track.inside[stands], track.outside[stands]):
            return named
        if (
            claimed in track.ahead[stands]
            and whys & {"TA-6.8", "TA-6.8-cascade"}
            and not _behind(story, number)
        ):
            return "TA-6.8-cascade"
        if claimed in track.behind[stands] and whys & {"TA-6.7-wall", "TA-UNIQUE"}:
            return "TA-6.7-wall" if "TA-6.7-wall" in whys else "TA-UNIQUE"
        if track.sector[claimed] == track.sector[stands] in shoved:
            return "TA-6.7-cascade"
    if claimed >= 0 and any(_aside_first(story, movement, number) for movement in story.movements):
        return "TA-6.5-like-solo" if play.movement == PURSUIT else "TA-6.4.2-lateral-before-forward"
    if play.movement == LEAD and _came_close(story, number):
        return "TA-6.6-link-at-start"
    if play.movement == DRAFT and (step := _came_together(story, stands)):
        return "TA-6.9.3-case-1" if step == 1 else "TA-6.9.3-case-2"
    if play.movement == PURSUIT and story.movements[0].steps and not _behind(story, number):
        return "TA-6.2"
    return PLAIN[play.movement]


def _other_lane(story: Story, stands: int) -> str | None:
    """The rule that leaves a car out of the line because the neighbouring lane was chosen (TA-6.9.3)."""
    for movement in story.movements:
        track = movement.play.track
        for number, taken in enumerate(movement.steps):
            for role, space, option, bit in taken.made.lanes:
                if not story.values.holds(bit) or role not in (LINK, LINE):
                    continue
                if stands != option and stands in (track.behind if role == LINK else track.ahead)[space]:
                    if role == LINE and movement.play.text in LINE_CARDS:
                        return f"TA-RC-{movement.play.text}"
                    return "TA-6.9.3-case-1" if number == 0 else "TA-6.9.3-case-2"
    return None


def _came_together(story: Story, stands: int) -> int:
    """The step in which the line left a space that a car stands directly behind in another lane; 0 if there was none."""
    track = story.play().track
    return next(
        (
            went.step
            for route in story.routes.values()
            for _, went in route
            if went.start >= 0 <= stands and went.end in track.ahead[went.start]
            if stands in track.behind[went.start] and len(track.behind[went.start]) > 1
        ),
        0,
    )


def _aside_first(story: Story, movement: Movement, number: int) -> bool:
    """Whether a Draft or Pursuit car went sideways out of a line with this car before it went forward. With Pursuit only cars
    ahead can be in line."""
    track = movement.play.track
    route = [went for mover, went in story.routes[movement.car] if mover is movement]
    if movement.play.movement not in (DRAFT, PURSUIT) or not route or route[0].start < 0:
        return False
    begin = route[0].start
    if route[0].end not in (track.inside[begin], track.outside[begin]):
        return False
    taken = set(story.starts.values())
    for onward in (track.ahead, track.behind) if movement.play.movement == DRAFT else (track.ahead,):
        line = [begin]
        for space in line:
            line += [other for other in onward[space] if other in taken and other not in line]
        if story.starts.get(number) in line:
            return True
    return False


def _behind(story: Story, number: int) -> bool:
    """Whether a car started no further ahead than the active car, or on the apron."""
    first = story.movements[0]
    tracking = first.steps[0].cars if first.steps else first.tracking
    track = first.play.track
    stood = {car: space for car, spots in tracking.cars.items() for space, _ in spots if space >= 0}
    own = stood.get(first.car)
    if own is None:
        return False
    space = stood.get(number)
    return space is None or track.sector[space] == track.sector[own] or further_back(track, space, own)


def _came_close(story: Story, number: int) -> bool:
    """Whether the led line, or the car that leads it, stopped directly ahead of a car that did not move."""
    track = story.play().track
    first = story.movements[0]
    tracking = first.steps[0].cars if first.steps else first.tracking
    stands = {space for space, _ in tracking.cars.get(number, {})}
    ends = {
        went.end
        for car, route in story.routes.items()
        for movement, went in route
        if car == movement.car or went.why == "TA-6.6-follow"
    }
    return any(space >= 0 and ends & set(track.ahead[space]) for space in stands)
