"""RM-11: bumps, and where one die can lead from a space (RM-4.1, RM-9.1, RM-11.5)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from model.rallyman.facts import FINISH
from model.rallyman.position import Setup
from model.rallyman.stage import BUMP, CORNER, DRIFT, INSIDE, Stage
from verifier.rallyman.spec.road import corner_of, following

SURE = 2
"""The number of gears above a bump's note from which control is lost with or without a symbol (RM-11.4)."""


ANY_LOSS = "RM-7.14"
"""The rule by which Sisu cancels no loss of control through speed."""


def above(setup: Setup, gear: int, note: int) -> int:
    """The gears above the note with which a car enters a bump. A rule that is left out gives way to the one below it: two or more
    gears count as one (RM-11.4), one as none (RM-11.3), and none as below the note (RM-11.2)."""
    over, gone = gear - note, setup.ruleset.left_out
    if over >= SURE and "RM-11.4" in gone:
        over = 1
    if over == 1 and "RM-11.3" in gone:
        over = 0
    return -1 if over == 0 and "RM-11.2" in gone else over


def jump(setup: Setup, over: int) -> int:
    """The number of spaces that one die is worth when a car enters a bump this many gears above its note (RM-11.1 to RM-11.4)."""
    if over < 0:
        return 1  # RM-11.1
    if over > SURE and setup.reading("bump-beyond-two") == "C":
        return SURE + 3
    return min(over, SURE) + 2  # RM-11.2, RM-11.3, RM-11.4


def eliminates(setup: Setup, over: int) -> bool:
    """Whether entering a bump `over` gears too fast eliminates the driver (a reading of RM-11.4)."""
    return over > SURE and setup.reading("bump-beyond-two") == "B"


UNSAID = ""
"""The line of a step for which the record names none."""


@dataclass(frozen=True, slots=True)
class Way:
    """A step from `start` to `end` in one gear. `lines` are the words that mean it in a record. `flown` are the spaces passed in
    the air, including the bumps that throw the car; `thrown` pairs each of these bumps with the number of gears above its note.
    `lost` is True for steps on which a bump costs control, False for steps on which none does, None for both. `edge` is the last
    space before the finish, for a way that leads there. `gear` is the gear of a jump."""

    start: str
    end: str
    lines: frozenset[str]
    flown: tuple[str, ...] = ()
    thrown: tuple[tuple[str, int], ...] = ()
    lost: bool | None = None
    edge: str = ""
    gear: int = 0

    @property
    def path(self) -> tuple[str, ...]:
        """The spaces passed, including the last one."""
        return (*self.flown, self.end)

    @property
    def over(self) -> int:
        """The most gears above the note of a bump that throws the car; 0 if no bump does."""
        return max((over for _, over in self.thrown), default=0)


def ways(setup: Setup, start: str, gear: int, more: Sequence[str] = ()) -> list[Way]:
    """Every way in which a die in this gear can lead from a space (RM-4.1, RM-9.1, RM-11). `more` are spaces one step ahead in
    addition to those of the stage."""
    stage = setup.stage
    found: list[Way] = []
    for head in dict.fromkeys((*following(stage, start), *more)):
        way = Way(start, head, _words(stage, start, head), edge=start if head == FINISH else "")
        space = stage.index.get(head)
        if space is not None and space.kind == BUMP:
            found += _merged(one for thrown in _over(setup, way, gear) for one in _where_lost(setup, thrown))
        else:
            found.append(way)
    return found


def _words(stage: Stage, start: str, end: str) -> frozenset[str]:
    """The words in a record for a step that ends here. Outside corners there is no word, and the inside may be left out. If a
    drift space leads to two insides, the inside means that of the same corner, and no word means that of the next."""
    space = stage.index.get(end)
    if space is None or space.kind != CORNER:
        return frozenset((UNSAID,))
    if space.role != INSIDE:
        return frozenset((space.role,))
    own, ahead = corner_of(stage, start), [corner_of(stage, other) for other in following(stage, start)]
    if own == space.corner and any(corner != own for corner in ahead):
        return frozenset((INSIDE,))
    return (
        frozenset((UNSAID,)) if own != space.corner and own and own in ahead else frozenset((INSIDE, UNSAID))
    )


def _over(setup: Setup, way: Way, gear: int) -> Iterator[Way]:
    """The ways that continue from a bump the car enters."""
    bump = setup.stage.index[way.end]
    over = above(setup, gear, bump.note)
    if over < 0:
        yield way
        return
    thrown = replace(way, flown=(*way.flown, way.end), thrown=(*way.thrown, (way.end, over)), gear=gear)
    yield from _landings(setup, thrown, gear, jump(setup, over) - 1)


def _landings(setup: Setup, way: Way, gear: int, left: int) -> Iterator[Way]:
    """The ways of a car in the air with `left` spaces to go. A corner flown over counts as one space (RM-11.5)."""
    here = way.flown[-1]
    for id in following(setup.stage, here):
        space = setup.stage.index.get(id)
        if space is None:
            yield replace(way, end=FINISH, edge=here)
        elif left > 1:
            if space.kind != CORNER or space.role == INSIDE:
                yield from _landings(setup, replace(way, flown=(*way.flown, id)), gear, left - 1)
        elif space.kind == BUMP and setup.reading("landing-on-a-bump") == "B":
            yield from _over(setup, replace(way, end=id), gear)
        elif not (space.role == DRIFT and space.index > 1):
            yield replace(way, end=id, lines=_words(setup.stage, here, id))


def _where_lost(setup: Setup, way: Way) -> list[Way]:
    """The way of a jump, or two ways: a reading may leave the car elsewhere if the bump costs control."""
    stop = ""
    if way.over > 0 and setup.reading("bump-loss-location") == "B":
        stop = next(bump for bump, over in way.thrown if over > 0)
    elif way.over > 0 and way.end == FINISH and setup.reading("flight-past-the-finish") == "B":
        stop = way.edge
    if not stop:
        return [way]
    flown = way.flown[: way.flown.index(stop)]
    stopped = replace(way, end=stop, lines=way.lines | {UNSAID}, flown=flown, lost=True, edge="")
    certain = way.over >= SURE and ANY_LOSS not in setup.ruleset.left_out
    return [stopped] if certain else [replace(way, lost=False), stopped]


def _merged(found: Iterable[Way]) -> list[Way]:
    """The ways, with those that differ only in their words merged."""
    ways: dict[Way, frozenset[str]] = {}
    for way in found:
        bare = replace(way, lines=frozenset())
        ways[bare] = ways.get(bare, frozenset()) | way.lines
    return [replace(bare, lines=lines) for bare, lines in ways.items()]
