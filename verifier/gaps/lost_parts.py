"""Lost parts of lines: what a game can fill in for each, and lines with something filled in.

A line is completed from left to right: its first lost part becomes a word, then the next one, until none is left. A word may
bring a lost part of its own. In between the judge, who follows lost parts, drops what cannot be completed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from grammar.lines import split_comment
from grammar.parser import line_at, statements_of
from grammar.syntax import Leaf, Node, Span, Statement, with_body
from model.datafiles import plain
from model.values import value
from verifier.gaps.holes import HOLE, WORD, Finds

NOTHING = "none"
"""The word for an empty list."""

LOST = re.compile(r"\?(\d*)")
"""A lost word, or several of them."""

NAMES = {"check": "name", "g": "gear", "R": "round"}
"""What is lost after some words; after others it has their name."""

SIGNS = {">": "lane", "@": "space"}
"""What is lost right after a sign."""

UNREAD = "unread"
"""The kind of a line that cannot be read before its holes are filled."""


@value
class Word:
    """A word for a lost part. `value` is the fact that it states; empty if it only spells out how a position came about. A word
    for several lost parts has its facts in `values`: what each is, and its value."""

    text: str
    value: str = ""
    values: tuple[tuple[str, str], ...] = ()


@value
class Hole:
    """The first lost part of a line: its columns, from 1, what it is (`card`, `step`), and the words that fit.

    Before a word is filled in, the judge must find the line possible, unless `ends`: then the words complete it. `line` is a line
    of a block. `some`: other words fit as well, and are not tried."""

    column: int
    end_column: int
    what: str
    words: Iterable[Word]
    ends: bool = False
    line: int = 0
    some: bool = False


Tick = Callable[[], None]
"""Called again and again by a long search for words; it ends the search when the time is up."""


def _no_facts(_table: object, _statement: object) -> tuple[str, ...]:
    return ()


@value
class Infers:
    """What a game knows about lost parts.

    `hole` finds the first part of a line that is lost and can be filled in; None if there is none. It may leave out words that
    the lines after it rule out. `words` fit where a line cannot be read with its `?`, after this text; none if nothing is known
    to fit. `settled` has the lines that say what an ambiguous line leaves open. `spelled` makes values equal that are the same
    fact wherever they lead to the same position. `facts` are sentences about what a line shows besides, given the table before
    it. `lines_missing` is how many lines are missing at least between two positions, None if that is not known. `beaten` are
    sentences about who cannot have won, whatever follows a position.
    """

    hole: Callable[[Any, Statement, Sequence[Statement], Tick], Hole | None]
    words: Callable[[Any, str], Sequence[str]] = _no_facts
    settled: Callable[[Any, Statement], Sequence[str]] = _no_facts
    spelled: Callable[[str], str] = str
    facts: Callable[[Any, Statement], Sequence[str]] = _no_facts
    lines_missing: Callable[[Any, Any], int | None] = lambda _before, _after: None
    beaten: Callable[[Any], Sequence[str]] = lambda _table: ()


def named(words: Iterable[str]) -> tuple[Word, ...]:
    """Words that state themselves."""
    return tuple(Word(word, word) for word in words)


def several(leaf: Leaf, words: Iterable[Word]) -> list[Word]:
    """Words for the first of the parts that a `?3` stands for; the others stay lost."""
    return _with_more(words, int(leaf.text.removeprefix(HOLE) or 1))


def _with_more(words: Iterable[Word], count: int) -> list[Word]:
    """Words for the first of so many lost parts; the others stay lost."""
    more = f" {HOLE}{count - 1 if count > 2 else ''}" if count > 1 else ""
    return [replace(word, text=f"{word.text}{more}") for word in words]


def at(leaf: Leaf, what: str, words: Iterable[Word], *, ends: bool = False) -> Hole:
    """The hole in place of a word of the line."""
    return Hole(leaf.span.column, leaf.span.end_column, what, words, ends)


def whole(statement: Statement, what: str, words: Iterable[Word]) -> Hole:
    """The hole in place of a whole line, without its comment."""
    return Hole(1, len(split_comment(statement.source)[0].rstrip()) + 1, what, words, ends=True)


def filled(game: str, statement: Statement, hole: Hole, word: str) -> Statement | None:
    """The line, or the block, with a word in its hole; None if that cannot be read."""
    if hole.line and hole.line != statement.line:
        return _with_line(game, statement, hole, word)
    text = _with_word(statement.source, hole, word)
    read = line_at(game, statement.line, text)
    return (
        unread(statement.line, text) if read is None and statement.kind == UNREAD and HOLE in text else read
    )


def unread(line: int, text: str) -> Statement:
    """A line with a `?` where the grammar has none: it can be read once that is filled in."""
    return Statement(Node.at(Span(line, 1, len(text) + 1), UNREAD, (), text), text)


def is_unread(statement: Statement) -> bool:
    """Whether a line, or a line of a block, cannot be read yet."""
    return any(one.kind == UNREAD for one in with_body(statement))


def says_lost(statement: Statement) -> bool:
    """Whether a `?` is written in a line, or in a line of a block."""
    return any(HOLE in split_comment(one.source)[0] for one in with_body(statement))


def hole_in_result(
    statement: Statement, known: Mapping[str, int], written: Callable[[int], str]
) -> Hole | None:
    """The first `?` of a `result`, if the points or times are known."""
    scores = {plain(name): written(score) for name, score in known.items()}
    for part in statement.node.parts:
        leaves = part.leaves() if isinstance(part, Node) else ()
        if len(leaves) == 2 and leaves[1].text == HOLE:
            score = scores.get(plain(leaves[0].text.strip('"')))
            if score is not None:
                return at(leaves[1], f"result of {leaves[0].text}", named((score,)))
    return None


def hole_in_text(
    infers: "Infers", table: Any, statement: Statement, position: Callable[[Any], Sequence[str]]
) -> Hole | None:
    """The first lost word of a line, by its text. Where the game knows no words for a `check`, those of the `position` before it
    are tried."""
    code = split_comment(statement.source)[0]
    found = LOST.search(code)
    if found is None:
        return None
    place, count = found.start(), int(found[1] or 1)
    before = code[:place].split()
    words, some = infers.words(table, code[:place]), False
    if not words and count == 1 and before[:1] == ["check"] and len(before) > 1:
        words, some = _shown(position(table), before[1], code[:place]), True
    if not words:
        return None
    told = (
        word.rstrip("=")
        for word in reversed(before)
        if (word.islower() or word in NAMES) and word not in words
    )
    named_first = len(before) == 1 and not words[0].isdigit()  # `camp ?`
    what = SIGNS.get(code[place - 1 : place]) or ("name" if named_first else next(told, "name"))
    one_each = words if count == 1 else [word for word in words if word != NOTHING and " " not in word]
    fitting = _with_more(named(one_each), count)
    return Hole(place + 1, found.end() + 1, NAMES.get(what, what), fitting, some=some)


def _unnoted(position: Sequence[str], about: str) -> bool:
    """Whether a position itself has a `?` in what it shows of a car."""
    return any((found := WORD.findall(line))[:1] == [about] and HOLE in found for line in position)


def _shown(position: Sequence[str], about: str, before: str) -> list[str]:
    """The words of a position about a car or a player that can stand after this text, without what the text has of them; after a
    word that the position has as well, those that follow it there."""
    *_, after, begun = ["", *WORD.findall(f"{before}{HOLE}")]
    begun = begun.removesuffix(HOLE)
    words = [word for line in position if (found := WORD.findall(line))[:1] == [about] for word in found[1:]]
    if not begun and after in words:
        first, *more = [*words[words.index(after) + 1 :], ""]
        run = [first, *takewhile(lambda word: word.istitle() or word == HOLE, more)]
        return [" ".join(run) if HOLE not in run else str(len(run))]
    rests = [word[len(begun) :] for word in words if word.startswith(begun) and HOLE not in word]
    return list(dict.fromkeys(filter(None, rests)))


def _with_word(source: str, hole: Hole, word: str) -> str:
    return source[: hole.column - 1] + word + source[hole.end_column - 1 :]


def _with_line(game: str, block: Statement, hole: Hole, word: str) -> Statement | None:
    """A block with a word in a hole of one of its lines."""
    body = list(block.body)
    place = next(number for number, one in enumerate(body) if one.line == hole.line)
    read = statements_of(
        f"game {game}\nposition\n{_with_word(body[place].source, hole, word)}\nend\n", hole.line - 3
    )
    text = _with_word(body[place].source, hole, word)
    if len(read) == 2 and len(read[1].body) == 1:
        body[place] = read[1].body[0]
    elif body[place].kind == UNREAD and HOLE in text:
        body[place] = unread(hole.line, text)
    else:
        return None
    return replace(block, body=tuple(body))


def hole_in_block(finds: Finds, table: Any, block: Statement, shown: Sequence[str] = ()) -> Hole | None:
    """The first hole of a position block. `shown` are the lines of the position before it, with which a later block is
    compared."""
    for line in block.body:
        words = [(found.start(), found[0]) for found in WORD.finditer(split_comment(line.source)[0])]
        about = words[0][1] if words else ""
        for number, (start, word) in enumerate(words):
            if not word.endswith(HOLE) or number == 0 or (word == HOLE and _unnoted(shown, about)):
                continue
            begun = word.removesuffix(HOLE)
            domain = finds.domain(table, [one for _, one in words], number)
            tried = [f"{begun}{one}" for one in _shown(shown, about, f" {begun}")]
            tried += domain.words if domain is not None else ()
            if not tried:
                continue
            values = (HOLE, *(domain.words if domain is not None else ()))
            earlier = [one for _, one in reversed(words[:number]) if one not in values]
            what = f"{begun.rstrip('=') or earlier[0]} of {about}" if number > 1 else f"place of {about}"
            fitting = [Word(one, one.removeprefix(begun) or one or "no") for one in dict.fromkeys(tried)]
            some = bool(shown) or domain is None or domain.some
            return Hole(start + 1, start + len(word) + 1, what, fitting, line=line.line, some=some)
    return None


def with_lines(source: Sequence[str], lines: Mapping[int, str]) -> tuple[str, ...]:
    """A record with some of its lines replaced."""
    return tuple(lines.get(number, line) for number, line in enumerate(source, 1))
