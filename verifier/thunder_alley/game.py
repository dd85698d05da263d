"""Thunder Alley's implementation of the game interface of the shared tool."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, final

from grammar.syntax import Record, Statement
from model.datafiles import plain
from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, EVENTS, card_by_name, event_by_name
from model.thunder_alley.facts import DATA, TEAMS, WEAR
from model.thunder_alley.position import FINISHED
from model.thunder_alley.terms import flag_named, term_tables, wear_named
from model.thunder_alley.track import Track
from model.values import replace
from verifier.findings import Finding
from verifier.game import (
    Answer,
    Course,
    Game,
    MovesAnswer,
    MovesRequest,
    SimulateRequest,
    TemplateRequest,
    Where,
)
from verifier.judging import Effect
from verifier.thunder_alley.engine import applied
from verifier.thunder_alley.engine.turn import rules_by_themselves
from verifier.thunder_alley.lines.findings import where
from verifier.thunder_alley.lines.header import KINDS
from verifier.thunder_alley.lines.line import fresh_start, new_table, table_line
from verifier.thunder_alley.lines.line import unknown_names as names_unknown
from verifier.thunder_alley.lines.sheet import CHEAT_SHEET
from verifier.thunder_alley.lines.terms import Reply, Settled, Table
from verifier.thunder_alley.lines.text import move_text

if TYPE_CHECKING:
    from verifier.certified import Asked
    from verifier.checking import Checks

PICTURE_WIDTH = 100
"""Width of a text picture in characters."""

MOST_TRACKS = 64
"""The most tracks whose hashes are cached at once."""

BESIDE = ("past", "settled", "refused", "lines", "judge", "refute")
"""Fields of a table that are not part of its state."""

PARTS = attrgetter(*(one.name for one in fields(Table) if one.name not in BESIDE))


def begin(record: Record, ruleset: Ruleset, place: Where) -> Table:
    """The empty table before the header of a record."""
    return new_table(ruleset)


def line(table: Table, statement: Statement, place: Where) -> Answer:
    """The answer to one line of a record."""
    return _answer(table, table_line(table, statement, place.file, place.folder, place.tracks))


def restart(table: Table, statement: Statement, place: Where) -> Answer:
    """The answer to a `position` block that gives a new start."""
    return _answer(table, fresh_start(table, statement, place.file))


def unknown_names(table: Table, statement: Statement, place: Where) -> tuple[Finding, ...]:
    """The names in a line that nothing in the game has."""
    return names_unknown(table, statement, place.file)


def _answer(before: Table, reply: Reply) -> Answer:
    return Answer(
        reply.table,
        reply.findings,
        LineEffects(before, reply),
        reply.judged,
        reply.follow,
        reply.consulted,
        reply.others,
        reply.judgement,
    )


@final
class LineEffects:
    """What a line did."""

    def __init__(self, before: Table, reply: Reply) -> None:
        self._before, self._reply = before, reply

    def __call__(self) -> tuple[Effect, ...]:
        return (Effect(self._applied(), self._words()),)

    def _applied(self) -> tuple[str, ...]:
        """The rules applied by the line."""
        before, after = self._before, self._reply.table
        ids: list[str] = []
        for past in after.past:
            if not any(past is known for known in before.past):
                ids += applied(after.setup, past.before, past.outcome)
        for step in self._settled_since():
            ids += step.rules
        if before.position is not None and after.position is not None:
            ids += rules_by_themselves(before.position, after.position)
        return (*ids, *self._reply.applied)

    def _settled_since(self) -> list[Settled]:
        return [
            step
            for step in self._reply.table.settled
            if not any(step is known for known in self._before.settled)
        ]

    def _words(self) -> str:
        """What the line did: `29 Charge: f7, 7 of 7 MPs, 29 at 14b, black`."""
        after = self._reply.table
        if not after.past or any(after.past[-1] is known for known in self._before.past):
            return self._reply.said() or "; ".join(step.sentence for step in self._settled_since())
        outcome = after.past[-1].outcome
        text = move_text(outcome.move)
        number = getattr(outcome.move, "car", None)
        if not outcome.total or number is None:
            return text
        wear = f", {outcome.wear}" if outcome.wear and outcome.complete else ""
        return f"{text}, {outcome.spent} of {outcome.total} MPs, {where(outcome.position, number)}{wear}"


@final
class State:
    """The state of a table that later lines depend on. Two states share every object that no line has changed, so comparing
    them looks only at what has."""

    def __init__(self, table: Table) -> None:
        self._position = table.position
        self._parts = PARTS(table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._position)


def complete(table: Table) -> bool:
    """Whether a car has finished the race; for a season, whether its sums can be counted."""
    if table.season is not None and table.season.races:
        return result(table) is not None
    return table.position is not None and any(car.status == FINISHED for car in table.position.cars)


def labels(table: Table) -> tuple[str, ...]:
    """The track by name and version; a track drawn in the record has neither."""
    track = table.setup.track
    return () if track is None or track.id == "drawn" else (f"track {track.id}@{track.version}",)


def digests(table: Table) -> Mapping[str, str]:
    """A hash of the track's content, independent of the file it came from."""
    track = table.setup.track
    return {} if track is None else {"track": _digest(track)}


