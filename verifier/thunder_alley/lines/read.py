"""Reads lines of a record that are moves; `notation/text` writes them.

Each step keeps the index of its written word (`Step.token`), so that a breach from the engine can be located: a repeated `f3`
is one word and three steps.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import final

from grammar.syntax import Leaf, Node, Span, Statement
from model.thunder_alley.moves import (
    UNKNOWN,
    Activation,
    Chosen,
    Move,
    Pass,
    Path,
    Retire,
    Step,
    has_lost_parts,
)
from model.values import replace, value
from verifier.findings import Breach
from verifier.records.speaking import UNREADABLE, NotationError, Trouble
from verifier.thunder_alley.lines.names import Names, canonical_space
from verifier.thunder_alley.lines.plain import STEP, plain_activation

MOVES = ("activation", "pass_", "team_pass", "retire", "chosen")
"""Statements that are moves."""

CHOICE = re.compile(r'(?:(?P<car>\d+|"[^"]*")|(?P<place>\d+[a-h]))(?P<way>[<>])(?P<lane>[a-h])')

WITHOUT_CARD: Mapping[str, type[Pass | Retire | Chosen]] = MappingProxyType(
    {"pass_": Pass, "retire": Retire, "chosen": Chosen}
)
"""Moves without a card, of one car."""

NOWHERE: Mapping[str, Span] = MappingProxyType({})


@value
class Word:
    """A written step of a path: the word, the words before and after it, and the steps it stands for.

    `first` and `count`: the number of its first step within the path, from 1, and how many steps it has. `second`: it belongs
    to the path of Teamwork's second car.
    """

    span: Span
    text: str
    first: int
    count: int
    second: bool = False
    links: Span | None = None
    ends: Span | None = None


@final
class Written:
    """A move and the places of its parts. `places` has `car`, `card`, `left`, `placed`, `second`, `destination`, `ends`,
    `whole`, as far as they are written.

    Only findings need the places. For a move in plain words they are located in its line on demand.
    """

    __slots__ = ("_line", "_names", "_places", "_words", "move")

    def __init__(
        self,
        move: Move,
        places: Mapping[str, Span] = NOWHERE,
        words: tuple[Word, ...] = (),
        line: Node | None = None,
        names: Names | None = None,
    ) -> None:
        self.move, self._places, self._words = move, places, words
        self._line, self._names = line, names

    @property
    def decision(self) -> Move:
        return self.move

    @property
    def open(self) -> bool:
        return has_lost_parts(self.move)

    @property
    def cars(self) -> tuple[int, ...]:
        """The cars that the line names."""
        second = self.move.second if isinstance(self.move, Activation) else None
        return tuple(number for number in (self.move.car, second and second[0]) if number)

    def span_of(self, car: int) -> Span:
        """Where the line names a car."""
        return self.places["car" if car == self.move.car else "second"]

    @property
    def places(self) -> Mapping[str, Span]:
        self._find()
        return self._places

    @property
    def words(self) -> tuple[Word, ...]:
        self._find()
        return self._words

    def _find(self) -> None:
        if self._line is not None and self._names is not None:
            found = _read(self._line, self._names)
            self._line = None
            self._places, self._words = found.places, found.words

    def word_at(self, step: int, second: bool) -> Word | None:
        """The word that contains a step of the first or the second path."""
        for word in self.words:
            if word.second == second and word.first <= step < word.first + word.count:
                return word
        return None

    def place(self, breach: Breach) -> tuple[Span, str]:
        """Where to point for a breach, and which repetition of a word is meant (`step 2 of 3`) if there are several."""
        second = self._is_second(breach)
        word = self.word_at(breach.step, second)
        if breach.token == "links":
            with_links = [w for w in self.words if w.links is not None and w.second == second]
            if word is not None and word.links is not None:
                return word.links, ""
            if with_links:
                return (with_links[0].links or with_links[0].span), ""
        elif breach.token == "ends" and word is not None and word.ends is not None:
            return word.ends, ""
        if breach.token is not None and breach.token in self.places:
            return self.places[breach.token], ""
        if breach.token in ("stop", "second"):
            last = next((w for w in reversed(self.words) if w.second == second), None)
            if last is not None:
                return last.ends or last.span, ""
        if word is not None:
            again = f"step {breach.step - word.first + 1} of {word.count}" if word.count > 1 else ""
            return word.span, again
        if breach.step < 0:
            return self.places.get("card", self.places["car"]), ""
        if breach.step > 0 and "ends" in self.places:
            return self.places["ends"], ""
        return self.places["whole"], ""

    def _is_second(self, breach: Breach) -> bool:
        move = self.move
        if not isinstance(move, Activation) or move.second is None:
            return False
        number = move.second[0]
        return breach.car == number or (number == 0 and breach.car not in (None, move.car))


def read_move(statement: Statement, names: Names) -> Written:
    """The move of a line; raises `NotationError` with every error in its names."""
    node = statement.node
    if node.kind == "activation":
        plain: Move | None = plain_activation(node.text, names)
    else:
        number = names.numbers.get(node.text.partition(" ")[0])
        plain = None if number is None else WITHOUT_CARD[node.kind](number)
    return _read(node, names) if plain is None else Written(plain, line=node, names=names)


def _read(node: Node, names: Names) -> Written:
    report = list[Trouble]()
    places = {"whole": node.span}
    words: list[Word] = []
    if node.kind == "activation":
        move: Move = _activation(node, names, places, words, report)
    elif node.kind == "team_pass":
        leaf = node.leaves()[0]
        places["car"] = leaf.span
        move = Pass(team=names.team(leaf, report))
    else:
        number = _car(node, names, places, report)
        move = WITHOUT_CARD[node.kind](number)
    if report:
        raise NotationError(*report)
    return Written(move, places, tuple(words))


def _car(node: Node, names: Names, places: dict[str, Span], report: list[Trouble]) -> int:
    car = node.child("car")
    leaf = (car.leaves() if isinstance(car, Node) else node.leaves())[0]
    places["car"] = leaf.span
    if leaf.kind == "UNKNOWN" and node.kind == "activation":
        return 0
    return names.car(leaf, report) or 0


def _activation(
    node: Node, names: Names, places: dict[str, Span], words: list[Word], report: list[Trouble]
) -> Activation:
    number = _car(node, names, places, report)
    card, printed, left, destination, path, second = None, None, None, None, None, None
    for part in node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "card":
            places["card"] = part.span
            card = names.card(part, report)
            printed = int(part.text) if part.text.isdecimal() else None
        elif part.kind == "left":
            places["left"] = part.span
            left = int(part.leaves()[0].text)
        elif part.kind == "destination":
            leaf = part.leaves()[0]
            places["destination"] = leaf.span
            destination = names.space(leaf.text, leaf.span, report)
        elif part.kind == "path":
            path = _path(part, False, names, places, words, report)
        elif part.kind == "partner":
            second = _partner(part, names, places, words, report)
    if path is None and destination is None:
        # A card and nothing after it: the record does not say where the car went.
        path = Path(lost_end=True)
    return Activation(number, card, path, destination, left, second, printed)


def _partner(
    node: Node, names: Names, places: dict[str, Span], words: list[Word], report: list[Trouble]
) -> tuple[int, Path]:
    car, path = node.parts
    assert isinstance(car, Node) and isinstance(path, Node)
    leaf = car.leaves()[0]
    places["second"] = leaf.span
    number = 0 if leaf.kind == "UNKNOWN" else names.car(leaf, report) or 0
    return number, _path(path, True, names, places, words, report)


def _path(
    node: Node, second: bool, names: Names, places: dict[str, Span], words: list[Word], report: list[Trouble]
) -> Path:
    steps: list[Step] = []
    lost_end = open_end = False
    left_after: int | None = None
    placed: str | None = None
    links: tuple[tuple[int, ...], Span] | None = None
    parts = [part for part in node.parts if isinstance(part, Node)]
    last_ends: Span | None = None
    final: str | None = None
    for part in parts:
        # Most words are a single step and nothing more; their node need not be parsed.
        plain = STEP.fullmatch(part.text) if part.kind == "step" else None
        ends = part.child("ends") if plain is None else None
        to, span = None, None
        if isinstance(ends, Node):
            leaf = ends.leaves()[0]
            to, span = names.space(leaf.text, leaf.span, report), ends.span
        if placed is not None:
            fact = "a Clean Air space ends the path, so nothing may follow it"
            report.append(Trouble(UNREADABLE, part.span, fact))
        if part.kind == "links":
            numbers = [names.car(leaf, report) for leaf in part.leaves()]
            links = tuple(number for number in numbers if number is not None), part.span
            continue
        if part.kind in ("step", "lost"):
            number = len(words)
            first = Leaf("STEP", part.text, part.span) if plain is not None else part.leaves()[0]
            made = _steps(part, first, plain, names, number, report)
            if links is not None and made:
                made[0] = replace(made[0], links=links[0])
            if to is not None and made:
                made[-1] = replace(made[-1], to=to)
            before = links[1] if links is not None else None
            words.append(Word(first.span, first.text, len(steps) + 1, len(made), second, before, span))
            steps += made
            links = None
            if part.kind == "lost" and first.text == "?" and len(parts) == 1:
                steps, lost_end = [], True
        elif part.kind == "placed":
            leaf = part.leaves()[0]
            places["placed"] = leaf.span
            placed = names.space(leaf.text[1:], leaf.span, report)
        elif part.kind == "lost_end":
            lost_end = True
        elif part.kind == "stops":
            open_end = True
            counts = [leaf for leaf in part.leaves() if leaf.kind == "INT"]
            left_after = int(counts[0].text) if counts else None
            places.setdefault("left_after", part.span)
            continue
        final, last_ends = to, span
    if links is not None:
        fact = "cars linked behind are written before the step they follow, and no step comes after these"
        report.append(Trouble(UNREADABLE, links[1], fact))
    if not open_end and final is not None:
        # The last `= 14b` applies to the whole move, including the slide of Oversteer and Understeer.
        if parts[-1].kind in ("step", "lost") and steps:
            steps[-1] = replace(steps[-1], to=None)
        if not second and last_ends is not None:
            places["ends"] = last_ends
    return Path(tuple(steps), lost_end, open_end, left_after, placed, None if open_end else final)


def _steps(
    part: Node,
    leaf: Leaf,
    plain: "re.Match[str] | None",
    names: Names,
    token: int,
    report: list[Trouble],
) -> list[Step]:
    """The steps of a word; `leaf` is the step itself, `plain` its match if the word has nothing else."""
    if part.kind == "lost":
        return [Step(UNKNOWN, token=token)] * int(leaf.text[1:] or 1)
    match = plain or STEP.fullmatch(leaf.text)
    if match is None:
        report.append(Trouble(UNREADABLE, leaf.span, f"`{leaf.text}` is not a step"))
        return []
    kind, pushes, count, lane, bump, booked = match.groups()
    repeats = int(count or 1)
    if bump and repeats > 1:
        apart = f"{kind}{repeats - 1 if repeats > 2 else ''} {kind}!"
        fact = f"`{leaf.text}` repeats a bump, but a bump is one act at the end of a move"
        report.append(Trouble(UNREADABLE, leaf.span, fact, f"write `{apart}`"))
    cars, forks = _choices(part, names, report) if plain is None else ((), ())
    step = Step(
        kind,
        bool(bump),
        lane,
        cars,
        forks,
        displaces=bool(pushes),
        booked=int(booked) if booked else None,
        token=token,
    )
    return [step] * repeats


def car_of_choice(leaf: Leaf, written: str) -> Leaf:
    """The car of `29>b` or `"Dave">b`, as a separate word."""
    span = leaf.span._replace(end_column=leaf.span.column + len(written))
    return Leaf("STRING" if written.startswith('"') else "INT", written, span)


def _choices(
    part: Node, names: Names, report: list[Trouble]
) -> tuple[tuple[tuple[int, str], ...], tuple[tuple[str, str, str], ...]]:
    lanes = part.child("lanes")
    cars: list[tuple[int, str]] = []
    forks: list[tuple[str, str, str]] = []
    for leaf in lanes.leaves() if isinstance(lanes, Node) else ():
        match = CHOICE.fullmatch(leaf.text)
        if match is None:
            report.append(Trouble(UNREADABLE, leaf.span, f"`{leaf.text}` is not a choice of lane"))
        elif match["place"]:
            space = canonical_space(match["place"])
            names.space(space, leaf.span, report)
            forks.append((space, match["way"], match["lane"]))
        else:
            number = names.car(car_of_choice(leaf, match["car"]), report)
            if number is not None:
                cars.append((number, match["lane"]))
    return tuple(cars), tuple(forks)
