"""Reads the lines of play: turns the syntax tree of a line into a decision, with the place of each word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from grammar.syntax import Leaf, Node, Span
from model.great_race.moves import (
    UNKNOWN,
    Act,
    Buy,
    Cash,
    Clear,
    Draw,
    Drive,
    Fix,
    Forced,
    Hit,
    Lost,
    Pass,
    Play,
    Power,
    Put,
    Reaction,
    Repair,
    Scout,
    Search,
    Spaces,
    Split,
    Step,
)
from model.values import replace
from verifier.records.speaking import unreadable

MOST_ACTS, MOST_STEPS, MOST_CARDS = 40, 60, 99
"""The most acts of a sequence, steps of a drive and cards of a list that are read."""

JERRYCAN = "Jerrycan"
"""The card that may be played on the way (GR-12.7)."""

GUIDE = "guide"
"""A mark of a step: its STOP is ignored."""

BY_SPACES = ("Tracker", "Cheat")
"""Cards that name spaces."""

BY_TILES = ("Cartographer", "Surveyor")
"""Cards that name tiles, even if none of them finds a space."""


class Names(Protocol):
    """Finds what a word means; each raises `NotationError`, with the nearest names, for an unknown one."""

    def player(self, leaf: Leaf) -> str: ...
    def card(self, leaf: Leaf) -> str: ...
    def tile(self, leaf: Leaf) -> str: ...
    def place(self, leaf: Leaf) -> str: ...


@dataclass(slots=True)
class Written:
    """The acts of a sequence with the places of their words: `words` by the number of the act (from 1) and what the word is:
    empty for the act as a whole, `step 2` for a step of a drive, `split`, `card`, `reaction` and so on."""

    acts: tuple[Act, ...] = ()
    words: dict[tuple[int, str], Span] = field(default_factory=dict)
    whole: Span | None = None

    def span(self, act: int, token: str = "") -> Span:
        """The place of a breach: that of the word, or else of the act, or else of the line."""
        found = self.words.get((act, token)) or self.words.get((act, "")) or self.whole
        assert found is not None
        return found


def read_acts(nodes: Sequence[Node], names: Names) -> Written:
    """The acts of a sequence. Raises `NotationError`."""
    if len(nodes) > MOST_ACTS:
        raise unreadable(nodes[MOST_ACTS].span, f"there are more than {MOST_ACTS} acts in this sequence")
    written = Written(whole=nodes[0].span)
    acts = []
    for number, node in enumerate(nodes, 1):
        written.words[number, ""] = node.span
        acts.append(_Reader(names, written.words, number).act(node))
    written.acts = tuple(acts)
    return written


def read_forced(parts: Sequence[Node | Leaf], names: Names) -> Forced:
    """The cards that the hand limit forces out of a hand: `-Pilot`, and `+Jerrycan` for one that is played."""
    discarded = _names(_leaves(parts, "forced"), names.card)
    played = [names.card(leaf) for leaf in _leaves(parts, "extra")]
    return Forced(tuple(discarded), tuple(played))


def read_cards(leaves: Sequence[Leaf], names: Names) -> tuple[str, ...]:
    """A list of cards, with `?` for each that is not known: `?3` are three."""
    return tuple(_names(leaves, names.card))


def split_of(leaf: Leaf) -> Split | str:
    """Points on engine and chassis: `e1c2`; `?` if they are lost."""
    if leaf.kind == "UNKNOWN":
        return UNKNOWN
    numbers = {"e": 0, "c": 0}
    for letter, digit in zip(leaf.text[::2], leaf.text[1::2], strict=True):
        numbers[letter] = int(digit)
    return numbers["e"], numbers["c"]


def unknown_count(leaf: Leaf) -> int:
    """How many lost or hidden things a `?` stands for."""
    return int(leaf.text[1:] or 1)


def _names(leaves: Sequence[Leaf], read: Callable[[Leaf], str]) -> list[str]:
    """What words mean, with `?` as often as one stands for."""
    found: list[str] = []
    for leaf in leaves:
        found += [UNKNOWN] * unknown_count(leaf) if leaf.kind == "UNKNOWN" else [read(leaf)]
    if len(found) > MOST_CARDS:
        raise unreadable(leaves[0].span, f"there are more than {MOST_CARDS} names here")
    return found


def _leaves(parts: Sequence[Node | Leaf], kind: str) -> list[Leaf]:
    """The words of the parts of a kind."""
    return [leaf for part in parts if isinstance(part, Node) and part.kind == kind for leaf in part.leaves()]


def _own(node: Node) -> list[Leaf]:
    """The words of a node itself, not those of its parts."""
    return [part for part in node.parts if isinstance(part, Leaf)]


@dataclass(slots=True)
class _Reader:
    """Reads the act with a number, and notes the places of its words."""

    names: Names
    words: dict[tuple[int, str], Span]
    number: int

    def act(self, node: Node) -> Act:
        own = _own(node)
        match node.kind:
            case "buy":
                return Buy(None if own[0].kind == "UNKNOWN" else int(own[0].text))
            case "play":
                return self._play(node)
            case "power":
                repair = node.child("repair")
                return Power(self._repair(repair) if isinstance(repair, Node) else self._scout(node))
            case "scout":
                return self._scout(node)
            case "draw":
                card = _names(own, self.names.card)
                return Draw(card[0] if card else UNKNOWN, read_forced(node.parts, self.names))
            case "clear":
                return Clear(UNKNOWN if own[0].kind == "UNKNOWN" else self.names.place(own[0]))
            case "cash":
                return Cash(int(own[0].text) if own else None)
            case "passes":
                return Pass()
            case "drive":
                return self._drive(node)
            case "repair":
                return self._repair(node)
        return Lost(rest=own[0].kind == "ELLIPSIS")

    def _note(self, word: str, span: Span) -> None:
        self.words.setdefault((self.number, word), span)

    def _play(self, node: Node) -> Play:
        first, *cards = _own(node)
        self._note("card", first.span)
        name = self.names.card(first)
        play = Play(name, self._use(node, name, cards))
        reaction = node.child("reaction")
        if not isinstance(reaction, Node):
            return play
        self._note("reaction", reaction.span)
        by, means, *late = reaction.leaves()
        return replace(play, reaction=Reaction(self.names.player(by), means.text, bool(late)))

    def _use(
        self, node: Node, name: str, cards: Sequence[Leaf]
    ) -> Drive | Repair | Scout | Hit | Search | Spaces | None:
        """What a card is used for. A list of names means spaces for some cards, else cards."""
        for part in node.parts:
            match part:
                case Node(kind="drive"):
                    return self._drive(part)
                case Node(kind="repair"):
                    return self._repair(part)
                case Node(kind="put"):
                    return self._scout(node)
                case Node(kind="hit"):
                    return self._hit(part)
        dropped = _leaves(node.parts, "dropped")
        if name in BY_TILES and (dropped or [card.kind for card in cards] == ["UNKNOWN"]):
            return self._scout(node)
        if name in BY_SPACES:
            return Spaces(tuple(_names(cards, self.names.place)))
        if not cards and not dropped:
            return None
        kept, gone = (tuple(_names(leaves, self.names.card)) for leaves in (cards, dropped))
        return Search(kept, gone, read_forced(node.parts, self.names))

    def _hit(self, node: Node) -> Hit:
        victim, split = _own(node)
        self._note("victim", victim.span)
        self._note("split", split.span)
        return Hit(self.names.player(victim), split_of(split), read_forced(node.parts, self.names))

    def _scout(self, node: Node) -> Scout:
        puts = []
        for number, part in enumerate((one for one in node.parts if one.kind == "put"), 1):
            assert isinstance(part, Node)
            tile, space = part.leaves()
            self._note(f"put {number}", part.span)
            [kind] = _names([tile], self.names.tile)
            puts.append(Put(kind, self.names.place(space)))
        dropped = tuple(_names(_leaves(node.parts, "dropped"), self.names.tile))
        return Scout(tuple(puts) if puts or dropped else None, dropped)

    def _repair(self, node: Node) -> Repair:
        fixes = []
        for number, part in enumerate((one for one in node.parts if one.kind == "fix"), 1):
            assert isinstance(part, Node)
            self._note(f"fix {number}", part.span)
            card = _leaves(part.parts, "used")
            fixes.append(Fix(split_of(_own(part)[0]), self.names.card(card[0]) if card else ""))
        return Repair(tuple(fixes))

    def _drive(self, node: Node) -> Drive:
        if len(node.parts) > MOST_STEPS:
            raise unreadable(node.span, f"there are more than {MOST_STEPS} steps in this drive")
        steps: list[Step] = []
        jerrycans = 0
        for part in node.parts:
            if not isinstance(part, Node):  # `drive stay`
                return Drive()
            match part.kind:
                case "step" | "crossing":
                    self._note(f"step {len(steps) + 1}", part.span)
                    steps.append(replace(self._step(part), jerrycans=jerrycans))
                    jerrycans = 0
                case "extra" if steps:
                    steps[-1] = replace(steps[-1], late=steps[-1].late + self._jerrycan(part))
                case "extra":
                    jerrycans += self._jerrycan(part)
                case "forced" if steps:
                    more = read_forced([part], self.names).discarded
                    forced = steps[-1].forced
                    steps[-1] = replace(steps[-1], forced=Forced((*forced.discarded, *more), forced.played))
                case "bought" if steps:
                    steps[-1] = replace(steps[-1], bought=steps[-1].bought + int(part.leaves()[0].text))
                case "rest" if part.leaves()[0].kind == "ELLIPSIS":
                    return Drive(tuple(steps), open=True)
                case "rest":
                    steps += [Step(UNKNOWN)] * unknown_count(part.leaves()[0])
                case _:
                    raise unreadable(part.span, f"`{part.text}` stands before the first step")
        return Drive(tuple(steps))

    def _jerrycan(self, node: Node) -> int:
        """One, if a node is about a Jerrycan."""
        leaf = node.leaves()[0]
        if self.names.card(leaf) != JERRYCAN:
            raise unreadable(leaf.span, f"`{leaf.text}` cannot be played on the way", "only a Jerrycan can")
        return 1

    def _step(self, node: Node) -> Step:
        own = _own(node)
        kinds = {leaf.kind: leaf for leaf in own}
        line = kinds["LINE"].text if "LINE" in kinds else None
        place = next(leaf for leaf in own if leaf.kind in ("WORD", "STRING"))
        tile = _names(_leaves(node.parts, "blind"), self.names.tile)
        cost = _leaves(node.parts, "cost")
        means = tuple(leaf.text for leaf in _leaves(node.parts, "avoided"))
        drawn = node.child("drawn")
        cards = _own(drawn) if isinstance(drawn, Node) else []
        return Step(
            self.names.place(place),
            tile=tile[0] if tile else None,
            sent_back="SENT" in kinds,
            split=split_of(cost[0]) if cost else None,
            avoided=tuple(one for one in means if one != GUIDE),
            guide=GUIDE in means,
            line=line,
            transports=tuple(_names(_leaves(node.parts, "reduced"), self.names.card)),
            drawn=read_cards(cards, self.names) if cards else None,
            forced=read_forced(drawn.parts, self.names) if isinstance(drawn, Node) else Forced(),
        )
