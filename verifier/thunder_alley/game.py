"""Thunder Alley's implementation of the game interface of the shared tool."""

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import final

from grammar.syntax import Record
from model.datafiles import plain
from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, EVENTS, card_by_name, event_by_name
from model.thunder_alley.facts import DATA, TEAMS, WEAR
from model.thunder_alley.position import OVER
from model.thunder_alley.terms import flag_named, term_tables, wear_named
from model.thunder_alley.track import Track
from model.values import replace
from verifier.game import Game, Where
from verifier.lazily import later, stored
from verifier.thunder_alley.lines.header import KINDS
from verifier.thunder_alley.lines.line import fresh_start, new_table, table_line, unknown_names
from verifier.thunder_alley.lines.sheet import CHEAT_SHEET
from verifier.thunder_alley.lines.terms import Table

HERE = "verifier.thunder_alley"

MOST_TRACKS = 64
"""The most tracks whose hashes are cached at once."""

PARTS = attrgetter("setup", "standing", "season", "stopped", "gap")
"""The state of a table."""


def begin(record: Record, ruleset: Ruleset, place: Where) -> Table:
    """The empty table before the header of a record."""
    return new_table(ruleset)


@final
class State:
    """The state of a table that later lines depend on. Two states share every object that no line has changed, so comparing
    them looks only at what has."""

    def __init__(self, table: Table) -> None:
        self._position = table.standing.position
        self._parts = PARTS(table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._position)


def complete(table: Table) -> bool:
    """Whether the race is over, all its turns played; for a season, whether its sums can be counted."""
    if table.season is not None and table.season.races:
        return GAME.result(table) is not None
    return table.position is not None and table.door.onward(table.setup, table.position)[-1].step == OVER


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
    from verifier.fingerprint import digest

    facts = [track.spaces, track.ahead, track.inside, track.outside, track.ring, track.line, track.green]
    return digest([*facts, track.restart, track.grid])


def position_lines(table: Table) -> tuple[str, ...]:
    """The table as the lines of a `position` block; none while the position is unknown."""
    from verifier.thunder_alley.pictures.block import block_lines

    return () if table.position is None else block_lines(table.setup, table.position)


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


def by_solver(table: Table) -> Table:
    """The table with the spec as its judge."""
    from verifier.thunder_alley.spec import door

    return replace(table, door=door, refute=door.refute)


def refuting(table: Table) -> Table:
    """The table with the spec as the judge of false claims."""
    from verifier.thunder_alley.spec.door import refute

    return replace(table, refute=refute)


GAME: Game[Table] = Game(
    name="thunder-alley",
    title="Thunder Alley",
    data=DATA,
    begin=begin,
    line=table_line,
    restart=fresh_start,
    unknown_names=unknown_names,
    header=frozenset((*KINDS, "season")),
    complete=complete,
    booked=later(f"{HERE}.lines.booked", "booked"),
    certified=later(f"{HERE}.certified", "asked"),
    checks=stored(f"{HERE}.check", "CHECKS"),
    finds=stored(f"{HERE}.find", "FINDS"),
    infers=stored(f"{HERE}.infer", "INFERS"),
    plays=stored(f"{HERE}.plays", "PLAYS"),
    by_solver=by_solver,
    refuting=refuting,
    position_lines=position_lines,
    cheat_sheet=CHEAT_SHEET,
    labels=labels,
    digests=digests,
    picture=later(f"{HERE}.pictures.text", "picture"),
    scene=later(f"{HERE}.pictures.svg", "scene"),
    spots=later(f"{HERE}.pictures.text", "spots"),
    tried=later(f"{HERE}.pictures.tried", "tried"),
    as_record=later(f"{HERE}.lines.as_record", "record_text"),
    legal_moves=later(f"{HERE}.lines.offers", "offers"),
    ends=later(f"{HERE}.lines.ends", "ends"),
    spell=spell,
    state=State,
    summary=later(f"{HERE}.lines.summary", "summary"),
    template=later(f"{HERE}.template", "template"),
    result=later(f"{HERE}.lines.season", "points"),
    simulate=later(f"{HERE}.simulate", "simulate"),
    terms=term_tables,
    courses=later(f"{HERE}.course", "courses"),
    course=later(f"{HERE}.course", "course"),
)
