"""Checks of the markings on a track: Start/Finish, green line, restart lanes, grid (TA-1.3)."""

from collections.abc import Iterator, Sequence

from model.errors import Problem
from model.thunder_alley.track_graph import grid_of, lanes_of, sections_in_order, sectors_of
from model.thunder_alley.track_plan import GRID_CARS, TrackPlan
from model.thunder_alley.track_words import lanes_phrase, listed


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
