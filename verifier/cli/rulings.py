"""`steward rulings [GAME] [ID]`: where readings of the rules differ, their sources, and the defaults."""

import argparse
from typing import Any

from model.card_facts import CardFact, load_card_facts
from model.datafiles import GameData, did_you_mean, shipped_games
from model.rules import Parameter, RuleBook, load_house_rules, load_rules
from model.rulings import Reading, Ruling, RulingBook, load_rulings
from verifier.cli.output import print_json, say
from verifier.cli.rule_index import LABEL, answer, choose, fields, rows
from verifier.errors import WIDTH, StewardError, worst
from verifier.findings import UNREADABLE, VERDICTS, Assumption, Dependence
from verifier.words import wrapped


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward rulings`."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="[GAME] [ID]",
        help="a game, a ruling id, or both; a rule id lists its rulings",
    )
    parser.add_argument(
        "--records",
        nargs="+",
        metavar="PATH",
        help="with a ruling id: list the records of these files and folders that rest on it",
    )
    parser.add_argument(
        "--no-witness",
        action="store_true",
        help="with a ruling id: do not look for a smallest record that each other reading decides differently",
    )


def run(args: argparse.Namespace) -> int:
    """Prints the index, one ruling, or the records that rest on it. Returns 2 for an unknown game or ruling, or an unreadable
    record."""
    if args.records:
        return _records(args)
    return answer("rulings", args.format, *_answer(args))


def _answer(args: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    data, word = choose(args.words, "ruling")
    books = [load_rulings(one) for one in ([data] if data else shipped_games())]
    if not word:
        entries = [_entry(book, ruling) for book in books for ruling in book.rulings.values()]
        return "\n\n".join(map(_index, books)), {"rulings": entries}
    for book in books:
        if word.lower() in book:
            return _with_witnesses(args, book, book[word.lower()])
    for one in [data] if data else shipped_games():
        rules, book = load_rules(one), load_rulings(one)
        rule = rules.find(word)
        if rule:
            return _of_rule(rules, book, rule)
    games = [data] if data else shipped_games()
    for one in games:
        if word.lower() in load_house_rules(one).parameters:
            return _of_parameter(one, load_house_rules(one).parameters[word.lower()])
        if word.lower() in load_card_facts(one):
            return _of_card(one, load_card_facts(one)[word.lower()])
        if word.lower() in load_house_rules(one).options:
            raise StewardError(
                f"`{word}` is an optional rule, not a ruling", f"write `option {word.lower()}`"
            )
    known = [id for book in books for id in book.rulings] + [one.game for one in shipped_games()]
    known += [name for one in games for name in load_house_rules(one).parameters]
    raise StewardError(
        f"there is no ruling `{word}`", did_you_mean(word, known) or "`steward rulings` lists them"
    )


def _with_witnesses(args: argparse.Namespace, book: RulingBook, ruling: Ruling) -> tuple[str, dict[str, Any]]:
    """The page of a ruling with a witness for each other reading, as far as there is time to find it."""
    page, entry = _page(book, ruling), _entry(book, ruling)
    if args.no_witness or len(ruling.choices()) < 2:
        return page, {"rulings": [entry]}
    from verifier.cli.witness import SECONDS, witness_json, witness_lines, witnesses

    [data] = [one for one in shipped_games() if one.game == book.game]
    found = witnesses(data, ruling, SECONDS)
    lines = [page, *witness_lines(found)]
    return "\n".join(lines), {"rulings": [{**entry, "witnesses": witness_json(found)}]}


def _records(args: argparse.Namespace) -> int:
    """Lists the records, legal ones too, that rest on a ruling or an assumed parameter."""
    from verifier.cli.common import exit_code, standing_orders
    from verifier.cli.verify import judge_input
    from verifier.records.inputs import read_inputs
    from verifier.records.replay import Options
    from verifier.render.json import record_json, summary_json
    from verifier.render.text import finding_text

    data, word = choose(args.words, "ruling")
    games = [data] if data else shipped_games()
    known = {id for one in games for id in (*load_rulings(one).rulings, *load_house_rules(one).parameters)}
    id = word.lower()
    if id not in known:
        what = f"there is no ruling `{word}`" if word else "which ruling?"
        raise StewardError(what, did_you_mean(word, known) or "`steward rulings` lists them")
    options = Options(standing_orders(), rests_on=VERDICTS)
    reports = [report for found in read_inputs(args.records) for report in judge_input(found, options)]
    resting, codes = [], []
    for report in reports:
        if report.verdict == UNREADABLE and (code := exit_code(report)) and report.deciding is not None:
            codes.append(code)
            if args.format == "text":
                say(finding_text(report.deciding, report))
        rests: list[Dependence | Assumption] = [*(report.rests_on or ()), *(report.assumed or ())]
        for rest in rests:
            if rest.name == id:
                resting.append(report)
                if args.format == "text":
                    say(f"{report.file}:{report.line} {report.verdict}: rests on {rest}")
    code = worst(codes)
    if args.format == "json":
        records = [record_json(report) for report in resting]
        print_json("rulings", code, {"records": records, "summary": summary_json(reports)})
        return code
    unread = f"; {len(codes)} cannot be read" if codes else ""
    word = "rests" if len(resting) == 1 else "rest"
    say(f"{len(resting)} of {len(reports)} records {word} on {id}{unread}")
    return code


def _of_rule(rules: RuleBook, book: RulingBook, rule: str) -> tuple[str, dict[str, Any]]:
    """The rulings that concern a rule or one of its clauses."""
    family = set(rules.family(rule))
    found = [ruling for ruling in book.rulings.values() if family & set(ruling.rules)]
    lines = rows([(f"  {one.id}", _summary(one)) for one in found]) or ["  none"]
    head = f"{rule}  {rules.title(rule)}: rulings (-> default; others)"
    return "\n".join([head, *lines]), {"rulings": [_entry(book, one) for one in found]}


def _of_parameter(data: GameData, parameter: Parameter) -> tuple[str, dict[str, Any]]:
    """The page of a parameter that was looked up as a ruling."""
    kind = "assumed" if parameter.assumed else "printed"
    about = [
        ("rule", [parameter.rule]),
        ("value", [f"{parameter.value} {parameter.unit}, {kind}"]),
        ("source", _beside(parameter.source)),
        ("may be", [f"{parameter.min} to {parameter.max}"]),
        ("choose", [f"set {parameter.name} = {parameter.value}"]),
    ]
    head = f"{parameter.name}  ({data.game}, a parameter, not a ruling)\n  {parameter.what}\n"
    return "\n".join([head, *fields(about)]), {"rulings": [], "parameters": [parameter]}


def _of_card(data: GameData, fact: CardFact) -> tuple[str, dict[str, Any]]:
    """The page of a fact of a card that was looked up as a ruling."""
    about = [
        ("rule", [fact.rule]),
        ("may be", _beside(fact.allowed)),
        ("choose", [f"set {fact.name} = {fact.value}"]),
    ]
    head = f"{fact.name}  ({data.game}, a fact of a card, not a ruling)\n  {fact.what}\n"
    return "\n".join([head, *fields(about)]), {"rulings": [], "cards": [fact]}


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
    """The sources of a reading after other marks: ` (default; EN pp. 4, 9; EL ch. 3.5.3, 9.5)`."""
    marks += reading.support
    return f" ({'; '.join(marks)})" if marks else ""


def _page(book: RulingBook, ruling: Ruling) -> str:
    readings: list[str] = []
    for reading in ruling.readings.values():
        marks = ("default",) if ruling.selectable and reading.id == ruling.default else ()
        readings += _beside(f"{reading.id}{_support(reading, *marks)}")
        readings += _beside(reading.meaning, "  ")
        if reading.unmodelled:
            readings += _beside(f"cannot be chosen: {reading.unmodelled}", "  ")
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
        ("why", _beside(ruling.why)),
        ("separates", _beside(ruling.separates)),
        ("choose", [f"ruling {ruling.id} = {ruling.choices()[-1]}"] if len(ruling.choices()) > 1 else []),
    ]
    question = wrapped(ruling.question, "  ", "  ", WIDTH - 2)
    return "\n".join(
        [f"{ruling.id}  ({book.game}, {book.sections[ruling.section]})", *question, "", *fields(about)]
    )


def _beside(text: str, indent: str = "") -> list[str]:
    """The lines of a text after a label."""
    return wrapped(text, indent, indent, WIDTH - LABEL - 2)


def _entry(book: RulingBook, ruling: Ruling) -> dict[str, Any]:
    from verifier.render.json import fields_of

    return {"game": book.game, **fields_of(ruling), "readings": list(ruling.readings.values())}
