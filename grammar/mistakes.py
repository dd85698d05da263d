"""Explains why a line cannot be read, in words for the player who wrote it.

Samples teach known mistakes: each sample line of `grammar/samples` is parsed once. The state in which the parser stopped and the
kind of word there become the key of the mistake. Any other mistake gets a general answer, made from the words that would be valid
there. Messages never name terminals.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from grammar.errors import excerpt
from grammar.games import Game
from grammar.layouts import PHRASES, style_of
from grammar.lines import APOSTROPHES, BLANKS
from grammar.samples import COMMON, KnownMistake, samples_of
from grammar.tables import LineParser, line_parser

REMARKS = ("title", "place", "source", "note")
LISTED = 6
"""A hint lists at most this many possible words; if there are more, it lists none."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A place in a line, what is wrong there, and what would help. `name` is the name of the known mistake or of the general
    answer."""

    name: str
    column: int
    end_column: int
    message: str
    hint: str = ""


def explain(parser: LineParser, game: Game, text: str, start: str, error: UnexpectedInput) -> Mistake:
    """Why the rule `start` cannot read `text` (a line without its comment)."""
    quote = text.rfind('"') if text.count('"') % 2 else -1
    if quote >= 0:
        return Mistake(
            "unclosed-quote", quote + 1, len(text.rstrip(BLANKS)) + 1, "this quote is not closed", 'add `"`'
        )
    end = text.find("\r", 0, len(text.rstrip(BLANKS)))
    if end >= 0:
        message = "there is a carriage return within this line: some programs end lines with it alone"
        return Mistake(
            "carriage-return", end + 1, end + 2, message, "save the file with line ends as on Unix or Windows"
        )
    place = _Place.of(text, error)
    known = _known(game, text, start, place)
    return (
        _lookalike(parser, text, start, place)
        or (known if known and known.name in _URGENT else None)
        or _wrong_block(parser, game, text, start, place)
        or _unknown_fact(game, text)
        or known
        or _unknown_first_word(game, text, start, place)
        or _general(parser, game, place)
    )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the name in `known` that is most like `word`; empty if none is near."""
    names = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), names, 1, 0.65)
    # Two three-letter words are easily similar.
    if not near or (len(word) <= 3 and word[0].casefold() != near[0][0] and len(near[0]) <= 3):
        return ""
    return f"did you mean `{names[near[0]]}`?"


