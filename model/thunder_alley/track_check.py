"""Checks of a track plan: what makes it unusable, as sentences that name the spaces, and what is merely odd."""

from collections.abc import Iterator
from itertools import pairwise

from model.errors import Problem
from model.thunder_alley.track import LANES
from model.thunder_alley.track_borders import check_borders, check_edges
from model.thunder_alley.track_graph import sections_in_order, sectors_of
from model.thunder_alley.track_grid import check_grid, check_lines, check_restart
from model.thunder_alley.track_plan import MAX_LANES, MAX_SECTORS, TrackPlan
from model.thunder_alley.track_shape import shape_problems
from model.thunder_alley.track_ways import check_ways
from model.thunder_alley.track_words import listed, sectors_missing

GREEN_DISTANCES = (7, 8)
"""Sectors from the green line to Start/Finish: 8, or 7 in some editions (ruling `green-line-distance`)."""


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
            yield Problem(
                f"{sectors_missing(before.last + 1, after.first - 1)} missing between {before.name} and {after.name}",
                after.name,
            )
    count = sum(max(0, section.last - section.first + 1) for section in plan.sections)
    if count > MAX_SECTORS:
        yield Problem(f"the track has {count} sectors; at most {MAX_SECTORS} are possible", "sectors")
    if plan.ring and ordered[0].first != 1:
        yield Problem(f"a ring begins with sector 1, not {ordered[0].first}", ordered[0].name)
    if plan.ring and 0 < count < 3:
        yield Problem(f"a ring has at least 3 sectors, not {count}", "ring")
