"""Why a car stays where it is in a move that a claim has it take part in."""

from verifier.thunder_alley.spec.decisions import LINE, LINK
from verifier.thunder_alley.spec.play import DRAFT, LEAD, PURSUIT, SOLO
from verifier.thunder_alley.spec.routes import Story, further_back
from verifier.thunder_alley.spec.segment import Movement

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
        for number in range(len(movement.steps)):
            for role, space, option, bit in movement.lanes(number):
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
    tracking = first.tracks[0] if first.tracks else first.tracking
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
    tracking = first.tracks[0] if first.tracks else first.tracking
    stands = {space for space, _ in tracking.cars.get(number, {})}
    ends = {
        went.end
        for car, route in story.routes.items()
        for movement, went in route
        if car == movement.car or went.why == "TA-6.6-follow"
    }
    return any(space >= 0 and ends & set(track.ahead[space]) for space in stands)
