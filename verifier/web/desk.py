"""A desk: one record being written. Its text, and every position that is known in it; it knows nothing of HTTP.

Lines are judged by the stepper, as by `verify`. Positions are immutable, so each line keeps its own: undo judges nothing again.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, final

from grammar.lines import split_comment
from grammar.parser import ParseResult, parse, statements_of
from grammar.syntax import Record, Statement
from model.values import replace, value
from verifier.errors import StewardError
from verifier.findings import Finding, verdict_of
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.offers import Choice, Offer, decide
from verifier.plays import Chosen, Plays
from verifier.records.expected import Expected
from verifier.records.gathered import gathered
from verifier.records.heading import KINDS as HEADING
from verifier.records.heading import read_heading
from verifier.records.replay import Options, syntax_finding, where_of
from verifier.records.stepping import Step, Stepper, last_line
from verifier.web.folder import MOST_TEXT
from verifier.web.notes import Note, with_notes

MOST_UNDONE = 1_000
"""The most changes that can be undone one by one."""


@value
class Judged:
    """A text as judged: the steps, the stepper after each of them, the stepper at the end, all findings."""

    text: str
    record: Record
    game: Game[Any]
    header: tuple[Statement, ...]
    sound: bool
    steps: tuple[Step, ...]
    steppers: tuple[Stepper, ...]
    last: Stepper
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """The verdict on the record so far."""
        return verdict_of(self.findings)

    def place_of(self, line: int) -> int:
        """The number of steps up to a line."""
        return sum(step.statement.line <= line for step in self.steps)

    def stepper_at(self, line: int) -> Stepper:
        """A stepper of its own after this line."""
        place = self.place_of(line)
        if not place:
            raise StewardError(f"no line of play comes up to line {line}")
        return self.steppers[place - 1].fork()


def judged(text: str, file: str, options: Options, known: Judged | None = None) -> Judged:
    """Judges a text with one record. `known` is an earlier text, whose lines are not judged again where they are the same.
    Raises `StewardError` for a text without a record that can be judged."""
    if len(text) > MOST_TEXT:
        raise StewardError("this record is too long for a table", "`steward verify` takes longer ones")
    parsed = _read(text, file, known)
    if len(parsed.records) != 1 or parsed.records[0].game not in GAMES:
        first = parsed.errors[0].message if parsed.errors else "a record begins with the line `game NAME`"
        several = len(parsed.records) > 1
        raise StewardError("this file has several records; only one can be at a table" if several else first)
    [record] = parsed.records
    game: Game[Any] = find_game(record.game)
    where = where_of(record, options)
    header = tuple(one for one in record.statements if one.kind in HEADING or one.kind == "either")
    heading = read_heading(record, game.data, where.folder, options.overrides)
    plain = Expected(game, heading.ruleset).record(record)
    sound = not parsed.errors
    steps: list[Step] = []
    steppers: list[Stepper] = []
    if known is not None and known.sound and sound and known.game is game and known.header == header:
        same = _same_lines(known.text, text)
        kept = sum(last_line(one.statement) <= same for one in known.steps)
        steps, steppers = [*known.steps[:kept]], [*known.steppers[:kept]]
    stepper = steppers[-1].fork() if steppers else Stepper(plain, game, heading, where, parsed.errors)
    for statement in plain.statements[len(steps) :]:
        steps.append(stepper.advance(statement))
        steppers.append(stepper)
        stepper = stepper.fork()
    stepper.end()
    found = gathered([*map(syntax_finding, parsed.errors), *heading.findings], steps).findings()
    return Judged(text, record, game, header, sound, tuple(steps), tuple(steppers), stepper, found)


def _read(text: str, file: str, known: Judged | None) -> ParseResult:
    """The record of a text. If lines were added to a known one, or taken from its end, the others are not read again."""
    if known is None or not known.sound:
        return parse(text, file)
    if known.text.startswith(text) and text.endswith("\n"):
        lines = text.count("\n")
        kept = tuple(one for one in known.record.statements if one.line <= lines)
        if kept and last_line(kept[-1]) <= lines:
            return ParseResult((replace(known.record, statements=kept),), ())
    elif known.text.endswith("\n") and text.startswith(known.text):
        begun = f"game {known.record.game}\n"
        added = begun + text[len(known.text) :]
        if not (alone := parse(added, file)).errors and len(alone.records) == 1:
            more = statements_of(added, known.text.count("\n") - 1)[1:]
            whole = replace(known.record, statements=(*known.record.statements, *more))
            return ParseResult((whole,), ())
    return parse(text, file)


def _same_lines(one: str, other: str) -> int:
    """How many lines are the same from the start."""
    count = 0
    for first, second in zip(one.split("\n"), other.split("\n"), strict=False):
        if first != second:
            break
        count += 1
    return count


@final
class Desk:
    """A record that is written. `save` keeps its text after each change; what it raises undoes the change."""

    def __init__(self, file: str, text: str, options: Options, save: Callable[[str], None]) -> None:
        self.file, self.options, self._save = file, options, save
        self.past: list[str] = []
        self.future: list[str] = []
        self.now = judged(text, file, options)
        self._offers: dict[tuple[Chosen, ...], Offer[Any]] = {}

    @property
    def text(self) -> str:
        """The record."""
        return self.now.text

    @property
    def plays(self) -> Plays[Any, Any] | None:
        """What the game provides to record a race by choices."""
        return self.now.game.plays() if self.now.game.plays is not None else None

    def change(self, text: str) -> None:
        """Replaces the whole text."""
        before = self.text
        if text == before:
            return
        self._set(text)
        self.past = [*self.past, before][-MOST_UNDONE:]
        self.future = []

    def _set(self, text: str) -> None:
        now = judged(text, self.file, self.options, self.now)
        self._save(text)
        self.now = now
        self._offers.clear()

    def undo(self) -> None:
        """Takes the last change back. After a restart, which forgets the changes, it takes the last line of the record."""
        text = self.past[-1] if self.past else self._shorter()
        if text is None:
            raise StewardError("there is nothing to undo")
        before = self.text
        self._set(text)
        self.past = self.past[:-1]
        self.future.append(before)

    def _shorter(self) -> str | None:
        """The record without its last statement, if that is not part of its header."""
        if not self.can_shorten:
            return None
        line = self.now.steps[-1].statement.line
        return _with_end("\n".join(self.text.split("\n")[: line - 1]).rstrip())

    @property
    def begun(self) -> bool:
        """Whether the last statement is one after the header."""
        header = {*HEADING, *self.now.game.header}
        return any(step.statement.kind not in header for step in self.now.steps[-1:])

    @property
    def can_shorten(self) -> bool:
        """Whether the last statement can be taken back without a list of changes."""
        return self.now.sound and self.begun

    def redo(self) -> None:
        """Makes the last change again that was taken back."""
        if not self.future:
            raise StewardError("there is nothing to redo")
        before = self.text
        self._set(self.future[-1])
        self.future.pop()
        self.past.append(before)

    def write(self, lines: Iterable[str]) -> None:
        """Adds lines. A blank line is not added to another one."""
        added = [line.rstrip() for one in lines for line in one.split("\n")]
        if added and not added[0] and self.text.endswith("\n\n"):
            added = added[1:]
        self.change(_with_end(self.text) + _with_end("\n".join(added)))

    def comment(self, line: int, words: str) -> None:
        """Puts a comment behind a line, in place of its comment; with line 0 on a line of its own at the end."""
        said = " ".join(words.split())
        if line == 0:
            self.write([f"# {said}"])
            return
        lines = self.text.split("\n")
        if not 1 <= line <= len(lines):
            raise StewardError(f"there is no line {line}")
        plain = split_comment(lines[line - 1])[0].rstrip()
        lines[line - 1] = f"{plain}  # {said}".strip() if said else plain
        self.change("\n".join(lines))

    def header(self) -> str:
        """The text up to the first line that is not of the header."""
        kinds = {*HEADING, *self.now.game.header}
        play = next((one.statement.line for one in self.now.steps if one.statement.kind not in kinds), None)
        if play is None:
            return self.text
        return _with_end("\n".join(self.text.split("\n")[: play - 1]).rstrip())

    def position(self) -> tuple[str, ...]:
        """The position at the end as the lines of a block; before the start, one that the first choices lead to."""
        game, table = self.now.game, self.now.last.table
        lines = game.position_lines(table)
        if lines or self.plays is None or (offer := self.offer()) is None:
            return lines
        decision = decide(offer, lambda one: iter(one.choices))
        begun = self.plays.written(table, decision) if decision is not None else ()
        return game.position_lines(self.tried(begun)[0].table)

    def tried(self, lines: Iterable[str], *, fresh: bool = False) -> tuple[Stepper, tuple[Finding, ...]]:
        """Where lines would lead from the end of the record, or from its header (`fresh`), and what is wrong with them."""
        now = judged(self.header(), self.file, self.options) if fresh else self.now
        parsed = parse(f"game {now.game.name}\n{_with_end(chr(10).join(lines))}", self.file)
        stepper = now.last.fork()
        found = [*map(syntax_finding, parsed.errors)]
        for record in parsed.records:
            for statement in record.statements[1:]:
                found += stepper.advance(statement).findings
        return stepper, tuple(found)

    def offer(self, chosen: Sequence[Chosen] = ()) -> Offer[Any] | None:
        """What is due at the end of the record after these choices; None if nothing is. Raises `StewardError` if one of them is
        not offered."""
        path = tuple(chosen)
        for end in range(len(path) + 1):
            if path[:end] in self._offers:
                continue
            found = self._after(path[:end]) if end else self._due()
            if found is not None:
                self._offers[path[:end]] = found
        return self._offers.get(path)

    def _after(self, path: tuple[Chosen, ...]) -> Offer[Any] | None:
        before = _named(self._offers.get(path[:-1]), path[-1])
        return _joined(one.then() for one in before if one.then is not None)

    def _due(self) -> Offer[Any] | None:
        last, plays = self.now.last, self.plays
        if plays is None or not last.followed:
            return None
        stated = any(step.statement.kind == "result" for step in self.now.steps)
        return with_notes(self.now.game, plays, last.table, stated=stated)

    def choices(self, chosen: Sequence[Chosen]) -> list[Choice[Any]]:
        """The choices that the last of these names: several if they are written in the same way. Raises `StewardError` if it is
        not offered."""
        if not chosen:
            raise StewardError("nothing was chosen")
        *before, last = chosen
        return _named(self.offer(before), last)

    def choose(self, chosen: Sequence[Chosen]) -> bool:
        """Writes the lines of the decision that these choices complete; False if more is to be chosen."""
        decision = next((one.decision for one in self.choices(chosen) if one.decision is not None), None)
        if decision is None:
            return False
        assert self.plays is not None
        noted = isinstance(decision, Note)
        self.write(decision.lines if noted else self.plays.written(self.now.last.table, decision))
        return True


def _named(offer: Offer[Any] | None, chosen: Chosen) -> list[Choice[Any]]:
    """The choices of this kind and name."""
    found = [one for one in offer.choices if (one.kind, one.name) == chosen] if offer is not None else []
    if not found:
        raise StewardError(f"`{' '.join(chosen).strip()}` is not offered here")
    return found


def _joined(offers: Iterable[Offer[Any]]) -> Offer[Any] | None:
    """Offers after choices with the same name as one."""
    found = [*offers]
    if len(found) < 2:
        return found[0] if found else None
    choices = tuple(choice for one in found for choice in one.choices)
    return replace(found[0], choices=choices, key=None, places=None)


def _with_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"
