"""Derives patterns for canonical lines from the compiled Lark grammar of a game. Used to make the built files.

Within a line the language is regular: its only recursion is the repetition that Lark makes of `*` and `+`. So every kind of line
is one regular expression over its words. Such an expression splits a line exactly as Lark does, for two reasons:

- A word is matched only where Lark's lexer would choose it. No terminal that the lexer tries earlier, in any state that
  allows the word, matches there, and a match is never shortened (`(?>...)` where backtracking could do that). A keyword,
  and a name that could be a keyword, must be followed by a character that cannot continue a name.
- The grammar is LALR and so unambiguous: the same words have only one tree.

The blanks after a word belong to it, so that its first character decides what may follow. A repetition is never shortened: it
is an atomic group, since Python 3.11.2 loses its place in a possessive repetition of a group.

A pattern may match less than Lark reads (only plain blanks, for example). That costs only time, since Lark reads every line that
no pattern matches.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from re import _parser
from typing import Any

import lark
from lark.grammar import Rule, Symbol, Terminal
from lark.lexer import BasicLexer, ContextualLexer, PatternStr, TerminalDef

from grammar.games import Game
from grammar.patterns import LEAF, NODE, RUN
from grammar.tables import compile_grammar, node_name

BLANKS = " *+"
"""The blanks after a word; possessive."""

Part = tuple[str, str]
"""A group of a form: `leaf` and its terminal, or `node` or `run` and the form that splits it."""

CHARACTERS = tuple(map(chr, range(0x3000)))
"""First characters that may distinguish two words: all scripts with upper and lower case, and more."""

Trie = dict[Symbol | None, "Trie"]
"""Expansions of a rule that share common prefixes; the key None ends one."""


def pattern_source(game: Game) -> str:
    """The text of the built module with the patterns of a game."""
    derived = _Derived(compile_grammar(game).lark)
    starts = {start: derived.start(start) for start in ["line", *dict.fromkeys(game.blocks.values())]}
    lines = [
        f'"""Patterns of {game.name}. Made by tools/build_data.py from grammar/{game.file}.lark; do not edit."""',
        "",
        "FORMS = {",
        *(f"    {name!r}: {form!r}," for name, form in sorted(derived.forms.items())),
        "}",
        "STARTS = {",
        *(f"    {start!r}: {table!r}," for start, table in starts.items()),
        "}",
    ]
    return "\n".join(lines) + "\n"


class _Derived:
    """The forms derived so far: name -> kind of node, expression, meaning of its groups, and terminals of a one-word node."""

    def __init__(self, parser: lark.Lark) -> None:
        self.forms: dict[str, tuple[str, str, tuple[Part, ...], dict[str, str]]] = {}
        self.keywords = {
            str(terminal.name): terminal.pattern.value
            for terminal in parser.terminals
            if isinstance(terminal.pattern, PatternStr)
        }
        self.words = _word_patterns(parser, self.keywords)
        self.firsts = {
            str(terminal.name): _firsts(_parser.parse(terminal.pattern.to_regexp()))
            for terminal in parser.terminals
            if str(terminal.name) not in self.keywords
        }
        """Terminal, if not a keyword -> the characters with which its words can begin."""
        self.rules: dict[str, list[Rule]] = defaultdict(list)
        for rule in parser.rules:
            self.rules[str(rule.origin.name)].append(rule)

    def start(self, start: str) -> dict[str, tuple[str, ...]]:
        """The first word of a line, or else its last one, if it is a keyword -> the forms that begin or end with it; "" for
        all other forms."""
        table: dict[str, list[str]] = defaultdict(list, {"": []})
        for origin, kind in self._kinds_of_line(start):
            rules = self._rules_of(origin, kind)
            word = self._keyword(rules, 0) or self._keyword(rules, -1)
            table[word].append(self._form(origin, kind))
        for first, names in table.items():
            # Without a keyword, try the longest form first: the kind with the most spellings is the most frequent. Else try
            # the shortest first, as it fails fastest.
            names.sort(key=lambda name: len(self.forms[name][1]), reverse=not first)
        return {first: tuple(names) for first, names in sorted(table.items())}

    def _keyword(self, rules: Iterable[Rule], place: int) -> str:
        """The keyword that all these rules have at `place`; empty if they differ or have none there."""
        found = {self.keywords.get(rule.expansion[place].name, "") for rule in rules}
        return found.pop() if len(found) == 1 else ""

    def _kinds_of_line(self, origin: str) -> list[tuple[str, str]]:
        found: dict[tuple[str, str], None] = {}
        for rule in self.rules[origin]:
            if node_name(rule):
                found[origin, node_name(rule)] = None
            else:
                found |= dict.fromkeys(self._kinds_of_line(rule.expansion[0].name))
        return list(found)

    def _rules_of(self, origin: str, kind: str) -> list[Rule]:
        return [rule for rule in self.rules[origin] if node_name(rule) == kind]

    def _form(self, origin: str, kind: str) -> str:
        """The name of the form of a node."""
        return self._made(f"{origin}.{kind}", kind, [rule.expansion for rule in self._rules_of(origin, kind)])

    def _made(self, name: str, kind: str, expansions: Sequence[Sequence[Symbol]]) -> str:
        if name not in self.forms:
            parts: list[Part] = []
            pattern = self._choice(_trie(expansions), parts)
            self.forms[name] = (kind, pattern, tuple(parts), self._alone(expansions) if kind else {})
        return name

    def _alone(self, expansions: Sequence[Sequence[Symbol]]) -> dict[str, str]:
        """First character -> terminal, for a node of one word; only characters that decide the terminal."""
        names = [str(expansion[0].name) for expansion in expansions]
        if max(map(len, expansions)) > 1 or not self.firsts.keys() >= set(names):
            return {}
        found: dict[str, str] = {}
        for char in map(chr, range(128)):
            able = [name for name in names if char in self.firsts[name]]
            if len(able) == 1:
                found[char] = able[0]
        return found

    def _choice(self, trie: Trie, parts: list[Part] | None) -> str:
        """An expression for one of the expansions. `parts` collects the groups; without `parts` there are no groups."""
        free = _free(trie)
        if free:
            return _perhaps(self._symbol(free, parts)) + self._choice(trie[free], parts)
        ways = [
            self._symbol(symbol, parts) + self._choice(rest, parts) for symbol, rest in trie.items() if symbol
        ]
        if None in trie:
            ways.append("")
        return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"

    def _symbol(self, symbol: Symbol, parts: list[Part] | None) -> str:
        name = str(symbol.name)
        if isinstance(symbol, Terminal):
            word = self.words[name]
            unnamed = name in self.keywords or name.startswith("_")  # not a leaf
            return (word if unnamed else _group((LEAF, name), word, parts)) + BLANKS
        rules = self.rules[name]
        if any(rule.expansion[0].name == name for rule in rules):
            elements = [rule.expansion for rule in rules if rule.expansion[0].name != name]
            further = [rule.expansion[1:] for rule in rules if rule.expansion[0].name == name]
            assert elements == further, f"{name} is no plain repetition"
            element = self._choice(_trie(elements), None)
            return _group((RUN, self._made(name, "", elements)), f"(?>(?:{element})+)", parts)
        ways = []
        for kind in dict.fromkeys(map(node_name, rules)):
            expansions = _trie(rule.expansion for rule in self._rules_of(name, kind))
            if kind:
                self._form(name, kind)
                ways.append(_group((NODE, f"{name}.{kind}"), self._choice(expansions, None), parts))
            else:
                ways.append(self._choice(expansions, parts))
        return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


def _group(part: Part, text: str, parts: list[Part] | None) -> str:
    if parts is None:
        return text
    parts.append(part)
    return f"({text})"


def _perhaps(word: str) -> str:
    """An optional word; a one-character mark is possessive, as it needs no backtracking."""
    mark = word.removesuffix(BLANKS)
    return f"{mark}?+{BLANKS}" if len(mark) == 1 else f"(?:{word}|)"


def _trie(expansions: Iterable[Sequence[Symbol]]) -> Trie:
    root: Trie = {}
    for expansion in expansions:
        place = root
        for symbol in expansion:
            place = place.setdefault(symbol, {})
        place[None] = {}
    return root


def _free(trie: Trie) -> Symbol | None:
    """An optional symbol: the same may follow with or without it."""
    for symbol, rest in trie.items():
        if symbol and rest == {other: after for other, after in trie.items() if other != symbol}:
            return symbol
    return None


def _word_patterns(parser: lark.Lark, keywords: Mapping[str, str]) -> dict[str, str]:
    """For each terminal, an expression that matches it where the lexer of every state that accepts it would choose it."""
    lexer = parser.parser.lexer
    assert isinstance(lexer, ContextualLexer)
    earlier: dict[str, set[str]] = defaultdict(set)
    names: dict[str, set[str]] = defaultdict(set)
    for state in lexer.lexers.values():
        assert isinstance(state, BasicLexer)
        terminals = [terminal for terminal in state.terminals if terminal.name not in state.ignore_types]
        readers = {terminal.name: _readers(terminal, terminals) for terminal in terminals}
        tried = [str(terminal.name) for terminal in terminals if not readers[terminal.name]]
        for name in tried:
            earlier[name].update(tried[: tried.index(name)])
        for keyword, found in readers.items():
            for name in found:
                names[name].add(keyword)
                earlier[keyword].update(tried[: tried.index(name)])
    patterns = {terminal.name: _quick(terminal.pattern.to_regexp()) for terminal in parser.terminals}
    firsts = {name: _firsts(_parser.parse(pattern)) for name, pattern in patterns.items()}
    marks = {keyword[0] for keyword in keywords.values() if not keyword.isalnum()}
    border = _border(
        marks, {patterns[name]: [keywords[keyword] for keyword in names[name]] for name in names}
    )
    bordered = {*names, *(keyword for found in names.values() for keyword in found)}
    words = {}
    for name, pattern in patterns.items():
        others = [other for other in sorted(earlier[name]) if firsts[other] & firsts[name]]
        ways = [patterns[other] for other in others]
        if names[name]:
            known = sorted(keywords[keyword] for keyword in names[name])
            letters = {keyword[0] for keyword in known}.union(*(firsts[other] for other in others))
            ways = [f"(?=[{''.join(sorted(letters))}])(?:{'|'.join([*ways, _shared(known) + border])})"]
        word = f"(?>{pattern})" if _gives_back(_parser.parse(pattern)) else pattern
        words[name] = f"(?!{'|'.join(ways)})" * bool(ways) + word + border * (name in bordered)
    return words


def _quick(pattern: str) -> str:
    """The same expression, faster: unaccented letters are found in a set before the class is tried."""
    return pattern.replace(r"[\w", r"[a-zA-Z\w")


def _shared(words: Sequence[str]) -> str:
    """An expression for these words that examines no letter twice."""
    if len(words) == 1:
        return words[0]
    letters = sorted({word[:1] for word in words}, reverse=True)
    ways = [
        letter + _shared([word[1:] for word in words if word[:1] == letter]) for letter in letters if letter
    ]
    ways += [""] * ("" in letters)
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


def _readers(keyword: TerminalDef, terminals: Sequence[TerminalDef]) -> list[str]:
    """The terminals with which the lexer reads a keyword. It does not try the keyword itself but compares what it read with
    it."""
    if not isinstance(keyword.pattern, PatternStr):
        return []
    return [
        str(other.name)
        for other in terminals
        if not isinstance(other.pattern, PatternStr)
        and other.priority == keyword.priority
        and (found := re.match(other.pattern.to_regexp(), keyword.pattern.value))
        and found[0] == keyword.pattern.value
    ]


def _border(marks: Iterable[str], readers: Mapping[str, Iterable[str]]) -> str:
    """An expression for the end of the line, a blank, and the marks that cannot continue a name."""
    free = [
        mark
        for mark in sorted({" ", *marks})
        if all(
            re.match(reader, f"{keyword}{mark}{after}")[0] == keyword  # type: ignore[index]
            for reader, keywords in readers.items()
            for keyword in keywords
            for after in ("", "a", "1")
        )
    ]
    return rf"(?![^{re.escape(''.join(free))}])"


def _gives_back(items: Any) -> bool:
    """Whether a match of a parsed expression can backtrack: to a shorter match or another choice."""
    for operation, value in items:
        if operation in (_parser.BRANCH, _parser.MIN_REPEAT):
            return True
        if operation is _parser.MAX_REPEAT and value[0] != value[1]:
            return True
        if operation in (_parser.MAX_REPEAT, _parser.POSSESSIVE_REPEAT) and _gives_back(value[2]):
            return True
        if operation is _parser.SUBPATTERN and _gives_back(value[3]):
            return True
    return False


def _firsts(items: Any) -> set[str]:
    """The characters with which a match of a parsed expression can begin."""
    found: set[str] = set()
    for item in items:
        operation, value = item
        alone = _parser.SubPattern(items.state, [item])
        if operation in (_parser.MAX_REPEAT, _parser.POSSESSIVE_REPEAT):
            found |= _firsts(value[2])
        elif operation is _parser.SUBPATTERN:
            found |= _firsts(value[3])
        elif operation is _parser.BRANCH:
            found.update(*map(_firsts, value[1]))
        elif operation in (_parser.LITERAL, _parser.IN):
            found.update(filter(re._compiler.compile(alone).match, CHARACTERS))  # type: ignore[attr-defined]
        elif operation not in (_parser.ASSERT, _parser.ASSERT_NOT, _parser.AT):
            found.update(CHARACTERS)
        if alone.getwidth()[0]:
            break
    return found
