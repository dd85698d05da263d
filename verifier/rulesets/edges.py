"""Edge cases: for a rule and a fact, two cases that differ in this fact alone, and the rule is at work in one of them only.

A case is a position and a decision. A rule is at work in it if it decides against the decision, or if the result is another one
without the rule; a reading, if the result is another one under it. Such pairs are those of MC/DC for conditions of programs, with
neighbouring values of the fact first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from grammar.parser import parse
from model.datafiles import GameData
from model.rules import LEGALITY, load_house_rules, load_rules
from model.ruleset import Ruleset, default_ruleset, parameter
from model.rulings import load_rulings
from model.values import replace
from verifier.records.replay import Options
from verifier.records.testing import PASSED, run_record
from verifier.rulesets.changes import OFF, OPTION, PARAMETER, RULE, RULING, Change, other_readings, switched
from verifier.rulesets.checking import PROVED, Checked, Found, control
from verifier.rulesets.goals import REACHED, UNREACHABLE, Edges, Goal, Side, Subject
from verifier.rulesets.scenes import Result

INSIDE, OUTSIDE = "just inside", "just outside"

UNPLAYED = "positions that a judge refused"


class DifferError(Exception):
    """The judges do not agree about a case; `record` shows it."""

    def __init__(self, record: Sequence[str]) -> None:
        super().__init__("the judges differ")
        self.record = tuple(record)


def subjects(data: GameData, ruleset: Ruleset, only: str | None = None) -> list[Subject]:
    """The rules of a ruleset that a case can show, then the readings that are not in force, and each number one larger, or
    smaller if it is the largest; with `only` those of one rule."""
    book, found = load_rules(data), []
    for rule in book:
        if rule.id not in ruleset.left_out:
            change = Change(data, RULE, rule.id, OFF) if rule.without else None
            found.append(Subject(rule.id, (rule.id,), change, rule.kind == LEGALITY))
    changes = [one for ruling in load_rulings(data).rulings for one in other_readings(data, ruleset, ruling)]
    for name, known in load_house_rules(data).parameters.items():
        number = parameter(data, ruleset, name)
        if known.min < known.max:
            changes.append(Change(data, PARAMETER, name, str(number + (1 if number < known.max else -1))))
    found += [Subject(str(one), one.rules, one) for one in changes]
    return [one for one in found if only is None or only in one.rules]


def in_force(
    data: GameData, ruleset: Ruleset, only: str | None = None
) -> Iterator[tuple[Ruleset, list[Subject]]]:
    """The ruleset with all of its subjects; then with each optional rule in force, which is one more, and if the ruleset is
    without it, the subjects of its rule too."""
    yield ruleset, subjects(data, ruleset, only)
    for switch in switched(data, ruleset):
        option = Change(data, OPTION, switch.name, OFF)
        found = (
            [Subject(f"option {option.name}", option.rules, option)] if only in (None, *option.rules) else []
        )
        if switch.value == OFF:
            yield ruleset, found
        elif found:
            every = switch.applied(ruleset)
            yield (
                every,
                [*found, *(subject for rule in option.rules for subject in subjects(data, every, rule))],
            )


class Case(Protocol):
    """A position and a decision."""

    @property
    def game(self) -> str: ...
    @property
    def before(self) -> tuple[tuple[str, ...], ...]:
        """The records that its record names, from their titles on."""
        ...

    @property
    def decision(self) -> object: ...
    @property
    def head(self) -> Sequence[str]:
        """The lines of a record before the position, from the rules on."""
        ...

    @property
    def lines(self) -> Sequence[str]:
        """The position and the decision."""
        ...

    def by_engine(self, ruleset: Ruleset) -> Result | None: ...
    def by_spec(self, ruleset: Ruleset) -> Result | None: ...
    def told(self, ruleset: Ruleset) -> Sequence[str]:
        """The lines that state everything about the engine's result if it is legal."""
        ...


def works(case: Case, subject: Subject, ruleset: Ruleset, *, by_spec: bool = True) -> bool | None:
    """Whether a subject is at work in a case, by both judges or by the engine alone; None if a judge has no answer or several.
    Raises `DifferError`."""
    plain = _single(case, ruleset, by_spec)
    if plain is None or plain.rule == subject.name:
        return None if plain is None else True
    if subject.change is None:
        return False
    other = _single(case, subject.change.applied(ruleset), by_spec)
    return None if other is None else plain.unlike(other)


def _single(case: Case, ruleset: Ruleset, by_spec: bool) -> Result | None:
    """The result, if there is a single one."""
    one = case.by_engine(ruleset)
    if one is not None and by_spec:
        two = case.by_spec(ruleset)
        if two is not None and one.unlike(two):
            raise DifferError((*case.head, *case.lines))
        if two is None or one.rule != two.rule:
            return None
    return one if one is not None and len(one.ways) < 2 else None


def pair_of(inside: Case, outside: Case, subject: Subject, ruleset: Ruleset) -> tuple[Side, Side] | None:
    """Both cases as records, if both judges find the subject at work in the first one only, and the records pass."""
    if works(inside, subject, ruleset) is not True or works(outside, subject, ruleset) is not False:
        return None
    return sides_of(inside, outside, subject, ruleset)


