"""What was inferred from a record with lost parts, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from verifier.findings import LEGAL
from verifier.gaps.inferring import NONE, OPEN, Completion, Fact, Inferred, Refusal
from verifier.records.branches import MOST_COUNTED
from verifier.words import counted, wrapped

MOST_NAMED = 12
"""The most values of a fact, and the most differences of the ends, that are named; `--format json` has them all."""


def inferred_text(found: Inferred, *, every: bool = False) -> str:
    """The answer for people; with `every`, all completions are listed."""
    return "\n".join(_lines(found, every=every))


def _lines(found: Inferred, *, every: bool) -> Iterator[str]:
    yield from wrapped(f"{found.file}: {heading(found)}", "", "  ")
    for line, sentence in found.said:
        yield from _told(f"line {line}: {sentence}")
    if found.outcome == NONE:
        for refusal in found.refusals:
            yield from _told(_refusal_text(refusal))
        return
    if not found.limit:
        for fact in found.facts:
            yield from _told(_fact_text(fact))
        for sentence in common(found.ends):
            yield from _told(sentence)
    if not found.completions:
        return
    if every:
        for number, one in enumerate(found.completions, 1):
            yield f"  {number}."
            yield from _completion_lines(one)
    elif any(one.lines for one in found.completions):
        yield "  it reads:" if found.count == 1 else "  one of them reads:"
        yield from _completion_lines(found.completions[0])
    if found.verdict == LEGAL:
        yield from _told(f"`steward verify` calls this record {found.verdict}; `--record` prints it")


def heading(found: Inferred) -> str:
    """The answer in one sentence."""
    if found.outcome == NONE:
        return f"no completion fits; none is left after line {found.empty}"
    if found.limit and found.count:
        return f"{counted(found.count, 'completion')} or more ({found.limit})"
    if found.outcome == OPEN:
        if found.limit:
            return f"no contradiction found as far as the search came ({found.limit})"
        gaps = ""
        if found.missing:
            gaps = (
                f"; at least {counted(found.missing, 'line')} {'is' if found.missing == 1 else 'are'} missing"
            )
        elif found.gaps:
            places = ", ".join(map(str, found.gaps))
            gaps = f"; lines are missing at line{'s' if len(found.gaps) > 1 else ''} {places}"
        return f"no contradiction found in what is written{gaps}"
    if found.count >= MOST_COUNTED:
        return f"{MOST_COUNTED:,} completions or more"
    return counted(found.count, "completion")


def common(ends: Sequence[Sequence[str]]) -> Iterator[str]:
    """What the positions at the end have in common, and where they differ, in sentences."""
    if not ends:
        return
    if len(ends) == 1:
        yield "every completion ends in the same position"
        return
    first, *others = ends
    same = [line for line in first if all(line in other for other in others)]
    yield (
        f"the completions end in {len(ends)} positions; {len(same)} of {len(first)} lines are the same in all of them"
    )
    heads = list(dict.fromkeys(_head(line) for end in ends for line in end if line not in same))
    for head in heads[:MOST_NAMED]:
        found = {next((line for line in end if _head(line) == head), "nothing") for end in ends}
        if len(found) > 1:
            yield f"at the end {_either([f'`{one}`' for one in sorted(found)])}"
    if len(heads) > MOST_NAMED:
        yield f"{len(heads) - MOST_NAMED} more lines differ"


def _head(line: str) -> str:
    return line.split(" ", 1)[0]


def _fact_text(fact: Fact) -> str:
    what = fact.what if fact.number == 1 else f"{fact.what} {fact.number}"
    if fact.forced:
        return f"line {fact.line}: the {what} is `{fact.values[0]}` in every completion"
    return f"line {fact.line}: the {what} is {_either([f'`{one}`' for one in fact.values])}"


def _either(words: Sequence[str]) -> str:
    if len(words) > MOST_NAMED:
        return f"{', '.join(words[:MOST_NAMED])} or one of {len(words) - MOST_NAMED} others"
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _refusal_text(refusal: Refusal) -> str:
    finding = refusal.finding
    reason = f" ({finding.reason})" if finding.reason else ""
    return f"{refusal.rule} refuses {counted(refusal.count, 'attempt')}, as `{refusal.text}`: {finding.fact}{reason}"


def _completion_lines(one: Completion) -> Iterator[str]:
    for number, text in one.lines:
        if text:
            yield f"    {number}: {text.strip()}"


def _told(sentence: str) -> list[str]:
    return wrapped(sentence, "  ", "    ")


def inferred_json(found: Inferred) -> dict[str, Any]:
    """The whole answer."""
    return {
        "file": found.file,
        "outcome": found.outcome,
        "summary": heading(found),
        "count": None if found.outcome == OPEN and not found.count else found.count,
        "facts": [
            {"line": one.line, "what": one.what, "number": one.number, "values": list(one.values)}
            for one in found.facts
        ],
        "shown": [{"line": line, "sentence": sentence} for line, sentence in found.said],
        "common": list(common(found.ends)),
        "ends": [list(end) for end in found.ends],
        "completions": [
            {
                "lines": [{"line": number, "text": text.strip()} for number, text in one.lines],
                "values": [{"line": line, "what": what, "value": word} for line, what, word in one.values],
            }
            for one in found.completions
        ],
        "record": list(found.record),
        "verdict": found.verdict or None,
        "gaps": list(found.gaps),
        "lines_missing": found.missing,
        "empty_after": found.empty or None,
        "refusals": [
            {"rule": one.rule, "attempts": one.count, "text": one.text, "fact": one.finding.fact}
            for one in found.refusals
        ],
        "limit": found.limit or None,
    }