_URGENT = frozenset((*(mistake.name for mistake in COMMON if mistake.anywhere), "missing-colon"))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the parser stopped: its state, the whole word there, and the words that would be valid there."""

    state: int
    start: int
    word: str
    rest: str
    expected: frozenset[str]

    @classmethod
    def of(cls, text: str, error: UnexpectedInput) -> "_Place":
        interactive = error.interactive_parser
        at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
        start = len(text.rstrip(BLANKS)) if at_end else error.column - 1
        before = text[:start]
        if re.match(r"\w", text[start:]):
            start -= len(_tail(r"\w*$", before))
        elif re.match(r"[<>=-]", text[start:]):
            start -= len(_tail(r"[<>=-]*$", before))
        rest = text[start:].rstrip(BLANKS)
        return cls(
            interactive.parser_state.position,
            start,
            _first_word(rest),
            rest,
            _accepted(interactive),
        )

    @property
    def word_class(self) -> str:
        """The rough kind of the word there, fine enough to tell mistakes apart."""
        for name, pattern in _WORD_CLASSES.items():
            if pattern.match(self.rest):
                return name
        return self.word

    def mistake(self, name: str, message: str, hint: str = "") -> Mistake:
        message, hint = (part.replace("{word}", excerpt(self.word)) for part in (message, hint))
        return Mistake(name, self.start + 1, self.start + max(1, len(self.word)) + 1, message, hint)


_WORD_CLASSES = {
    "end": re.compile(r"$"),
    "number": re.compile(r"\d+(?!\w)"),
    "space": re.compile(r"\d{1,3}[a-hp](?!\w)"),
    "glued": re.compile(r"\d"),
    "quoted": re.compile(r'"'),
    "word": re.compile(r"\w"),
    "mark": re.compile(r"[/*]\w"),
}


def _accepted(interactive: InteractiveParser) -> frozenset[str]:
    """The terminals that could come next."""
    return frozenset(interactive.accepts())  # type: ignore[no-untyped-call]


def _tail(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[0] if found else ""


def _first_word(rest: str) -> str:
    word = rf"\w(?:[\w{APOSTROPHES}]|[./-](?=\w))*"
    found = re.match(rf"\"[^\"]*\"|{word}|->|=>|\.{{2,}}|[/*]\w+[+~?]?|[^\w]", rest)
    return found[0] if found else ""


# known mistakes


_Key = tuple[str, int, str]
"""Start rule, parser state, and the kind of word there."""


@cache
def _table(game: str) -> Mapping[_Key, tuple[KnownMistake, ...]]:
    """Where parsing stops -> the mistakes whose samples stop there, in the order of the table."""
    table: dict[_Key, list[KnownMistake]] = {}
    parser = line_parser(game)
    for mistake in (*COMMON, *samples_of(game)):
        for start, sample in mistake.samples:
            try:
                parser.parse(sample, start)
            except UnexpectedInput as error:
                place = _Place.of(sample, error)
                known = table.setdefault(
                    (start, place.state, "any" if mistake.any_word else place.word_class), []
                )
                if mistake not in known:
                    known.append(mistake)
    return {key: tuple(mistakes) for key, mistakes in table.items()}


def _known(game: Game, text: str, start: str, place: _Place) -> Mistake | None:
    table = _table(game.name)
    candidates = [mistake for mistake in COMMON if mistake.anywhere]
    candidates += table.get((start, place.state, place.word_class), ())
    if place.rest:
        candidates += table.get((start, place.state, "any"), ())
    examples = style_of(game.name).examples
    for mistake in candidates:
        hint = mistake.hint
        for name, example in examples.items():
            hint = hint.replace(f"{{{name}}}", example)
        if mistake.when and not re.match(mistake.when, place.rest):
            continue
        if not mistake.line:
            return place.mistake(mistake.name, mistake.message, hint)
        found = re.search(mistake.line, text)
        if found:
            for name, words in found.groupdict(default="").items():
                hint = hint.replace(
                    f"{{{name}}}", excerpt("-".join(words.split()) if name == "joined" else words.strip())
                )
            if "at" in found.re.groupindex:
                place = _Place(
                    place.state, found.start("at"), _first_word(text[found.start("at") :]), "", place.expected
                )
            return place.mistake(mistake.name, mistake.message, hint)
    return None


# general answers


LOOKALIKES = str.maketrans(
    "\u0430\u044c\u0441\u0501\u0435\u04bb\u043e\u0440\u0445\u0443\u0456\u0455"
    "\u0410\u042c\u0412\u0421\u0415\u041d\u041c\u0422\u0420"
    "\u03b1\u03b2\u03f2\u03bf\u03c1\u03b9\u0391\u0392\u0395\u0397\u039c\u03a4\u03a1",
    "abcdehopxyisAbBCEHMTPabcopiABEHMTP",
)
"""Cyrillic and Greek letters that look like Latin ones."""


def _lookalike(parser: LineParser, text: str, start: str, place: _Place) -> Mistake | None:
    """A letter of another alphabet, if parsing gets further with the Latin letter it looks like."""
    # The parser stops before the mark of a fork if it cannot read the lane after it.
    word = _tail(r"^\w*[<>]\w+", place.rest) or place.word
    at = next((at for at, letter in enumerate(word) if ord(letter) in LOOKALIKES), None)
    if at is None:
        return None
    meant = word.translate(LOOKALIKES)
    end = place.start + len(word)
    try:
        parser.parse(text[: place.start] + meant + text[end:], start)
    except UnexpectedInput as error:
        if error.column - 1 < end <= len(text.rstrip(BLANKS)) - 1:
            return None
    letter = word[at]
    script = unicodedata.name(letter).split()[0].capitalize()
    column = place.start + at + 1
    message = f"the {script} letter `{letter}` (U+{ord(letter):04X}) is not allowed here"
    return Mistake(
        "lookalike", column, column + 1, message, f"type the Latin letter that looks like it: `{meant}`"
    )


def _wrong_block(parser: LineParser, game: Game, text: str, start: str, place: _Place) -> Mistake | None:
    """A valid line in the wrong block or outside its block. A line whose first word (nearly) fits here is not one."""
    first = re.match(rf"[{BLANKS}]*([^\W\d_][\w-]*)", text)
    if first and first[1] in _first_words(game.name, start):
        return None
    if first and start == "line" and first[1] in _facts(game.name):
        claim = f"`check {excerpt(text.strip(BLANKS))}`"
        return Mistake(
            "fact-without-check",
            first.start(1) + 1,
            first.end(1) + 1,
            f"no line begins with `{first[1]}`",
            f"a claim is written {claim}; the lines of a position go between `position` and `end`",
        )
    for block, other in [("", "line"), *game.blocks.items()]:
        if other == start:
            continue
        try:
            node = parser.parse(text, other)
        except UnexpectedInput:
            continue
        if (
            first
            and first[1] not in _first_words(game.name, other)
            and did_you_mean(first[1], _first_words(game.name, start))
        ):
            return None
        column, end_column = node.span.column, node.span.end_column
        if block:
            hint = f"open the block with a line `{block}` before it, and close it with `end`"
            return Mistake(
                "outside-block", column, end_column, f"such a line belongs in a `{block}` block", hint
            )
        name = next(name for name, rule in game.blocks.items() if rule == start)
        hint = "close the block with `end` first, or move the line behind its `end`"
        return Mistake(
            "inside-block", column, end_column, f"such a line does not belong in a `{name}` block", hint
        )
    return None


@cache
def _first_words(game: str, start: str) -> frozenset[str]:
    """The keywords with which a line may begin."""
    parser = line_parser(game)
    expected = _accepted(parser.lark.parse_interactive("", start))
    words = {parser.keywords[name] for name in expected if name in parser.keywords}
    return frozenset(words | set(REMARKS)) if "REMARK" in expected else frozenset(words)


@cache
def _facts(game: str) -> frozenset[str]:
    """The keywords that may follow `check`."""
    parser = line_parser(game)
    after = parser.lark.parse_interactive("check", "line")
    after.exhaust_lexer()
    return frozenset(parser.keywords[name] for name in _accepted(after) if name in parser.keywords)


def _unknown_fact(game: Game, text: str) -> Mistake | None:
    """A misspelt fact after `check`. A team may have any name, so parsing can stop behind it."""
    fact = re.match(rf"[{BLANKS}]*check[{BLANKS}]+([^\W\d_][\w-]*)", text)
    hint = "" if fact is None or fact[1] in _facts(game.name) else did_you_mean(fact[1], _facts(game.name))
    if fact is None or not hint:
        return None
    message = f"there is no fact `{excerpt(fact[1])}` to check"
    return Mistake("unknown-fact", fact.start(1) + 1, fact.end(1) + 1, message, hint)


def _unknown_first_word(game: Game, text: str, start: str, place: _Place) -> Mistake | None:
    first = re.match(rf"[{BLANKS}]*([^\W\d_][\w-]*):?", text)
    if not first or not set(text[first.end() : place.start]) <= set(BLANKS):
        return None
    word = first[1]
    words = _first_words(game.name, start)
    if word in words or (first[0].endswith(":") and place.start >= first.end()):
        return None  # the first word was read; the mistake comes after it
    hint = did_you_mean(word, words)
    if word.casefold() in words:
        hint = f"keywords are written in lower case: `{word.casefold()}`"
    elif word.translate(LOOKALIKES) in words:
        hint = f"type it in Latin letters: `{word.translate(LOOKALIKES)}`"
    elif start == "line" and not hint:
        hint = "a line begins with a keyword or a car; a comment begins with `#`"
    return Mistake(
        "unknown-first-word",
        first.start(1) + 1,
        first.end(1) + 1,
        f"no line begins with `{excerpt(word)}`",
        hint,
    )


def _general(parser: LineParser, game: Game, place: _Place) -> Mistake:
    expected = place.expected
    listed = _listed(parser, game, expected)
    if not place.rest:
        return place.mistake(
            "too-short", "the line ends too early", f"expected next: {listed}" if listed else ""
        )
    if expected == {"$END"}:
        return place.mistake("too-long", "`{word}` is not expected: the line is complete before it")
    if place.word_class == "word":
        near = did_you_mean(
            place.word, [parser.keywords[name] for name in expected if name in parser.keywords]
        )
        if near:
            return place.mistake("misspelt", "`{word}` is not allowed here", near)
        if expected == {"INT"}:
            return place.mistake("number-in-words", "`{word}` is not a number", "write it in digits: `3`")
    hint = f"expected here: {listed}" if listed else ""
    if not place.word.isprintable():
        message = f"the invisible character U+{ord(place.word[0]):04X} is not allowed here"
        return place.mistake(
            "does-not-print", message, "delete it; programs and web pages leave such characters"
        )
    if place.word.isdecimal() and "INT" in expected:
        return place.mistake("number-too-long", "the number `{word}` is too large", "at most 999999")
    if re.match(r"\?\d", place.rest) and "UNKNOWN" in expected:
        return place.mistake(
            "too-many-unknown", "`{word}` and its number are not allowed here", "at most `?99`"
        )
    return place.mistake("out-of-place", "`{word}` is not allowed here", hint)


def _listed(parser: LineParser, game: Game, expected: frozenset[str]) -> str:
    """The words that are valid here, words before keywords; empty if the list would be too long to help."""
    known = {**style_of(game.name).phrases, **PHRASES}
    phrases = [text for name, text in known.items() if name in expected]
    phrases += sorted(f"`{parser.keywords[name]}`" for name in expected if name in parser.keywords)
    if len(phrases) > LISTED:
        return ""
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"