def sides_of(inside: Case, outside: Case, subject: Subject, ruleset: Ruleset) -> tuple[Side, Side] | None:
    """Cases that are known to be such a pair as records, if the records pass."""
    here, there = _apart(inside, outside), _apart(outside, inside)
    sides = (
        Side(here or f"without {there}", _record(inside, subject, ruleset), inside.before),
        Side(there or f"without {here}", _record(outside, subject, ruleset), outside.before),
    )
    return sides if all(_passes(inside.game, one) for one in sides) else None


def _passes(game: str, side: Side) -> bool:
    """Whether both judges find what the records expect."""
    text = "\n".join(line for one in (*side.before, side.record) for line in (f"game {game}", *one, ""))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "edge.race"
        path.write_text(text, encoding="utf-8")
        parsed = parse(text, str(path))
        tested = (run_record(one, parsed.errors, Options()) for one in parsed.records)
        return all(one.status == PASSED for one in tested)


def _apart(one: Case, other: Case) -> str:
    """The lines that only the first case has."""
    lines, others = ((*case.head, *case.lines) for case in (one, other))
    return "; ".join(line.strip() for line in lines if line not in others).replace('"', "'")


def _record(case: Case, subject: Subject, ruleset: Ruleset) -> tuple[str, ...]:
    """A test record of a case, after its title; under both readings of a ruling if they differ."""
    rulesets, change = {"": ruleset}, subject.change
    if change is not None and change.kind == RULING:
        other = change.applied(ruleset)
        plain, result = case.by_engine(ruleset), case.by_engine(other)
        if plain is not None and result is not None and (plain.rule != result.rule or plain.unlike(result)):
            before = f"under {change.name} = {ruleset.readings[change.name]}"
            rulesets = {before: ruleset, f"under {change.name} = {change.value}": other}
    expected: list[str] = []
    told: list[str] = []
    for under, one in rulesets.items():
        result = case.by_engine(one)
        if result is not None and result.rule:
            expected.append(f"expect illegal {result.rule} {under}".rstrip())
        elif lines := case.told(one):
            told += [under, *(f"  {line}" for line in lines), "end"] if under else lines
    return (*expected, *case.head, *case.lines, *told)


def controls(data: GameData, edges: Edges) -> Iterator[Checked]:
    """In the first part, another reading that is known to have an edge; and the reading in force, which has none."""
    ruleset, part = default_ruleset(data), edges.parts[0]
    change = other_readings(data, ruleset, edges.known)[0]

    def outcomes(change: Change) -> set[str]:
        return {one.outcome for one in part.find(ruleset, [Subject(str(change), change.rules, change)])}

    def known() -> Found | None:
        return Found("found") if REACHED in outcomes(change) else None

    def in_force() -> Found | None:
        return (
            None
            if outcomes(change.undone(ruleset)) == {UNREACHABLE}
            else Found("an edge of what is in force")
        )

    yield control(f"an edge of {change}", part.name, known)
    yield control(f"{change.undone(ruleset)}, which is in force", part.name, in_force, PROVED)


Roles = dict[tuple[str, str], list[str]]
"""What a record shows: for each rule or reading, and inside or outside, the facts."""


def files(data: GameData, edges: Edges, goals: Iterable[Goal]) -> Mapping[str, str]:
    """The test records of the plainest pair for each subject and fact, by the names of their files: one for each chapter of the
    rules. Pairs share the records of cases that they have in common."""
    book = load_rules(data)
    place = {rule.id: number for number, rule in enumerate(book)}
    plainest: dict[tuple[str, str], Goal] = {}
    for goal in goals:
        known = plainest.setdefault((goal.name, goal.fact), goal) if goal.outcome == REACHED else goal
        if _size(goal) < _size(known):
            plainest[goal.name, goal.fact] = goal
    every: dict[Side, tuple[str, Roles, dict[str, None]]] = {}
    for goal in sorted(plainest.values(), key=lambda one: place[one.rules[0]]):
        for word, side in zip((INSIDE, OUTSIDE), goal.sides, strict=True):
            plain = replace(side, apart="")
            _, roles, shown = every.setdefault(plain, (book.chapter(goal.rules[0]), {}, {}))
            roles.setdefault((goal.name, word), []).append(f"{goal.fact}: {side.apart}")
            if word == INSIDE:
                shown |= dict.fromkeys(goal.rules)
    texts: dict[str, dict[str, None]] = {}
    for side, (chapter, roles, shown) in every.items():
        title = ", ".join(f"{name} {word} ({'; '.join(facts)})" for (name, word), facts in roles.items())
        head = [f"game {data.game}", f'title "{title}"', *([f"shows {' '.join(shown)}"] if shown else [])]
        text = "\n".join(["", *head, *side.record])
        for lines, named in edges.named.items():
            text = text.replace(lines, named)
        about = f"# Edge cases: {book.chapters[chapter]}. `steward edge-cases` writes them."
        before = ("\n".join(["", f"game {data.game}", *one]) for one in side.before)
        texts.setdefault(chapter, {about: None}).update(dict.fromkeys([*before, text]))
    return {
        **(edges.files if texts else {}),
        **{f"{_file_name(chapter)}.race": "\n".join([*text, ""]) for chapter, text in texts.items()},
    }


def _size(goal: Goal) -> int:
    return sum(len(side.record) for side in goal.sides)


def _file_name(chapter: str) -> str:
    return f"{int(chapter):02}" if chapter.isdigit() else chapter.casefold()
