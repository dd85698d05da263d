"""`steward rules --ruleset NAME`: what a ruleset changes against the one it extends."""

from collections.abc import Iterator
from typing import Any

from model.card_facts import load_card_facts
from model.datafiles import GameData
from model.rules import load_house_rules, load_rules
from model.ruleset import Ruleset, origin_of, versioned
from model.rulings import load_rulings
from verifier.cli.check import find_game_of, find_ruleset
from verifier.rulesets.changes import OFF, OPTION, RULE, Change, changes
from verifier.words import counted, wrapped


def house(game: str | None, name: str) -> tuple[str, dict[str, Any]]:
    """The answer about a ruleset, which is a shipped one or a file, as text and as JSON. Raises `StewardError`."""
    meant = find_game_of(game, name)
    ruleset = find_ruleset(meant, name)
    origin = origin_of(ruleset)
    found = list(changes(meant.data, origin.base, ruleset))
    base = versioned(meant.data, origin.base) if origin.extends else ""
    content = {
        "game": meant.name,
        "id": ruleset.id,
        "version": ruleset.version,
        "versions": list(origin.versions),
        "extends": base,
        "changes": [
            {
                "change": str(one),
                "kind": one.kind,
                "name": one.name,
                "value": one.value,
                "before": one.before(origin.base),
                "rules": list(one.rules),
                "what": _what(meant.data, one),
            }
            for one in found
        ],
    }
    against = f"extends {base}" if base else "against the default of each ruling"
    head = f"{ruleset.id}@{ruleset.version} ({meant.name}), {against}: {counted(len(found), 'change')}"
    others = [str(one) for one in origin.versions if one != ruleset.version]
    kept = [f"other versions: {', '.join(others)}"] if others else []
    lines = [line for one in found for line in _lines(meant.data, origin.base, one)]
    return "\n".join([head, *lines, *kept]), {"house": content}


def _lines(data: GameData, base: Ruleset, change: Change) -> Iterator[str]:
    """A change, what was before, and its rules; below them what it means."""
    before = [] if change.kind in (OPTION, RULE) else [f"was {change.before(base)}"]
    told = "; ".join((*before, ", ".join(change.rules)))
    yield f"  {change}" if change.kind == RULE else f"  {change} ({told})"
    indent = " " * 6
    yield from wrapped(_what(data, change), indent, indent)


def _what(data: GameData, change: Change) -> str:
    """What a change means, in words."""
    match change.kind:
        case "ruling":
            ruling = load_rulings(data)[change.name]
            return f"{ruling.question} {ruling.readings[change.value].meaning}"
        case "parameter":
            known = load_house_rules(data).parameters[change.name]
            return f"{known.what}: {change.value} {known.unit}"
        case "card":
            fact = load_card_facts(data)[change.name]
            return f"{fact.what}: {change.value} {fact.unit}".rstrip()
        case "option":
            return load_house_rules(data).options[change.name].what
    rule = load_rules(data)[change.name]
    return f"{rule.title}: {rule.without if change.value == OFF else rule.short}"
