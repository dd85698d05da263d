"""Lost parts of The Great Race: the engine completes decisions; here are words for what no judge fills in."""

import re
from collections.abc import Callable, Iterator, Set
from collections.abc import Sequence as Seq
from functools import partial
from itertools import product, takewhile

from grammar.syntax import Statement
from model.great_race.cards import cards
from model.great_race.moves import Buy, Decision, Display, Drive, Lost, Plan, Play, Power, Scout
from model.great_race.moves import Sequence as Acts
from model.great_race.position import ESCORT, EXPLORER, MECHANIC, TREASURY, ZONES
from model.values import replace
from verifier.gaps.completing import StoppedError
from verifier.gaps.lost_parts import Hole, Infers, Tick, Word, at, named, several, whole
from verifier.great_race.engine import chances
from verifier.great_race.engine.completed import Completed, completed
from verifier.great_race.engine.offered import Maker
from verifier.great_race.engine.offers import next_acts, sequences
from verifier.great_race.engine.table import Filled, NotKnownError
from verifier.great_race.lines.header import set_up
from verifier.great_race.lines.lost import lost
from verifier.great_race.lines.names import names_of
from verifier.great_race.lines.play import KINDS, read_decision
from verifier.great_race.lines.terms import Table
from verifier.great_race.lines.write import (
    forced_text,
    line_text,
    names_text,
    place_text,
    split_text,
    step_text,
    zones_text,
)
from verifier.offers import Choice, every
from verifier.records.speaking import NotationError

BEFORE_CARD = re.compile(r"\b(?:play|with) $")
BEFORE_PLAYER = re.compile(
    r"^\s*(?:(?:camp|plan|bonus|check) |order(?: \w+)* |check (?:order|winner|track \d)(?: \w+)* )?$"
)
BEFORE_ZONE = re.compile(r"^\s*plan \w+((?: [{0}]\d)*) ([{0}]?)$".format("".join(ZONES)))
BEFORE_TILE = re.compile(r"^\s*check tile \S+ $")
BEFORE_SPACE = re.compile(r"\w@$")
BEFORE_NUMBER = re.compile(r"^turn $")

OF_ZONE = {
    EXPLORER: {"scout", "draw"},
    MECHANIC: {"drive", "repair"},
    ESCORT: {"clear"},
    TREASURY: {"cash"},
}
"""The acts that take an assistant from each zone."""

FIELDS = {
    "to": "step",
    "split": "payment",
    "levels": "fuel",
    "dropped": "dropped",
    "spaces": "tiles named",
    "forced": "discards",
}
"""What a lost field is called; others have their own name."""


def hole(table: Table, statement: Statement, later: Seq[Statement], tick: Tick) -> Hole | None:
    """The first lost part of a line that can be filled in; of a sequence all at once."""
    table = set_up(table)
    if table.setup is None or table.standing is None or statement.kind not in KINDS:
        return None
    try:
        decision = read_decision(statement.node, names_of(table.setup))
    except NotationError:
        return None
    if not lost(decision):
        return None
    if isinstance(decision, Display | Plan):
        leaf = next(leaf for leaf in statement.node.leaves() if leaf.kind == "UNKNOWN")
        if isinstance(decision, Display):
            return at(leaf, "card", several(leaf, named(cards())))
        return at(leaf, "plan", named(_plans(table.setup.parameter("assistants"))))
    return whole(statement, "line", _lines(table, decision, later, tick))


def words(table: Table, before: str) -> Seq[str]:
    """What can stand for a `?` that the grammar does not know: a card, a player, a space, a number."""
    if BEFORE_CARD.search(before):
        return tuple(cards())
    if BEFORE_PLAYER.search(before):
        return table.players
    if planned := BEFORE_ZONE.search(before):
        most = table.setup.parameter("assistants") if table.setup is not None else 0
        zones = [""] if planned[2] else [zone for zone in ZONES if zone not in planned[1]]
        return tuple(f"{zone}{count}" for zone in zones for count in range(1, most + 1))
    if BEFORE_TILE.search(before):
        return (*table.board.terrain, "none") if table.board is not None else ()
    if BEFORE_SPACE.search(before):
        return tuple(place.id for place in table.board.places) if table.board is not None else ()
    if not BEFORE_NUMBER.search(before):
        return ()
    turn = table.position.turn if table.position is not None else 0
    return str(turn), str(turn + 1)


def _plans(most: int) -> Iterator[str]:
    """Every distribution of assistants."""
    for x, m, s, t in product(range(most + 1), repeat=len(ZONES)):
        if x + m + s + t <= most:
            yield zones_text((x, m, s, t))


def _lines(table: Table, decision: Decision, later: Seq[Statement], tick: Tick) -> Iterator[Word]:
    """The completed lines of a decision, with what was lost in it, but not with a whole rest."""
    assert table.setup is not None and table.standing is not None
    barred = _barred(table, decision.player, later) if isinstance(decision, Acts) else set()

    def left_out(choice: Choice[Decision], kinds: Set[str] = frozenset()) -> bool:
        tick()
        return choice.kind in barred or choice.kind in kinds

    for one in _acted(table, decision, left_out):
        try:
            for done in completed(table.setup, table.standing, one, tick):
                if lost(done.decision):
                    raise StoppedError("it has a lost part that is not filled in; write it")
                yield Word(line_text(done.decision), values=tuple(_facts(one, done)))
        except NotKnownError as error:
            raise StoppedError(str(error)) from None


