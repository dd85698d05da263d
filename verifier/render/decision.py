"""A stewards' decision as a page, and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from model.values import value
from verifier.render.alternatives import alternative_lines, alternatives_json
from verifier.render.sheet import Part, Section, Sheet
from verifier.render.text import next_command
from verifier.verdicts.stewards import CitedReading, CitedRuling, StewardsDecision

MOST_LISTED = 6
"""The most legal lines, rules and other readings that are listed on a page."""

MOST_RULINGS = 2
"""The most rulings that a page gives in full."""

MOST_LINES = 12
"""The most lines of a block that a page shows."""

LONGEST = 700
"""The most characters of the text of a rule on a page."""


@value
class Papers:
    """What a league adds to a decision: a number, a date, the names of the stewards, and its own words, paragraph by
    paragraph."""

    number: str = ""
    date: str = ""
    stewards: tuple[str, ...] = ()
    note: tuple[str, ...] = ()


NO_PAPERS = Papers()


def sheet_of(decision: StewardsDecision, papers: Papers = NO_PAPERS) -> Sheet:
    """The decision as a page."""
    number = f" {papers.number}" if papers.number else ""
    below = [decision.title, decision.game_title, papers.date or decision.date]
    made = (
        ("Fact", _fact(decision)),
        ("Rule", _rules(decision)),
        ("Decision", [_text(_decided(decision))]),
        ("Reason", _reason(decision)),
        ("Legal instead", _instead(decision)),
        ("Alternatives", _alternatives(decision)),
        ("Rulings", _rulings(decision)),
        ("Position before the line", _position(decision)),
        ("The league", [_text(*papers.note)] if papers.note else []),
        ("Decided by", _by(decision)),
        ("Check it again", [Part("code", decision.again)] if decision.again else []),
        ("Stewards", [_text(", ".join(papers.stewards))] if papers.stewards else []),
    )
    sections = tuple(Section(title, tuple(parts)) for title, parts in made if parts)
    return Sheet(f"Stewards' decision{number}", ", ".join(filter(None, below)), sections)


def _text(*lines: str) -> Part:
    return Part("text", lines)


def _fact(decision: StewardsDecision) -> list[Part]:
    place = f"Line {decision.line} of {decision.file}:"
    source = decision.source[:MOST_LINES]
    rest = len(decision.source) - len(source)
    lines = (*source, *([f"... and {rest} more lines"] if rest else ()))
    return [_text(place), Part("code", lines), *([_text(_sentence(decision.fact))] if decision.fact else [])]


def _sentence(text: str) -> str:
    """A phrase of the tool as a sentence."""
    return text if text.endswith((".", "?", "!")) else f"{text[:1].upper()}{text[1:]}."


def _rules(decision: StewardsDecision) -> list[Part]:
    """The deciding rule in full, the others by their titles; of a legal line all that applied by their titles."""
    if not decision.rules:
        return []
    if decision.finding is None:
        return _list([f"{one.id}, {one.title}" for one in decision.rules], "rules")
    first, *others = decision.rules
    parts = [_text(f"{first.id}, {first.title}: {_cut(first.digest)}")] if first.digest else [_text(first.id)]
    shown = [f"{one.id}, {one.title}" if one.title else one.id for one in others]
    return [*parts, *_list(shown, "rules")]


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rsplit(' ', 1)[0]} ..."


def _list(entries: Sequence[str], things: str) -> list[Part]:
    rest = len(entries) - MOST_LISTED
    more = [f"and {rest} more {things}"] if rest > 0 else []
    return [Part("list", (*entries[:MOST_LISTED], *more))] if entries else []


def _decided(decision: StewardsDecision) -> str:
    what = f"The line is {decision.verdict}"
    if decision.finding is None or not decision.rules:
        return f"{what}."
    broken = decision.rules[0]
    titled = f" ({broken.title})" if broken.title else ""
    return f"{what} by {broken.id}{titled}."


def _reason(decision: StewardsDecision) -> list[Part]:
    said = [f"{one.id}: {one.because}" for one in decision.rules if one.because]
    if decision.finding is not None and not said and decision.finding.reason:
        said = [_sentence(decision.finding.reason)]
    numbers = ", ".join(f"{name} {count}" for name, count in decision.numbers if name != "step")
    parts = _list(said, "reasons")
    return [*parts, _text(f"Numbers: {numbers}.")] if numbers else parts


def _instead(decision: StewardsDecision) -> list[Part]:
    """Lines that would have been legal, or the command that shows what is."""
    parts = _list([f"`{one}`" for one in dict.fromkeys(decision.legal_instead)], "lines")
    if decision.help:
        parts.append(_text(_sentence(decision.help)))
    command = next_command(decision.finding, decision.game) if decision.finding is not None else ""
    what = "the position there" if command.startswith("steward show") else "what is possible there"
    return [*parts, _text(f"`{command}` shows {what}.")] if command and not parts else parts


def _alternatives(decision: StewardsDecision) -> list[Part]:
    if decision.alternatives is None:
        return []
    first, *lines = alternative_lines(decision.alternatives)
    return [_text(_sentence(first)), *_list([line.strip() for line in lines], "alternatives")]


def _rulings(decision: StewardsDecision) -> list[Part]:
    """Those that change the outcome of this line with their readings; the others by their names."""
    resting = [one for one in decision.rulings if one.rests and one.here]
    before = [one.id for one in decision.rulings if one.rests and not one.here]
    full, rest = resting[:MOST_RULINGS], resting[MOST_RULINGS:]
    parts = [part for one in full for part in _ruling(one)]
    if rest:
        parts.append(_text(f"It also rests on {', '.join(one.id for one in rest)}."))
    if before:
        parts.append(_text(f"Another reading would decide an earlier line otherwise: {', '.join(before)}."))
    same = [one.id for one in decision.rulings if not one.rests]
    if same:
        parts.append(_text(f"Also looked up, without another outcome under any reading: {', '.join(same)}."))
    parts += [_text(f"It rests on {one}.") for one in decision.assumed[:MOST_RULINGS]]
    if decision.assumed_before:
        named = ", ".join(one.parameter for one in decision.assumed_before)
        parts.append(_text(f"Another value would decide an earlier line otherwise: {named}."))
    return parts or [_text("It rests on no ruling.")]


def _ruling(one: CitedRuling) -> Iterator[Part]:
    yield _text(f"{one.id}: {one.question}")
    own = f"in force: {_reading(one.reading)}"
    others = [f"{_reading(other)}: {other.outcome or 'the same'}" for other in one.others]
    yield from _list([own, *others], "readings")


def _reading(one: CitedReading) -> str:
    support = f" ({'; '.join(one.support)})" if one.support else ""
    return f"`{one.id}`, {one.meaning}{support}"


def _position(decision: StewardsDecision) -> list[Part]:
    parts = [_text(_sentence(decision.note))] if decision.note else []
    if decision.drawing:
        parts.append(Part("drawing", (decision.drawing, "; ".join(decision.position))))
    elif decision.position:
        parts.append(Part("code", decision.position))
    return parts


def _by(decision: StewardsDecision) -> list[Part]:
    labels = f"steward {decision.tool}, {', '.join(decision.labels)}"
    return [_text(labels), Part("facts", tuple(f"{name}\t{digest}" for name, digest in decision.digests))]


def with_picture(sheet: Sheet, decision: StewardsDecision) -> Sheet:
    """The page with its position as lines and as text, for a form that holds no drawing."""
    sections = []
    for section in sheet.sections:
        parts: list[Part] = []
        for part in section.parts:
            if part.kind != "drawing":
                parts.append(part)
                continue
            parts.append(Part("code", decision.position))
            if decision.picture:
                parts.append(Part("code", tuple(decision.picture.rstrip("\n").split("\n"))))
        sections.append(Section(section.title, tuple(parts)))
    return Sheet(sheet.title, sheet.below, tuple(sections))


def decision_json(decision: StewardsDecision, papers: Papers = NO_PAPERS) -> dict[str, Any]:
    """The decision as an object, complete."""
    block = decision.alternatives
    return {
        "number": papers.number or None,
        "date": papers.date or decision.date or None,
        "stewards": papers.stewards,
        "note": papers.note,
        "file": decision.file,
        "line": decision.line,
        "game": decision.game,
        "title": decision.title or None,
        "source": decision.source,
        "verdict": decision.verdict,
        "fact": decision.fact,
        "rules": decision.rules,
        "finding": decision.finding,
        "legal_instead": decision.legal_instead,
        "rulings": decision.rulings,
        "assumed": [str(one) for one in decision.assumed],
        "assumed_before": [str(one) for one in decision.assumed_before],
        "alternatives": None if block is None else alternatives_json(block),
        "position": decision.position,
        "note_on_position": decision.note or None,
        "labels": decision.labels,
        "sha256": dict(decision.digests),
        "again": decision.again,
    }
