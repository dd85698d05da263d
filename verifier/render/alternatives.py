"""The alternatives of an `either` block as text and as JSON."""

from collections.abc import Iterator
from typing import Any

from verifier.records.alternatives import Alternative, Alternatives


def alternative_lines(block: Alternatives) -> Iterator[str]:
    """The comparison in one sentence, then a line for each alternative. Text from the record is not escaped."""
    yield f"line {block.line}: {block}"
    for one in block.each:
        yield f"  line {one.line} {told(one)}"


def told(one: Alternative) -> str:
    """An alternative in one line: its verdict, its lines, and what is against it, or what the table has only after it."""
    rule = f" {one.finding.rules[0]}" if one.finding is not None and one.finding.rules else ""
    parts = [f"{one.verdict}{rule}: `{'` `'.join(one.lines)}`" if one.lines else one.verdict]
    if one.finding is not None:
        parts.append(one.finding.fact)
    if one.only:
        parts.append(f"only then {', '.join(f'`{line}`' for line in one.only)}")
    return "; ".join(parts)


def alternatives_json(block: Alternatives) -> dict[str, Any]:
    """The comparison as an object."""
    return {
        "line": block.line,
        "said": str(block),
        "each": [
            {
                "line": one.line,
                "lines": one.lines,
                "verdict": one.verdict,
                "finding": one.finding,
                "parts": one.parts or None,
                "only": one.only,
            }
            for one in block.each
        ],
    }