def _barred(table: Table, player: str, later: Seq[Statement]) -> set[str]:
    """The acts with which a player cannot have ended a sequence: each takes an assistant that later sequences of this convoy
    need, and nobody acts after passing (GR-6.5, GR-6.6)."""
    assert table.setup is not None and table.standing is not None
    names, lasts = names_of(table.setup), list[str]()
    for line in takewhile(lambda line: line.kind in ("sequence", "interrupt", "check"), later):
        if line.kind == "sequence" and line.node.leaves()[0].text == player:
            try:
                one = read_decision(line.node, names)
            except NotationError:
                continue
            assert isinstance(one, Acts)
            lasts.append(type(one.acts[-1]).__name__.lower())
    found = {"pass"} if lasts else set()
    left = table.standing.position.player(player).left
    for zone, there in zip(ZONES, left or (), strict=False):
        acts = OF_ZONE[zone]
        needed = sum(last in acts for last in lasts)
        if there <= needed or (zone == TREASURY and needed):
            found |= acts
    return found


def _acted(table: Table, decision: Decision, left_out: Callable[..., bool]) -> Iterator[Decision]:
    """The decision with lost acts filled in: one, or any number if the rest or the whole of a sequence is lost."""
    assert table.setup is not None and table.standing is not None
    acts = decision.acts if isinstance(decision, Acts) else ()
    place = next((place for place, act in enumerate(acts) if isinstance(act, Lost)), None)
    if place is None or not isinstance(decision, Acts):
        yield decision
        return
    begun, last, after = acts[:place], acts[place], acts[place + 1 :]
    assert isinstance(last, Lost)
    if any(map(lost, begun)) or (after and last.rest):
        raise StoppedError("an act is lost after another lost part, which must be written")
    maker = Maker(table.setup, table.standing)
    if after:
        ends = all(isinstance(act, Play | Power) for act in after)
        for one in every(next_acts(maker, decision.player, begun, ends=ends), left_out):
            assert isinstance(one, Acts)
            yield from _acted(table, replace(one, acts=(*one.acts, *after)), left_out)
        return
    # Those of one act come first: they are few.
    for kinds in ({"buy", "play", "power"}, set[str]()):
        for one in every(sequences(maker, decision.player, begun), partial(left_out, kinds=kinds)):
            assert isinstance(one, Acts)
            more = any(isinstance(act, Buy | Play | Power) for act in one.acts[len(begun) :])
            if more == (not kinds) and (last.rest or not begun or len(one.acts) == len(acts)):
                yield one


def _facts(written: Decision, done: Completed) -> Iterator[tuple[str, str]]:
    """What was lost, but not with a whole rest, and its value; a lost step is one fact."""
    steps = [(one.act, one.word) for one in done.lost if one.field == "to"]
    for act, word in steps:
        drive = _part(done.decision, act)
        assert isinstance(drive, Drive)
        yield "step", step_text(drive.steps[int(word.rpartition(" ")[2]) - 1])
    for one in done.lost:
        if one.field == "puts":
            was = _part(written, one.act)
            assert isinstance(was, Scout) and was.puts is not None
            yield from (("tile", now.tile) for now, put in zip(one.now, was.puts, strict=True) if now != put)
        elif (one.act, one.word) not in steps:
            yield FIELDS.get(one.field, one.field), _text(one)


def _part(decision: Decision, act: int) -> object:
    """An act of a sequence, or what a card is used for in it."""
    assert isinstance(decision, Acts)
    part = decision.acts[act - 1]
    return part.use if isinstance(part, Play | Power) else part


def _text(one: Filled) -> str:
    match one.field:
        case "split":
            return split_text(one.now)
        case "space":
            return place_text(one.now)
        case "spaces":
            return " ".join(map(place_text, one.now))
        case "dropped":
            return " ".join(names_text(one.now))
        case "forced":
            return " ".join(forced_text(one.now))
    return str(one.now)


def lines_missing(before: Table, after: Table) -> int | None:
    """How many lines are missing at least: in each turn between, a player who has not finished plans, and has a sequence if all
    assistants are placed."""
    first, last = before.position or before.gap, after.position
    if first is None or last is None or after.setup is None or last.turn < first.turn:
        return None
    lines = 2 if after.setup.reading("plan-all-five") == "a" else 1
    driving = sum(not player.finished for player in last.players)
    return max(0, last.turn - first.turn - 1) * lines * driving


def beaten(table: Table) -> tuple[str, ...]:
    """Who cannot have won, once a player has arrived."""
    position, table = table.position or table.gap, table.unasked()
    if position is None or table.setup is None:
        return ()
    return tuple(f"{name} cannot have won: {why}" for name, why in chances.beaten(table.setup, position))


INFERS = Infers(hole, words, lines_missing=lines_missing, beaten=beaten)
