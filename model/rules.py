"""Rules as data: each rule in our own words, its relations to other rules, and what may be set or chosen.

The text of a rule does not mention code. Engine and spec name a rule by a literal id where it acts; `steward rules`
finds those literals.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from model.datafiles import GameData, Table, did_you_mean, read_data
from model.errors import ModelError, Problem
from model.rulings import load_rulings
from model.values import value

LEGALITY, EFFECT, SETUP, SCORING, DEFINITION = "legality", "effect", "setup", "scoring", "definition"
KINDS = (LEGALITY, EFFECT, SETUP, SCORING, DEFINITION)


@value
class Rule:
    """A rule in our own words.

    `short` is the rule as a phrase for findings, `sources` name edition and page. This rule takes precedence over those
    in `overrides` and yields to those in `overridden_by`. `rulings` are the rulings about it. `unmodelled` is the reason
    why the tool does not judge it, empty if it does. Either `without` is what holds if the rule is left out, or `stays` is the
    reason why it cannot be; the other is empty.
    """

    id: str
    title: str
    kind: str
    short: str
    digest: str
    sources: tuple[str, ...]
    overrides: tuple[str, ...] = ()
    overridden_by: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    unmodelled: str = ""
    without: str = ""
    stays: str = ""


@value
class RuleBook:
    """All rules of a game, in the order of its rulebook. `chapters` maps the first part of an id (`6`, `RC`) to a title,
    `editions` maps the short names used in sources to full ones."""

    game: str
    prefix: str
    rules: Mapping[str, Rule]
    chapters: Mapping[str, str]
    editions: Mapping[str, str]

    def __getitem__(self, id: str) -> Rule:
        return self.rules[id]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __contains__(self, id: object) -> bool:
        return id in self.rules

    def title(self, id: str) -> str:
        """The title of a rule. Raises KeyError: an unknown id is a programming error."""
        return self.rules[id].title

    def short(self, id: str) -> str:
        """The phrase of a rule for the `because` lines of findings. Raises KeyError: an unknown id is a programming error."""
        return self.rules[id].short

    def find(self, text: str) -> str | None:
        """The id that `text` means, in any case, with or without the prefix; None if there is no such rule."""
        wanted = text.strip().casefold()
        known = {id.casefold(): id for id in self.rules}
        return known.get(wanted) or known.get(f"{self.prefix}-{wanted}".casefold())

    def nearest_help(self, text: str) -> str:
        """The help for an unknown id."""
        return did_you_mean(text, self.rules)

    def chapter(self, id: str) -> str:
        """The key of `chapters` for a rule: `6` for TA-6.9.3-case-1, `RC` for a race card."""
        return _chapter(self.prefix, id)

    def parent(self, id: str) -> str | None:
        """The rule that this one is a clause of; None if that has no entry."""
        while (cut := max(id.rfind("-"), id.rfind("."))) > len(self.prefix):
            id = id[:cut]
            if id in self.rules:
                return id
        return None

    def clauses(self, id: str) -> tuple[str, ...]:
        """The clauses directly below a rule; for a bare chapter (`TA-6`) its top-level rules."""
        if id in self.rules:
            return tuple(rule for rule in self.rules if self.parent(rule) == id)
        within = (rule for rule in self.rules if f"{self.prefix}-{self.chapter(rule)}" == id)
        return tuple(rule for rule in within if self.parent(rule) is None)

    def family(self, id: str) -> tuple[str, ...]:
        """The rule, if it has an entry, and every clause below it at any depth, in the order of the rulebook."""
        below = tuple(found for clause in self.clauses(id) for found in self.family(clause))
        return (id, *below) if id in self.rules else below


def _chapter(prefix: str, id: str) -> str:
    return re.split(r"[-.]", id.removeprefix(f"{prefix}-"), maxsplit=1)[0]


@lru_cache(maxsize=8)
def load_rules(data: GameData) -> RuleBook:
    """The rules of a game from its rules.toml. Kinds, sources and overridden rules are checked, and that every rule named
    in rulings.toml exists. Raises `ModelError` with every problem."""
    file = read_data(data, "rules.toml")
    meta = file.table("meta")
    for name, wanted in (("game", data.game), ("prefix", data.prefix)):
        if meta.text(name) != wanted:
            meta.wrong(f"should be `{wanted}`", name)
    chapters = {name: meta.table("chapters").text(name) for name in meta.table("chapters").content}
    editions = {name: meta.table("editions").text(name) for name in meta.table("editions").content}
    meta.finish()
    tables = dict(file.each("meta"))
    rulings = load_rulings(data)
    concerning: dict[str, list[str]] = {}
    for ruling in rulings.rulings.values():
        for id in ruling.rules:
            concerning.setdefault(id, []).append(ruling.id)
            if id not in tables:
                where = f"{data.game}/rulings.toml: {ruling.id}.rules"
                file.problems.append(Problem(f"there is no rule `{id}`", where, did_you_mean(id, tables)))
    yields: dict[str, list[str]] = {}
    for id, table in tables.items():
        for other in table.texts("overrides"):
            yields.setdefault(other, []).append(id)
            if other not in tables or other == id:
                table.wrong(f"`{other}` is not another rule", "overrides", did_you_mean(other, tables))
    rules = {}
    for id, table in tables.items():
        if not id.startswith(f"{data.prefix}-") or _chapter(data.prefix, id) not in chapters:
            table.wrong(f"a rule id begins with `{data.prefix}-` and a chapter of [meta.chapters]")
        rule = Rule(
            id,
            table.text("title"),
            table.text("kind"),
            table.text("short"),
            table.text("digest"),
            table.texts("sources"),
            table.texts("overrides"),
            tuple(yields.get(id, ())),
            tuple(concerning.get(id, ())),
            table.text("unmodelled", ""),
            table.text("without", ""),
            table.text("stays", ""),
        )
        if rule.kind not in KINDS:
            table.wrong(f"`{rule.kind}` is not a kind", "kind", f"known: {', '.join(KINDS)}")
        if bool(rule.without) == bool(rule.stays):
            table.wrong(
                "needs either `without` or `stays`",
                help="`without`: what holds if the rule is left out; `stays`: why it cannot be",
            )
        if not rule.sources:
            table.wrong("names no source", "sources")
        for source in rule.sources:
            if not _SOURCE.fullmatch(source) or source.split()[0] not in editions:
                known = ", ".join(editions)
                table.wrong(
                    f"`{source}` is not a source",
                    "sources",
                    f"an edition ({known}) and pages, as in `EN p. 6`",
                )
        table.finish()
        rules[id] = rule
    file.check()
    return RuleBook(
        data.game,
        data.prefix,
        MappingProxyType(rules),
        MappingProxyType(chapters),
        MappingProxyType(editions),
    )


_SOURCE = re.compile(r"[A-Z]+(?: p\. \d+| pp\. \d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)?")


def rule(data: GameData, id: str) -> Rule:
    """One rule by its id, in any case. Raises `ModelError` with the nearest ids for an unknown one."""
    book = load_rules(data)
    found = book.find(id)
    if found is None:
        raise ModelError(Problem(f"there is no rule `{id}` in {data.game}", help=book.nearest_help(id)))
    return book[found]


@value
class Parameter:
    """A number that a ruleset may set: the printed value, its unit, its range and its source. `assumed`: no source gives
    the value. `meant` are the values that the printed game could have, if fewer than the range allows."""

    name: str
    rule: str
    what: str
    value: int
    unit: str
    min: int
    max: int
    source: str
    assumed: bool = False
    meant: tuple[int, ...] = ()


@value
class Option:
    """An optional rule. It takes a number if it has `min` and `max`. It cannot be combined with those in `excludes`."""

    name: str
    rule: str
    what: str
    source: str
    unit: str = ""
    min: int | None = None
    max: int | None = None
    excludes: tuple[str, ...] = ()


@value
class HouseRules:
    """Everything of a game that may be set or switched on. `options_together`: the `option` lines of a record list all
    optional rules in force and replace those of its ruleset; `option none` switches all of them off."""

    parameters: Mapping[str, Parameter]
    options: Mapping[str, Option]
    options_together: bool = False


@lru_cache(maxsize=8)
def load_house_rules(data: GameData) -> HouseRules:
    """The game's parameters.toml: parameters with their ranges, and optional rules. Raises `ModelError`."""
    file = read_data(data, "parameters.toml")
    parameters, options = {}, {}
    for name, table in file.table("parameter").each():
        parameters[name] = Parameter(
            name,
            table.text("rule"),
            table.text("what"),
            table.number("value"),
            table.text("unit"),
            table.number("min"),
            table.number("max"),
            table.text("source"),
            table.flag("assumed"),
            table.numbers("meant"),
        )
        table.finish()
    for name, table in file.table("option").each():
        options[name] = _read_option(name, table)
    together = file.flag("options_together")
    file.asked.add("deck")
    file.finish()
    file.check()
    return HouseRules(MappingProxyType(parameters), MappingProxyType(options), together)


def _read_option(name: str, table: Table) -> Option:
    takes = table.text("takes")
    if takes not in ("number", "nothing"):
        table.wrong(f"`{takes}` is not known", "takes", "known: number, nothing")
    rule, what, source = table.text("rule"), table.text("what"), table.text("source")
    unit, lowest, highest = "", None, None
    if takes == "number":
        unit, lowest, highest = table.text("unit"), table.number("min"), table.number("max")
    option = Option(name, rule, what, source, unit, lowest, highest, table.texts("excludes"))
    table.finish()
    return option
