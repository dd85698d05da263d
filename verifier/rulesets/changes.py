"""The differences between two rulesets: readings, numbers, facts of cards, optional rules and rules left out, each
separately; and the lines of a record that state them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from model.asked import AskedOptions, AskedRules, recording
from model.card_facts import card_value, load_card_facts
from model.datafiles import GameData
from model.rules import load_house_rules, load_rules
from model.ruleset import (
    Ruleset,
    default_ruleset,
    load_ruleset,
    parameter,
    shipped_rulesets,
    versioned,
    with_changes,
    without_rule,
)
from model.rulings import load_rulings
from model.values import replace

RULING, PARAMETER, OPTION, RULE, CARD = "ruling", "parameter", "option", "rule", "card"
ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: the new reading of a ruling, the new value of a parameter or of a fact of a card (`charge.count`), or `on`
    or `off` for an option or a rule."""

    data: GameData
    kind: str
    name: str
    value: str

    def __str__(self) -> str:
        if self.kind == OPTION:
            return f"option {self.name} {self.value}"
        if self.kind == RULE:
            return f"{'with' if self.value == ON else 'without'} {self.name}"
        return f"{self.name} = {self.value}"

    def applied(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with this change. Raises `ModelError` if it conflicts with an option in force."""
        if self.kind == RULE:
            if self.value == ON:
                return replace(ruleset, left_out=ruleset.left_out - {self.name})
            return without_rule(self.data, ruleset, self.name)
        kind = PARAMETER if self.kind == CARD else self.kind
        return with_changes(self.data, ruleset, **{f"{kind}s": {self.name: self.value}})

    def before(self, ruleset: Ruleset) -> str:
        """The ruleset's value without the change."""
        if self.kind == RULING:
            return ruleset.readings[self.name]
        if self.kind == PARAMETER:
            return str(parameter(self.data, ruleset, self.name))
        if self.kind == CARD:
            return str(card_value(self.data, ruleset.cards, self.name))
        return _option(self.name, ruleset) if self.kind == OPTION else _rule(self.name, ruleset)

    def undone(self, ruleset: Ruleset) -> "Change":
        """The change back to the value of this ruleset."""
        return Change(self.data, self.kind, self.name, self.before(ruleset))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it concerns."""
        if self.kind == RULING:
            return tuple(load_rulings(self.data).rulings[self.name].rules)
        if self.kind == CARD:
            return (load_card_facts(self.data)[self.name].rule,)
        house = load_house_rules(self.data)
        if self.kind == PARAMETER:
            return (house.parameters[self.name].rule,)
        return (house.options[self.name].rule,) if self.kind == OPTION else (self.name,)


def _option(name: str, ruleset: Ruleset) -> str:
    """`on`, `off`, or the number of an option that takes one."""
    return (ruleset.options[name] or ON) if name in ruleset.options else OFF


def _rule(id: str, ruleset: Ruleset) -> str:
    return OFF if id in ruleset.left_out else ON


def changes(data: GameData, ruleset: Ruleset, other: Ruleset) -> Iterator[Change]:
    """All differences of the second ruleset: rulings, numbers, cards, options, then rules left out, in the order of the data."""
    house = load_house_rules(data)
    readings = [(RULING, id, other.readings[id]) for id in load_rulings(data).rulings if id in other.readings]
    numbers = [(PARAMETER, name, str(parameter(data, other, name))) for name in house.parameters]
    cards = [(CARD, name, str(card_value(data, other.cards, name))) for name in load_card_facts(data)]
    options = [(OPTION, name, _option(name, other)) for name in house.options]
    rules = [(RULE, rule.id, _rule(rule.id, other)) for rule in load_rules(data)]
    for kind, name, value in (*readings, *numbers, *cards, *options, *rules):
        change = Change(data, kind, name, value)
        if change.before(ruleset) != value:
            yield change


def differing(base: Ruleset, ruleset: Ruleset) -> int:
    """How many readings, numbers, facts of cards, optional rules and rules left out differ between a ruleset and its base."""
    if ruleset is base:
        return 0
    pairs: tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...] = (
        (base.readings, ruleset.readings),
        (base.parameters, ruleset.parameters),
        (base.cards, ruleset.cards),
        (base.options, ruleset.options),
    )
    changed = sum(len(dict(mine.items() ^ theirs.items())) for mine, theirs in pairs)
    return changed + len(base.left_out ^ ruleset.left_out)


def together(ruleset: Ruleset, every: Iterable[Change]) -> Ruleset:
    """The ruleset with these changes. Raises `ModelError` if they conflict."""
    for change in sorted(every, key=lambda one: one.value != OFF):  # what is on may exclude what goes
        ruleset = change.applied(ruleset)
    return ruleset


def other_readings(data: GameData, ruleset: Ruleset, ruling: str) -> list[Change]:
    """Each selectable reading of a ruling that is not in force; a note has none."""
    if ruling not in ruleset.readings:
        return []
    readings = load_rulings(data).rulings[ruling].readings
    return [
        Change(data, RULING, ruling, id)
        for id, reading in readings.items()
        if not reading.unmodelled and id != ruleset.readings[ruling]
    ]


class NotedRuleset:
    """A ruleset that records which of its rulings, parameters, optional rules and rules left out are looked up. Cards are not
    recorded."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.own = ruleset
        noted, self._readings, self._numbers = recording(ruleset)
        self._options, self._rules = AskedOptions(ruleset.options), AskedRules(ruleset.left_out)
        self.ruleset = replace(noted, options=self._options, left_out=self._rules)

    def forget(self) -> None:
        """Clears the record of lookups."""
        self._readings.use(self.own.readings)
        self._numbers.use(self.own.parameters)
        self._options.asked.clear()
        self._rules.asked.clear()

    def names(self) -> frozenset[str]:
        """The names looked up since the last `forget`."""
        return frozenset(self._readings.asked).union(
            self._numbers.asked, self._options.asked, self._rules.asked
        )


def concerns(change: Change, asked: frozenset[str]) -> bool:
    """Whether a change can matter if these names were looked up."""
    return change.kind == CARD or change.name in asked


def switched(data: GameData, ruleset: Ruleset) -> list[Change]:
    """Each option switched on or off; one that takes a number gets the smallest."""
    options = load_house_rules(data).options.items()
    return [
        Change(data, OPTION, name, OFF if name in ruleset.options else str(option.min or ON))
        for name, option in options
    ]


def rule_lines(data: GameData, ruleset: Ruleset) -> list[str]:
    """The lines that make a record use this ruleset: the name of a shipped one, and the changes to it."""
    base = default = default_ruleset(data)
    lines = []
    name = versioned(data, ruleset)
    if ruleset.id in shipped_rulesets(data) and name != default.id:
        base = load_ruleset(data, name)
        lines.append(f"ruleset {name}")
    readings = ruleset.readings.items()
    lines += [f"ruling {id} = {reading}" for id, reading in readings if base.readings.get(id) != reading]
    lines += [f"set {name} = {value}" for name, value in ruleset.parameters.items()]
    cards = [name for name in load_card_facts(data) if ruleset.cards.get(name) != base.cards.get(name)]
    lines += [f"set {name} = {card_value(data, ruleset.cards, name)}" for name in cards]
    if dict(ruleset.options) != dict(base.options):
        lines += [
            f"option {name}" + ("" if number is None else f" = {number}")
            for name, number in ruleset.options.items()
        ] or ["option none"]
    if left_out := [rule.id for rule in load_rules(data) if rule.id in ruleset.left_out - base.left_out]:
        lines.append(f"without {' '.join(left_out)}")
    return lines