@lru_cache(maxsize=MOST_TRACKS)
def _digest(track: Track) -> str:
    import json
    from hashlib import sha256

    facts = [track.spaces, track.ahead, track.inside, track.outside, track.ring, track.line, track.green]
    text = json.dumps([*facts, track.restart, track.grid])
    return sha256(text.encode()).hexdigest()


def position_lines(table: Table) -> tuple[str, ...]:
    """The table as the lines of a `position` block; none while the position is unknown."""
    from verifier.thunder_alley.lines.offers import block_lines

    return () if table.position is None else block_lines(table, table.position)


def picture(table: Table, width: int = PICTURE_WIDTH) -> str:
    """The track with its cars as plain text."""
    from verifier.thunder_alley.pictures.marks import marks
    from verifier.thunder_alley.pictures.text import text_picture

    if table.setup.track is None:
        return ""
    cars = marks(table.position) if table.position is not None else ()
    return text_picture(table.setup.track, cars, width)


def drawing(table: Table) -> str:
    """The track with its cars as SVG."""
    from verifier.thunder_alley.pictures.marks import marks
    from verifier.thunder_alley.pictures.svg import svg_picture

    if table.setup.track is None:
        return ""
    return svg_picture(table.setup.track, marks(table.position) if table.position is not None else ())


def as_record(table: Table) -> str:
    """The last move as a test record."""
    from verifier.thunder_alley.lines.as_record import record_text

    return record_text(table)


def legal_moves(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal moves at this table."""
    from verifier.thunder_alley.lines.offers import offers

    return offers(table, request)


def ends(table: Table, statement: Statement, place: Where) -> tuple[str, ...] | None:
    """Where a move can end if the rest of it is not written."""
    from verifier.thunder_alley.lines.ends import ends as found

    return found(table, statement)


def spell(kind: str, name: str) -> str:
    """The canonical spelling of a card, event, team, colour or flag written in any language; an unknown name stays as it
    is."""
    if kind == "card":
        id = card_by_name(name)
        return CARDS[id].name if id is not None else name
    if kind == "event":
        id = event_by_name(name)
        return EVENTS[id].name if id is not None else name
    if kind == "flag":
        return flag_named(name) or name
    if kind == "colour" and plain(name) not in WEAR:
        meant = wear_named(name)
        return meant[0] if len(meant) == 1 else name
    known = TEAMS if kind == "team" else tuple(WEAR) if kind == "colour" else ()
    found = next((one for one in known if plain(one) == plain(name)), None)
    if found is None:
        return name
    return found.capitalize() if kind == "team" else found


def summary(table: Table, width: int) -> tuple[str, ...]:
    """Turn, flag, running order with wear and markers, places; for a season, its races and sums."""
    from verifier.thunder_alley.lines.season import is_season
    from verifier.thunder_alley.lines.summary import season_lines, summary_lines

    if is_season(table):
        return season_lines(table.unasked(), width)
    return summary_lines(table, width)


def template(request: TemplateRequest) -> str:
    """A record to fill in."""
    from verifier.thunder_alley.template import template as record

    return record(request)


def simulate(request: SimulateRequest) -> str:
    """A random legal race."""
    from verifier.thunder_alley.simulate import simulate as race

    return race(request)


def result(table: Table) -> Mapping[str, int] | None:
    """The points of the teams, once the race or season has any."""
    position = table.position
    if table.season is None and (position is None or any(car.place is None for car in position.cars)):
        return None
    from verifier.thunder_alley.lines.season import points

    return points(table)


def booked(table: Table, statement: Statement, place: Where, answer: Answer) -> tuple[str, ...]:
    """What a legal line changed."""
    from verifier.thunder_alley.lines.booked import booked as found

    return found(table, statement, place, answer)


def certified() -> "Callable[[Table, MovesRequest], Asked]":
    """The moves that engine and spec both find."""
    from verifier.thunder_alley.certified import asked

    return asked


def checks() -> "Checks":
    """The questions about all positions."""
    from verifier.thunder_alley.check import CHECKS

    return CHECKS


def by_solver(table: Table) -> Table:
    """The table with the spec as its judge."""
    from verifier.thunder_alley.spec.door import judge, refute

    return replace(table, judge=judge, refute=refute)


def refuting(table: Table) -> Table:
    """The table with the spec as the judge of false claims."""
    from verifier.thunder_alley.spec.door import refute

    return replace(table, refute=refute)


def courses() -> tuple[tuple[str, str], ...]:
    """The shipped tracks."""
    from verifier.thunder_alley.course import courses as found

    return found()


def course(reference: str, folders: Sequence[Path]) -> Course | None:
    """A track by name or file."""
    from verifier.thunder_alley.course import course as found

    return found(reference, folders)


GAME: Game[Table] = Game(
    name="thunder-alley",
    title="Thunder Alley",
    data=DATA,
    begin=begin,
    line=line,
    restart=restart,
    unknown_names=unknown_names,
    header=frozenset((*KINDS, "season")),
    complete=complete,
    booked=booked,
    certified=certified,
    checks=checks,
    by_solver=by_solver,
    refuting=refuting,
    position_lines=position_lines,
    cheat_sheet=CHEAT_SHEET,
    labels=labels,
    digests=digests,
    picture=picture,
    drawing=drawing,
    as_record=as_record,
    legal_moves=legal_moves,
    ends=ends,
    spell=spell,
    state=State,
    summary=summary,
    template=template,
    result=result,
    simulate=simulate,
    terms=term_tables,
    courses=courses,
    course=course,
)
