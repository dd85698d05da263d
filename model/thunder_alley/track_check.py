"""Checks of a track plan: what makes it unusable, as sentences that name the spaces, and what is merely odd."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from model.errors import ModelError, Problem
from model.thunder_alley.track import LANES, Track
from model.thunder_alley.track_graph import (
    compiled,
    grid_of,
    lanes_of,
    lanes_phrase,
    listed,
    sections_in_order,
    sectors_of,
)
from model.thunder_alley.track_plan import GRID_CARS, MAX_LANES, MAX_SECTORS, TrackPlan
from model.thunder_alley.track_shape import shape_problems
from model.thunder_alley.track_ways import check_borders, check_edges, check_ways

GREEN_DISTANCES = (7, 8)
"""Sectors from the green line to Start/Finish: 8, or 7 in some editions (ruling `green-line-distance`)."""


def compile_track(plan: TrackPlan) -> Track:
    """The compiled plan. Raises `ModelError` with every problem that `check` finds."""
    problems = check(plan)
    if problems:
        raise ModelError(*problems)
    return compiled(plan)


def check(plan: TrackPlan) -> list[Problem]:
    """All problems that make this plan unusable, causes before their consequences; empty for a good track.

    A fragment (no ring) may be open at both ends and skips the checks that only a closed track needs.
    """
    found = [*_sections(plan)]
    if not found:
        found += [*check_edges(plan), *check_borders(plan), *check_lines(plan), *check_restart(plan)]
        found += check_ways(plan)
        if not any(problem.where.split(" ")[0] in ("line", "restart", "ring") for problem in found):
            found += check_grid(plan)
    return [Problem(problem.what, plan.place(problem.where), problem.help) for problem in found]


def warnings(plan: TrackPlan) -> list[Problem]:
    """What is odd about a usable plan, and what prevents drawing it in its shape."""
    found: list[Problem] = []
    sectors = sectors_of(plan)
    if plan.ring and plan.line is not None and plan.green is not None:
        distance = (sectors.index(plan.line) - sectors.index(plan.green)) % len(sectors)
        if distance not in GREEN_DISTANCES:
            found.append(
                Problem(
                    f"the green line is {distance} sectors before Start/Finish; by the rules it is 8 (TA-1.3-green-line)",
                    "green",
                    "leave it if the board is printed like this",
                )
            )
    if plan.max_cars is not None and plan.green is None:
        found.append(
            Problem("there is no green line (TA-9.7)", "green", "give the sector after which it lies")
        )
    found += [Problem(what, "sectors") for what in shape_problems(sections_in_order(plan), plan.ring)]
    return [Problem(problem.what, plan.place(problem.where), problem.help) for problem in found]


def _sections(plan: TrackPlan) -> Iterator[Problem]:
    """Sections follow one another without gaps, within bounds, with lanes a, b, c in order."""
    if not plan.sections:
        yield Problem("the track has no sectors", "sectors", "begin with a line such as `sectors 1-5 a b c`")
        return
    for section in plan.sections:
        wanted = tuple(LANES[: len(section.lanes)])
        if section.last < section.first:
            yield Problem(f"{section.name} run backwards", section.name, "the first sector comes first")
        if not 1 <= len(section.lanes) <= MAX_LANES:
            what = f"{section.name} have {len(section.lanes)} lanes; a sector has 1 to {MAX_LANES}"
            yield Problem(what, section.name)
        elif section.lanes != wanted:
            yield Problem(
                f"the lanes of {section.name} are {listed(section.lanes)}, not {listed(wanted)}",
                section.name,
                "lanes are named from the apron outwards without a gap",
            )
    ordered = sections_in_order(plan)
    for before, after in pairwise(ordered):
        if after.first <= before.last:
            both = f"{before.name} and {after.name}"
            yield Problem(f"{both} overlap in sector {after.first}", after.name)
        elif after.first > before.last + 1:
            first, last = before.last + 1, after.first - 1
            missing = f"sector {first} is" if first == last else f"sectors {first} to {last} are"
            yield Problem(f"{missing} missing between {before.name} and {after.name}", after.name)
    count = sum(max(0, section.last - section.first + 1) for section in plan.sections)
    if count > MAX_SECTORS:
        yield Problem(f"the track has {count} sectors; at most {MAX_SECTORS} are possible", "sectors")
    if plan.ring and ordered[0].first != 1:
        yield Problem(f"a ring begins with sector 1, not {ordered[0].first}", ordered[0].name)
    if plan.ring and 0 < count < 3:
        yield Problem(f"a ring has at least 3 sectors, not {count}", "ring")


# the markings: Start/Finish, green line, restart lanes, grid (TA-1.3)


def check_lines(plan: TrackPlan) -> Iterator[Problem]:
    """Start/Finish and the green line lie after existing sectors; a ring must have Start/Finish."""
    sectors = sectors_of(plan)
    if plan.ring and plan.line is None:
        yield Problem(
            "a closed track needs Start/Finish (TA-1.3-line)", "line", "give the sector after which it lies"
        )
    for key, sector, name in (("line", plan.line, "Start/Finish"), ("green", plan.green, "the green line")):
        if sector is not None and sector not in sectors:
            yield Problem(
                f"{name} lies after sector {sector}, which the track does not have",
                key,
                f"sectors run from {sectors[0]} to {sectors[-1]}",
            )
    if plan.green is not None and plan.green == plan.line:
        yield Problem("the green line is on Start/Finish", "green")


def check_restart(plan: TrackPlan) -> Iterator[Problem]:
    """Both restart lanes run along every sector (TA-1.3-restart-lanes)."""
    if plan.restart is None:
        if plan.max_cars is not None:
            yield Problem(
                "no restart lanes are named (TA-1.3-restart-lanes)", "restart", "the inner one first"
            )
        return
    inner, outer = plan.restart
    if inner >= outer:
        yield Problem(
            f"restart lane {inner} is not inside lane {outer}", "restart", "name the inner one first"
        )
    for section in sections_in_order(plan):
        missing = [lane for lane in dict.fromkeys(plan.restart) if lane not in section.lanes]
        if missing:
            yield Problem(
                f"restart lane {listed(missing)} does not exist in {section.name}, which have {lanes_phrase(section.lanes)}",
                "restart",
                "both run along every sector",
            )


def check_grid(plan: TrackPlan) -> Iterator[Problem]:
    """Grid spaces lie behind Start/Finish, odd ones in the inner restart lane, row by row (TA-1.3-grid)."""
    grid = grid_of(plan)
    if plan.max_cars is not None and not 1 <= plan.max_cars <= GRID_CARS:
        yield Problem(f"a grid has 1 to {GRID_CARS} spaces, not {plan.max_cars}", "cars")
    elif plan.max_cars is not None and len(grid) < plan.max_cars:
        yield Problem(
            f"the grid has {len(grid)} spaces for {plan.max_cars} cars (TA-1.3-grid)",
            "grid",
            "a small track names fewer cars in `max_cars`",
        )
    if plan.grid is None:
        return
    if len(grid) > GRID_CARS:
        yield Problem(
            f"the grid has {len(grid)} spaces; at most {GRID_CARS} are possible (TA-1.3-grid)", "grid"
        )
    if plan.line is None or plan.restart is None:
        yield Problem("a grid needs Start/Finish and restart lanes", "grid")
        return
    yield from _rows(plan, grid)


def _rows(plan: TrackPlan, grid: Sequence[str]) -> Iterator[Problem]:
    sectors, lanes = sectors_of(plan), lanes_of(plan)
    assert plan.line is not None and plan.restart is not None
    before: int | None = None
    for number, name in enumerate(grid, 1):
        sector = int(name[:-1]) if name[:-1].isdigit() else 0
        if name[-1:] not in lanes.get(sector, ()):
            yield Problem(f"grid space {number} is `{name}`, which the track does not have", "grid")
            return
        lane = plan.restart[(number - 1) % 2]
        if name[-1] != lane:
            which = ("inner", "outer")[(number - 1) % 2]
            yield Problem(
                f"grid space {number} is `{name}`; it belongs in the {which} restart lane, {lane} (TA-1.3-grid)",
                "grid",
            )
            return
        distance = sectors.index(plan.line) - sectors.index(sector)
        distance = distance % len(sectors) if plan.ring else distance
        if number == 1 and (distance < 0 or distance >= max(1, len(sectors) // 2)):
            yield Problem(
                f"the grid begins at `{name}`, which is not behind Start/Finish (TA-1.3-grid)", "grid"
            )
            return
        row = before if number % 2 == 0 else None
        if row is not None and distance != row:
            yield Problem(f"grid spaces {number - 1} and {number} are not side by side", "grid")
            return
        if row is None and before is not None and distance <= before:
            yield Problem(f"grid space {number} (`{name}`) is not behind the row before it", "grid")
            return
        before = distance
