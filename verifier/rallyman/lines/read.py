"""Reads the turns of a record: turns the syntax tree of a line into a `Turn`, with the place of each word."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from grammar.syntax import Leaf, Node, Span
from model.rallyman.facts import DIRTY, FINISH, FLAT, GOOD
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, CLEAR, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT
from verifier.naming import one_of
from verifier.records.speaking import unreadable

SHOWN = {"": CLEAR, "!": SYMBOL, "$": SAFE, "?": UNKNOWN}
MARKS = {
    "/i": INSIDE,
    "/d": DRIFT,
    "/k+": SHORTCUT,
    "/k~": SHORTCUT,
    "/kx": SHORTCUT,
    "/k?": SHORTCUT,
    "/?": UNKNOWN,
}
CUTS = {"+": GOOD, "~": DIRTY, "x": FLAT, "?": UNKNOWN}

MOST_DICE = 14
"""The most dice of a turn that are read; the game has seven."""


@dataclass(slots=True)
class Written:
    """A turn with the places of its words: `steps` one for each die used, `words` by their meaning (`driver`, `round`, `card`,
    `loss`, `sisu`, `wheel`, `blocked`, `attack`, `handed`), `sisus` the `S` after single dice, by the number of the die; `checks`
    is what follows after `>`."""

    turn: Turn
    steps: tuple[Span, ...] = ()
    words: dict[str, Span] = field(default_factory=dict)
    sisus: dict[int, Span] = field(default_factory=dict)
    checks: tuple[Node, ...] = ()
    whole: Span | None = None

    def span(self, step: int, token: str | None) -> Span:
        """The place of a breach."""
        if token == "sisu" and step in self.sisus:
            return self.sisus[step]
        if token in self.words:
            return self.words[token]
        if 0 < step <= len(self.steps):
            return self.steps[step - 1]
        assert self.whole is not None
        return self.whole


def read_turn(node: Node, driver: str, spaces: Iterable[str] = ()) -> Written:
    """The turn on a line. `driver` is the name that its first word means, `spaces` are those of the stage. Raises
    `NotationError`."""
    mover, played = node.child("mover"), node.child("played")
    assert isinstance(mover, Node) and isinstance(played, Node)
    leaves = mover.leaves()
    written = Written(Turn(driver), whole=played.span)
    written.words["driver"] = leaves[-1].span
    turn = _Reader(driver, written)
    if leaves[0].kind == "ROUND":
        turn.round = int(leaves[0].text[1:])
        written.words["round"] = leaves[0].span
    for part in played.parts:
        assert isinstance(part, Node)
        turn.part(part)
    card, checks = node.child("card"), node.child("checks")
    if isinstance(card, Node):
        turn.card = card.leaves()[0].text
        written.words["card"] = card.leaves()[0].span
    if isinstance(checks, Node):
        written.checks = tuple(part for part in checks.parts if isinstance(part, Node))
    written.turn = turn.turn(spaces)
    return written


@dataclass(slots=True)
class _Reader:
    driver: str
    written: Written
    mode: str = BASIC
    steps: list[Step] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    landings: list[Leaf | None] = field(default_factory=list)
    wheel: bool = False
    unused: tuple[Die, ...] = ()
    handed: Die | None = None
    sisu: bool = False
    loss: str | None = None
    loss_cut: str | None = None
    card: str | None = None
    open: bool = False
    lost: bool = False
    round: int | None = None

    def part(self, node: Node) -> None:
        """Reads one part of a turn."""
        words = self.written.words
        match node.kind:
            case "wheel":
                self.wheel = True
                words["wheel"] = node.span
            case "blocked":
                self.mode = BLOCKED
                words["blocked"] = node.span
            case "basic":
                self._basic(node)
            case "attack":
                self.mode = ATTACK
                words["attack"] = node.span
                self._attack(node)
            case "loss":
                leaves = node.leaves()
                words["loss"] = node.span
                self.loss = leaves[0].text[1:]
                self.loss_cut = self._cut_of_push(leaves[1]) if len(leaves) > 1 else None

    def turn(self, spaces: Iterable[str]) -> Turn:
        """The turn read so far."""
        if len(self.steps) > MOST_DICE or len(self.unused) > MOST_DICE:
            fact = f"there are more than {MOST_DICE} dice in this turn"
            raise unreadable(self.spans[MOST_DICE - 1], fact, "a turn has five gear dice and two gas dice")
        self.written.steps = tuple(self.spans)
        ends: tuple[str | None, ...] = ()
        if any(self.landings):
            known = (FINISH, *spaces)
            ends = tuple(one_of(leaf, "space", known) if leaf is not None else None for leaf in self.landings)
        return Turn(
            self.driver,
            self.mode,
            tuple(self.steps),
            self.wheel,
            self.unused,
            self.handed,
            self.sisu,
            self.loss,
            self.loss_cut,
            self.card,
            self.open,
            self.lost,
            ends,
            self.round,
        )

    def _basic(self, node: Node) -> None:
        parts = list(node.parts)
        if len(parts) == 1 and parts[0].kind == "step" and isinstance(parts[0], Node):
            leaves = parts[0].leaves()
            if leaves[0].text == "?" and len(leaves) == 1:
                self.lost = True
                return
        for part in parts:
            if isinstance(part, Leaf):
                self.open = True
            elif part.kind == "sisu":
                self.written.sisus[len(self.steps)] = part.span
                last = self.steps[-1]
                self.steps[-1] = Step(last.die, last.line, last.cut, sisu=True)
            else:
                self._step(part)

    def _attack(self, node: Node) -> None:
        tray, sisu = node.child("tray"), node.child("sisu")
        assert isinstance(tray, Node)
        rolled, handed = tray.child("rolled"), tray.child("handed")
        assert isinstance(rolled, Node)
        for part in rolled.parts:
            assert isinstance(part, Node)
            if part.kind == "unused":
                self.unused = tuple(die for leaf in part.leaves() for die in _dice(leaf))
            else:
                self._step(part)
        if isinstance(handed, Node):
            self.written.words["handed"] = handed.span
            self.handed = _dice(handed.leaves()[0])[0]
        if isinstance(sisu, Node):
            self.written.words["sisu"] = sisu.span
            self.sisu = True

    def _step(self, node: Node) -> None:
        mark, landing = node.child("MARK"), node.child("LANDING")
        dice = _dice(node.leaves()[0])
        line, cut = UNKNOWN if dice[0].name == UNKNOWN else None, None
        if isinstance(mark, Leaf):
            line, cut = MARKS[mark.text], CUTS[mark.text[2]] if mark.text.startswith("/k") else None
        for die in dice:
            self.steps.append(Step(die, line, cut))
            self.spans.append(node.span)
            self.landings.append(_space(landing) if isinstance(landing, Leaf) else None)

    def _cut_of_push(self, leaf: Leaf) -> str:
        if not leaf.text.startswith("/k"):
            fact = f"`{leaf.text}` has no meaning after a loss of control"
            raise unreadable(leaf.span, fact, "a push into a shortcut draws a cut card: `*left/k+`")
        return CUTS[leaf.text[2]]


def _dice(leaf: Leaf) -> tuple[Die, ...]:
    """A die as written; several for `?3`."""
    if leaf.kind == "UNKNOWN":
        count = min(int(leaf.text[1:] or 1), MOST_DICE + 1)
        return (Die(UNKNOWN, UNKNOWN),) * max(count, 1)
    return (Die(leaf.text[0], SHOWN[leaf.text[1:]]),)


def _space(landing: Leaf) -> Leaf:
    """The name of the space after `=`."""
    span = landing.span
    return Leaf("WORD", landing.text[1:], Span(span.line, span.column + 1, span.end_column))
