"""Random readable records, made from the grammar itself: a line is a random derivation of its start rule."""

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import pairwise

from hypothesis import strategies as st
from lark.grammar import NonTerminal, Rule, Symbol

from grammar.tables import line_parser

GAME = "thunder-alley"
DEEP = 12
"""From this depth of the derivation on, take the shortest expansion."""

TERMINALS: dict[str, st.SearchStrategy[str]] = {
    "STEP": st.from_regex(r"(?:di|do|[fiosb])(?:|x|x?[1-9]\d?)(?:>[a-h])?!?(?:/\d)?", fullmatch=True)
    | st.sampled_from(["f", "f", "f2", "f3", "o", "i", "f60", "di", "s2", "b"]),
    "SPACE": st.sampled_from(["14b", "8p", "1a", "07c", "123h"]),
    "LANE": st.sampled_from("abch"),
    "CHOICE": st.sampled_from(["29>b", "4a>b", "3a<b", '"Dave">a', "007>c"]),
    "PLACED": st.sampled_from(["@14b", "@7a"]),
    "RANGE": st.sampled_from(["1-5", "06-10"]),
    "INT": st.sampled_from(["0", "3", "29", "007", "112"]),
    "WORD": st.sampled_from(
        [
            "Red",
            "Blue",
            "Charge",
            "Riding",
            "the",
            "It's",
            "It\u2019s",
            "It\u0384s",
            "en-2014",
            "TA-6.1-cost",
            "x",
            "none",
            "Ωμέγα",
        ]
    ),
    "STRING": st.sampled_from(
        [
            '""',
            '"Ana"',
            '"Top Gear"',
            '"no # comment"',
            '"two  blanks"',
            '"It\u2019s"',
            '"left"',
            '"17"',
            '"a, b"',
            '"bar"',
        ]
    ),
    "DAY": st.just("2026-03-14"),
    "REF": st.sampled_from(["en-2014", "2009", "./own/rules.toml", "3.5.1-still-run", "short-oval"]),
    "REMARK": st.sampled_from(["title", "place", "source", "note"]),
    "PILE": st.sampled_from(["race", "events"]),
    "SUBSTITUTE": st.just("substitute"),
    "UNKNOWN": st.sampled_from(["?", "?3", "?0", "?1"]),
    "NO_STEP": st.just("-"),
    "NO_PLACE": st.just("none"),
    "ELLIPSIS": st.sampled_from(["...", "\u2026"]),
}


@cache
def _rules() -> dict[Symbol, list[Rule]]:
    rules: dict[Symbol, list[Rule]] = defaultdict(list)
    for rule in line_parser(GAME).lark.rules:
        rules[rule.origin].append(rule)
    return rules


@st.composite
def line(draw: st.DrawFn, start: str = "line", refuse: frozenset[str] = frozenset()) -> str:
    """A readable line of a kind that is not in `refuse`, with random blanks where they are free."""
    keywords = line_parser(GAME).keywords

    def expand(symbol: Symbol, depth: int) -> list[str]:
        if not isinstance(symbol, NonTerminal):
            return [keywords[symbol.name] if symbol.name in keywords else draw(TERMINALS[symbol.name])]
        rules = _rules()[symbol]
        if depth == 0:
            rules = [rule for rule in rules if rule.alias not in refuse]
        rule = min(rules, key=_size) if depth > DEEP else draw(st.sampled_from(rules))
        return [word for part in rule.expansion for word in expand(part, depth + 1)]

    def expand_start() -> list[str]:
        (start_rules,) = [rules for origin, rules in _rules().items() if origin.name == start]
        if all(
            len(rule.expansion) == 1 and isinstance(rule.expansion[0], NonTerminal) for rule in start_rules
        ):
            return expand(draw(st.sampled_from(start_rules)).expansion[0], 0)
        return expand(start_rules[0].origin, 0)

    words = expand_start()
    blank = st.sampled_from([" ", " ", "  ", "\t", "\u00a0"])
    text = words[0]
    for before, word in pairwise(words):
        free = not (before[-1].isalnum() or before[-1] in '".?-/!>') or not (
            word[0].isalnum() or word[0] in '"?.@-'
        )
        text += ("" if free and draw(st.booleans()) else draw(blank)) + word
    return text


def _size(rule: Rule) -> tuple[int, int]:
    return sum(isinstance(symbol, NonTerminal) for symbol in rule.expansion), len(rule.expansion)


BLOCKS = frozenset(
    f"common__{kind}" for kind in ("game", "either", "or_else", "end", "position", "under")
) | {
    "track",
    "end",
}


@st.composite
def record_text(draw: st.DrawFn) -> str:
    """A readable record with blocks, comments, blank lines and any indentation."""
    comment = st.sampled_from(["", "", "", "# one", "  # two ", '#"', " #  # three"])
    lines: list[str] = []

    def add(text: str) -> None:
        for _ in range(draw(st.integers(0, 2)) if draw(st.integers(0, 3)) == 0 else 0):
            lines.append(draw(st.sampled_from(["", "  ", "# alone", "   # indented  ", "\t"])))
        lines.append(draw(st.sampled_from(["", " ", "   ", "\t"])) + text + draw(comment))

    def add_some(make: Callable[[], None]) -> None:
        for _ in range(draw(st.integers(0, 3))):
            make()

    def add_statement(depth: int = 0) -> None:
        kind = draw(st.sampled_from(["line", "line", "line", "position", "track", "either", "under"]))
        if kind in ("either", "under") and depth > 2:
            kind = "line"
        if kind == "line":
            add(draw(line("line", BLOCKS)))
            return
        add("under Red = 3.5.1" if kind == "under" else kind)
        if kind in ("either", "under"):
            for number in range(draw(st.integers(1, 3)) if kind == "either" else 1):
                if number:
                    add("or")
                add_some(lambda: add_statement(depth + 1))
        else:
            start = {"position": "place", "track": "stretch"}[kind]
            add_some(lambda: add(draw(line(start, BLOCKS))))
        add("end")

    for _ in range(draw(st.integers(1, 2))):
        add(draw(st.sampled_from(["game thunder-alley", "game  Thunder-Alley"])))
        for _ in range(draw(st.integers(0, 5))):
            add_statement()
    if draw(st.booleans()):
        lines.append("# the end")
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return (
        mark + draw(st.sampled_from(["\n", "\r\n"])).join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))
    )
