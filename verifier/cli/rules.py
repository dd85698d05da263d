"""`steward rules [GAME] [ID]`: the rules in our own words, where each is enforced and tested, and what is missing."""

import argparse
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from model.datafiles import shipped_games
from model.rules import DEFINITION, Rule, RuleBook, load_rules
from model.rulings import RulingBook, load_rulings
from model.values import value
from verifier.cli.rule_index import LABEL, answer, choose, fields, rows
from verifier.cli.rule_links import Links, find_links
from verifier.errors import WIDTH, StewardError
from verifier.words import wrapped


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward rules`."""
    parser.add_argument(
        "words", nargs="*", metavar="[GAME] [ID]", help="a game, a rule id such as TA-6.1, or both"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--gaps",
        action="store_true",
        help="list rules without a place in the engine, or without a test record",
    )
    what.add_argument(
        "--coverage",
        nargs="+",
        metavar="PATH",
        help="list the rules that these records keep, and those that they break",
    )
    what.add_argument(
        "--ruleset",
        metavar="RULESET",
        help="list what a ruleset (a name, or a file) changes against the one it extends",
    )
    what.add_argument(
        "--markdown", action="store_true", help="print the whole rule book of a game as Markdown"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the index, one rule with its clauses, the gaps, the coverage of records, the changes of a ruleset, or the rule book.
    Returns 2 for an unknown game, rule or ruleset, or a missing record."""
    return answer("rules", args.format, *_answer(args))


def _answer(args: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    data, word = choose(args.words, "rule")
    if args.ruleset:
        from verifier.cli.rule_changes import house

        if word:
            raise StewardError("`--ruleset` lists all changes", "leave out the rule id")
        return house(data.game if data else None, args.ruleset)
    if args.markdown:
        if word or data is None:
            raise StewardError(
                "`--markdown` prints the rule book of one game",
                f"steward rules {shipped_games()[0].game} --markdown",
            )
        text = markdown(load_rules(data), load_rulings(data))
        return text, {"game": data.game, "markdown": text}
    if args.coverage:
        from verifier.cli.rule_coverage import coverage

        if word:
            raise StewardError("`--coverage` looks at all rules of a game", "leave out the rule id")
        return coverage(args.coverage, [data] if data else shipped_games())
    if args.gaps:
        chosen = [data] if data else shipped_games()
        if word:
            raise StewardError("`--gaps` looks at all rules of a game", "leave out the rule id")
        looked = [(load_rules(one), find_links(one)) for one in chosen]
        found = [(book, gaps(book, links), links.cases_seen) for book, links in looked]
        return (
            "\n\n".join(_gap_text(book, missing, seen) for book, missing, seen in found),
            {"gaps": [{"game": book.game, **asdict(gap)} for book, missing, _ in found for gap in missing]},
        )
    if not word or data is None:
        chosen = [data] if data else shipped_games()
        books = [load_rules(one) for one in chosen]
        return "\n\n".join(map(_index, books)), {
            "rules": [_row(book, rule) for book in books for rule in book]
        }
    book, links = load_rules(data), find_links(data)
    ids = _meant(book, word)
    return (
        "\n\n".join(_page(book, load_rulings(data), book[id], links) for id in ids),
        {"rules": [_entry(book, book[id], links) for id in ids]},
    )


def _meant(book: RuleBook, word: str) -> list[str]:
    """One rule, or the top-level rules of a chapter. Raises `StewardError` for an unknown one."""
    found = book.find(word)
    if found is not None:
        return [found]
    upper = word.upper() if word.upper().startswith(f"{book.prefix}-") else f"{book.prefix}-{word.upper()}"
    chapter = book.clauses(upper)
    if not chapter:
        raise StewardError(
            f"there is no rule `{word}` in {book.game}",
            book.nearest_help(word) or f"steward rules {book.game}",
        )
    return list(chapter)


# -- gaps -----------------------------------------------------------------------------------------------------------


@value
class Gap:
    """What a rule lacks: `engine` (no place names it), `kept`, `broken` (no such case). `unmodelled` is the excuse, if any."""

    id: str
    missing: tuple[str, ...]
    unmodelled: str = ""


def gaps(book: RuleBook, links: Links) -> list[Gap]:
    """The rules that lack a link or a case, and the excused ones. A definition needs neither; clauses count for the rule they
    belong to."""
    found = []
    for rule in book:
        if rule.kind == DEFINITION:
            continue
        family = book.family(rule.id)
        missing = []
        if not any(links.engine.get(id) for id in family):
            missing.append("engine")
        if links.cases_seen:
            missing += [
                need for need in ("kept", "broken") if not any(links.cases(need).get(id) for id in family)
            ]
        if missing or rule.unmodelled:
            found.append(Gap(rule.id, tuple(missing), rule.unmodelled))
    return found


def _gap_text(book: RuleBook, missing: list[Gap], cases_seen: bool) -> str:
    names = {"engine": "the engine", "kept": "a kept case", "broken": "a broken case"}
    open_gaps = [gap for gap in missing if not gap.unmodelled]
    due = sum(rule.kind != DEFINITION for rule in book)
    head = f"{book.game}: {len(open_gaps)} of {due} rules lack something"
    if not cases_seen:
        head += " (no cases here; only the engine was looked at)"
    lines = rows([(f"  {gap.id}", ", ".join(names[need] for need in gap.missing)) for gap in open_gaps])
    excused = [gap for gap in missing if gap.unmodelled]
    if excused:
        lines += ["", f"{len(excused)} rules are not modelled:"]
        lines += rows([(f"  {gap.id}", gap.unmodelled) for gap in excused])
    return "\n".join([head, *lines])


# -- text -----------------------------------------------------------------------------------------------------------


def _index(book: RuleBook) -> str:
    lines = [f"{book.game}: {len(book.rules)} rules"]
    for key, title in book.chapters.items():
        within = [rule for rule in book if book.chapter(rule.id) == key]
        if within:
            lines += ["", f"{key}  {title}"]
            lines += rows([(f"  {rule.id}", rule.kind, rule.title) for rule in within])
    return "\n".join([*lines, "", f"one rule: steward rules {next(iter(book.rules))}"])


def _page(book: RuleBook, rulings: RulingBook, rule: Rule, links: Links) -> str:
    def named(ids: tuple[str, ...]) -> list[str]:
        return rows([(id, book.title(id)) for id in ids])

    parent = book.parent(rule.id)
    kept, broken = links.kept.get(rule.id, ()), links.broken.get(rule.id, ())
    chapter = book.chapters[book.chapter(rule.id)]
    about = [
        ("kind", [rule.kind]),
        ("chapter", [chapter]),
        ("sources", [_source(book, source) for source in rule.sources]),
        ("part of", named((parent,)) if parent else []),
        ("clauses", named(book.clauses(rule.id))),
        ("overrides", named(rule.overrides)),
        ("yields to", named(rule.overridden_by)),
        ("rulings", rows([(id, rulings[id].question) for id in rule.rulings], WIDTH - LABEL - 2)),
        ("enforced", by_file(links.engine.get(rule.id, ())) or _nowhere(book, rule)),
        ("specified", by_file(links.spec.get(rule.id, ()))),
        ("kept in", list(kept)),
        ("broken in", list(broken)),
        ("records", list(links.records.get(rule.id, ()))),
        ("without it", [rule.without] if rule.without else []),
        ("stays", [rule.stays] if rule.stays else []),
    ]
    text = wrapped(rule.digest, "  ", "  ", WIDTH - 2)
    return "\n".join([f"{rule.id}  {rule.title}", *text, "", *fields(about)])


def by_file(places: Iterable[str]) -> list[str]:
    """`file:3`, `file:7` joined into one line: `file:3, 7`."""
    lines: dict[str, list[str]] = {}
    for place in places:
        name, _, line = place.rpartition(":")
        lines.setdefault(name, []).append(line)
    return [f"{name}:{', '.join(numbers)}" for name, numbers in lines.items()]


def _nowhere(book: RuleBook, rule: Rule) -> list[str]:
    if rule.unmodelled:
        return [f"not modelled: {rule.unmodelled}"]
    if book.clauses(rule.id):
        return ["by its clauses"]
    return ["nothing to enforce"] if rule.kind == DEFINITION else ["nowhere yet"]


def _source(book: RuleBook, source: str) -> str:
    edition, _, pages = source.partition(" ")
    return f"{book.editions[edition]}, {pages}" if pages else book.editions[edition]


# -- JSON -----------------------------------------------------------------------------------------------------------


def _row(book: RuleBook, rule: Rule) -> dict[str, Any]:
    entry: dict[str, Any] = {"game": book.game, **asdict(rule)}
    entry["parent"] = book.parent(rule.id)
    return entry


def _entry(book: RuleBook, rule: Rule, links: Links) -> dict[str, Any]:
    return {
        **_row(book, rule),
        "clauses": book.clauses(rule.id),
        "enforced": links.engine.get(rule.id, ()),
        "specified": links.spec.get(rule.id, ()),
        "kept": links.kept.get(rule.id, ()),
        "broken": links.broken.get(rule.id, ()),
        "records": links.records.get(rule.id, ()),
    }


# -- Markdown -------------------------------------------------------------------------------------------------------


def markdown(book: RuleBook, rulings: RulingBook) -> str:
    """The rule book of a game as in `docs/rules/<game>.md`, made from the data alone."""
    lines = [
        f"# {book.game.replace('-', ' ').title()}: the rules in our own words",
        "",
        f"Made from `rules.toml` and `rulings.toml` by `steward rules {book.game} --markdown`; do not edit it here.",
        "A rule of the kind *definition* defines words; every other kind is judged.",
        "",
        "Sources: " + "; ".join(f"**{short}** {name}" for short, name in book.editions.items()) + ".",
    ]
    for key, title in book.chapters.items():
        within = [rule for rule in book if book.chapter(rule.id) == key]
        if within:
            lines += ["", f"## {_heading(key, title)}"]
        for rule in within:
            lines += ["", f"### {rule.id}: {rule.title}", "", rule.digest, ""]
            notes = [f"*{rule.kind}*; {', '.join(rule.sources)}"]
            if rule.overrides:
                notes.append(f"overrides {', '.join(rule.overrides)}")
            if rule.rulings:
                notes.append("rulings " + ", ".join(f"[{id}](#{id})" for id in rule.rulings))
            if rule.unmodelled:
                notes.append(f"not modelled: {rule.unmodelled}")
            notes.append(
                f"without it {rule.without}" if rule.without else f"cannot be left out: {rule.stays}"
            )
            lines.append("; ".join(notes))
    lines += [
        "",
        "## Rulings",
        "",
        "Points where readings of the rules differ, or where the text needs an answer.",
    ]
    for ruling in rulings.rulings.values():
        lines += ["", f"### {ruling.id}", "", f"{', '.join(ruling.rules)}: {ruling.question}", ""]
        for reading in ruling.readings.values():
            default = " (default)" if ruling.selectable and reading.id == ruling.default else ""
            name = f"`{reading.id}`{default}" if ruling.selectable else "one reading"
            support = f" [{'; '.join(reading.support)}]" if reading.support else ""
            lines.append(f"- {name}{support}: {reading.meaning}")
        if ruling.why:
            lines += ["", f"Why the default ({ruling.confidence} confidence): {_sentence(ruling.why)}"]
        if ruling.separates:
            lines += ["", f"Separates: {_sentence(ruling.separates)}"]
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _heading(key: str, title: str) -> str:
    return f"{key} {title}" if key.isdigit() else title[:1].upper() + title[1:]
