"""`steward rulings [GAME] [ID]`: where readings of the rules differ, who reads how, and what holds unless one
chooses."""

import argparse
import textwrap
from dataclasses import asdict
from typing import Any

from model.datafiles import GameData, did_you_mean, shipped_games
from model.rules import Parameter, RuleBook, load_house_rules, load_rules
from model.rulings import Reading, Ruling, RulingBook, load_rulings
from verifier.cli.rule_index import LABEL, UsageError, answer, choose, fields, rows
from verifier.errors import WIDTH


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward rulings`."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="[GAME] [ID]",
        help="a game, a ruling id, or both; a rule id lists its rulings",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default: text)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the index or one ruling; 2 for an unknown game or ruling."""
    return answer("rulings", args.format, lambda: _answer(args))


def _answer(args: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    data, word = choose(args.words, "ruling")
    books = [load_rulings(one) for one in ([data] if data else shipped_games())]
    if not word:
        entries = [_entry(book, ruling) for book in books for ruling in book.rulings.values()]
        return "\n\n".join(map(_index, books)), {"rulings": entries}
    for book in books:
        if word.lower() in book:
            ruling = book[word.lower()]
            return _page(book, ruling), {"rulings": [_entry(book, ruling)]}
    for one in [data] if data else shipped_games():
        rules, book = load_rules(one), load_rulings(one)
        rule = rules.find(word)
        if rule:
            return _of_rule(rules, book, rule)
    games = [data] if data else shipped_games()
    for one in games:
        if word.lower() in load_house_rules(one).parameters:
            return _of_parameter(one, load_house_rules(one).parameters[word.lower()])
        if word.lower() in load_house_rules(one).options:
            raise UsageError(f"`{word}` is an optional rule, not a ruling", f"write `option {word.lower()}`")
    known = [id for book in books for id in book.rulings] + [one.game for one in shipped_games()]
    known += [name for one in games for name in load_house_rules(one).parameters]
    raise UsageError(
        f"there is no ruling `{word}`", did_you_mean(word, known) or "`steward rulings` lists them"
    )


def _of_rule(rules: RuleBook, book: RulingBook, rule: str) -> tuple[str, dict[str, Any]]:
    """The rulings that concern a rule or one of its clauses."""
    family = set(rules.family(rule))
    found = [ruling for ruling in book.rulings.values() if family & set(ruling.rules)]
    lines = rows([(f"  {one.id}", _summary(one)) for one in found]) or ["  none"]
    head = f"{rule}  {rules.title(rule)}: rulings (-> default; others)"
    return "\n".join([head, *lines]), {"rulings": [_entry(book, one) for one in found]}


def _of_parameter(data: GameData, parameter: Parameter) -> tuple[str, dict[str, Any]]:
    """A number that somebody looks for among the rulings."""
    kind = "assumed" if parameter.assumed else "printed"
    about = [
        ("rule", [parameter.rule]),
        ("value", [f"{parameter.value} {parameter.unit}, {kind}"]),
        ("source", _wrapped(parameter.source)),
        ("may be", [f"{parameter.min} to {parameter.max}"]),
        ("choose", [f"set {parameter.name} = {parameter.value}"]),
    ]
    head = f"{parameter.name}  ({data.game}, a parameter, not a ruling)\n  {parameter.what}\n"
    return "\n".join([head, *fields(about)]), {"rulings": [], "parameters": [asdict(parameter)]}


def _index(book: RulingBook) -> str:
    choices = sum(len(ruling.choices()) > 1 for ruling in book.rulings.values())
    lines = [f"{book.game}: {len(book.rulings)} rulings, {choices} open to choice (-> default; others)"]
    for section, title in book.sections.items():
        lines += ["", f"{section}  {title}"]
        within = [ruling for ruling in book.rulings.values() if ruling.section == section]
        lines += rows([(f"  {one.id}", _summary(one)) for one in within])
    return "\n".join([*lines, "", f"one ruling: steward rulings {next(iter(book.rulings))}"])


def _summary(ruling: Ruling) -> str:
    default = ruling.readings[ruling.default]
    if not ruling.selectable:
        return f"{ruling.question}{_support(default)}"
    others = "".join(
        f"; {reading.id}{_support(reading)}"
        + (f" cannot be chosen: {reading.unmodelled}" if reading.unmodelled else "")
        for reading in ruling.readings.values()
        if reading is not default
    )
    return f"{ruling.question} -> {default.id}{_support(default)}{others}"


def _support(reading: Reading, *marks: str) -> str:
    """Who reads it so, and where, after other marks: ` (default; EN pp. 4, 9; EL ch. 3.5.3, 9.5)`."""
    marks += reading.support
    return f" ({'; '.join(marks)})" if marks else ""


def _page(book: RulingBook, ruling: Ruling) -> str:
    readings: list[str] = []
    for reading in ruling.readings.values():
        marks = ("default",) if ruling.selectable and reading.id == ruling.default else ()
        readings += _wrapped(f"{reading.id}{_support(reading, *marks)}")
        readings += _wrapped(reading.meaning, "  ")
        if reading.unmodelled:
            readings += _wrapped(f"cannot be chosen: {reading.unmodelled}", "  ")
    about = [
        ("rules", [", ".join(ruling.rules)]),
        ("about", [book.about[ruling.about]]),
        ("readings", readings),
        (
            "default",
            [
                f"{ruling.default}, {ruling.confidence} confidence"
                if ruling.selectable
                else "the only reading"
            ],
        ),
        ("why", _wrapped(ruling.why)),
        ("separates", _wrapped(ruling.separates)),
        ("choose", [f"ruling {ruling.id} = {ruling.choices()[-1]}"] if len(ruling.choices()) > 1 else []),
    ]
    question = textwrap.wrap(ruling.question, WIDTH - 2, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(
        [f"{ruling.id}  ({book.game}, {book.sections[ruling.section]})", *question, "", *fields(about)]
    )


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH - LABEL - 2, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def _entry(book: RulingBook, ruling: Ruling) -> dict[str, Any]:
    return {
        "game": book.game,
        "id": ruling.id,
        "section": ruling.section,
        "about": ruling.about,
        "kind": ruling.kind,
        "rules": ruling.rules,
        "question": ruling.question,
        "readings": [asdict(reading) for reading in ruling.readings.values()],
        "default": ruling.default,
        "confidence": ruling.confidence,
        "why": ruling.why,
        "separates": ruling.separates,
    }
