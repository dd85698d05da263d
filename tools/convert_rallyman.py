"""Makes the data of Rallyman from its digest: `python tools/convert_rallyman.py FOLDER`, where FOLDER holds `rules/`. What the
digest does not say (titles, kinds) is in `rallyman_words.toml` next to this file; the data keeps the stages."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "model" / "rallyman" / "data"
WORDS: dict[str, Any] = tomllib.loads((ROOT / "tools" / "rallyman_words.toml").read_text(encoding="utf-8"))

RULE = re.compile(r"^- \*\*(RM-[\dM]+\.\d+)\*\* ?(.*)$")
CHAPTER = re.compile(r"^## RM-([\dM]+) (.*)$")
MARK = re.compile(r"\s*\[((?:text|derived|open|param|second half)[^\]]*)\]")
PARAMETER = re.compile(r"param: ([a-z_]+)")

RULES_HEAD = """# Rallyman (2009): every rule in our own words. Made by tools/convert_rallyman.py from the digest.
#
# One table a rule, named by its id: `RM-` and the number of the article and of the clause in it.
#   title      short, a noun phrase
#   kind       legality (can be broken), effect (changes the position), setup, scoring, definition (defines words)
#   short      the rule as a phrase, for findings
#   digest     the whole rule
#   sources    see [meta.editions]
#   unmodelled "reason", only for a rule that the tool does not judge
# The rulings that concern a rule are found in rulings.toml, which names the rules of each.
"""
RULINGS_HEAD = """# Rallyman (2009): the points where readings of the rules differ. Made by
# tools/convert_rallyman.py from the catalogue.
#
# One table a ruling, as in thunder_alley/data/rulings.toml. Readings are named by the letters of the catalogue.
"""
PARAMETERS_HEAD = """# Rallyman (2009): numbers that a ruleset or a record may set, and the optional rules. Made by
# tools/convert_rallyman.py.
#
# [parameter.NAME]  rule, value, unit, min and max of what may be set, source; `assumed`: no source states the value, it is ours;
#                   `meant`: the values that the printed game could have, which are fewer than those that may be set.
# [option.NAME]     rule, what it does, source; `takes = "nothing"`.
# `options_together`: the `option` lines of a record list all optional rules in force; `option none`: none of them.
"""


def text(value: str) -> str:
    """A TOML string."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plain(value: str) -> str:
    """A text without the marks of Markdown and of the digest."""
    value = MARK.sub(_mark, value.replace("seed text", "published rules"))
    value = re.sub(r"\*\*|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|`", "", value)
    return re.sub(r"\s+", " ", value).strip()


def _mark(found: re.Match[str]) -> str:
    named = PARAMETER.findall(found[1])
    return f" (parameter {', '.join(named)})" if named else ""


def rules(digest: str) -> str:
    """rules.toml."""
    chapters: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    last: list[str] | None = None
    for line in digest.splitlines():
        if chapter := CHAPTER.match(line):
            chapters[chapter[1]] = plain(re.sub(r" ?\(\*.*?\*\)", "", chapter[2])).lower()
            last = None
        elif rule := RULE.match(line):
            last = found.setdefault(rule[1], [rule[2]])
        elif line.startswith("  ") and last is not None:
            last.append(line.strip())
        else:
            last = None
    lines = [RULES_HEAD, "[meta]", 'game = "rallyman"', 'prefix = "RM"', "", "[meta.editions]"]
    lines += [
        'RULES = "published rules of 2009, read in a machine translation"',
        'DERIVED = "follows from the published rules"',
        'ASSUMED = "not in the published rules; the default reading"',
        'MODEL = "our own model of the road"',
        "",
        "[meta.chapters]",
    ]
    lines += [f"{key} = {text(title)}" for key, title in chapters.items()]
    for id, parts in found.items():
        whole = " ".join(parts)
        title, kind, short = WORDS["rules"][id]
        lines += ["", f'["{id}"]', f"title = {text(title)}", f'kind = "{kind}"', f"short = {text(short)}"]
        lines += [
            f"digest = {text(plain(whole))}",
            f"sources = [{', '.join(map(text, _sources(id, whole)))}]",
        ]
        if id in WORDS["unmodelled"]:
            lines.append(f"unmodelled = {text(WORDS['unmodelled'][id])}")
    return "\n".join(lines) + "\n"


def _sources(id: str, whole: str) -> list[str]:
    if id.startswith("RM-M."):
        return ["MODEL"]
    marks = " ".join(MARK.findall(whole))
    found = [name for word, name in (("text", "RULES"), ("derived", "DERIVED")) if word in marks]
    return found or ["ASSUMED"]


def rulings(catalogue: str) -> str:
    """rulings.toml."""
    lines = [RULINGS_HEAD, "[meta]", 'game = "rallyman"', "", "[meta.sections]"]
    lines += [
        'A = "Driving and time attack"',
        'B = "Loss of control and damage"',
        'C = "Corners"',
        'D = "Bumps and finish"',
        'E = "Other cars"',
        'F = "Wheel, tyres, times"',
        "",
        "[meta.about]",
        'driving = "dice and gear cards"',
        'attack = "time attacks"',
        'loss = "loss of control, Sisu, damage"',
        'corners = "corners and shortcuts"',
        'bumps = "bumps"',
        'finish = "crossing the finish"',
        'overtaking = "overtaking and blocking"',
        'order = "order of play"',
        'rally = "from stage to stage"',
        'wheel = "the spare wheel"',
        'tyres = "tyres"',
        'splits = "split times"',
    ]
    for id, entry in _entries(catalogue):
        section, about, confidence = WORDS["rulings"][id]
        rule_ids = ", ".join(text(one) for one in re.findall(r"RM-[\dM]+\.\d+", entry["Rule"]))
        lines += ["", f"[{id}]", f'section = "{section}"', f'about = "{about}"', f"rules = [{rule_ids}]"]
        lines += [f"question = {text(plain(entry['Question']))}"]
        lines += [f'default = "{plain(entry["Default"])[0]}"', f'confidence = "{confidence}"']
        lines += [f"why = {text(plain(entry['Support']))}"]
        lines += [f"separates = {text(plain(entry['Separating situation']))}"]
        for reading, meaning in re.findall(r"^- ([A-Z]): (.*)$", entry["Readings"], re.MULTILINE):
            reason = WORDS["readings"].get(f"{id} {reading}")
            unmodelled = f", unmodelled = {text(reason)}" if reason else ""
            more = WORDS["readings_further"].get(f"{id} {reading}")
            whole = f"{plain(meaning)} {more}" if more else plain(meaning)
            lines.append(f"readings.{reading} = {{ meaning = {text(whole)}{unmodelled} }}")
    return "\n".join(lines) + "\n"


def _entries(catalogue: str) -> Iterator[tuple[str, dict[str, str]]]:
    for part in re.split(r"^## ", catalogue, flags=re.MULTILINE)[1:]:
        id, _, body = part.partition("\n")
        entry: dict[str, str] = {}
        key = ""
        for line in body.splitlines():
            if named := re.match(r"^- ([A-Z][\w ]*):\s*(.*)$", line):
                key = named[1]
                entry[key] = named[2]
            elif key:
                entry[key] += ("\n" if line.startswith("  - ") else " ") + line.strip()
        entry["Readings"] = entry["Readings"].strip()
        yield id.strip(), entry


def parameters(params: dict[str, Any]) -> str:
    """parameters.toml: what may be set, and the optional rules."""
    lines = [PARAMETERS_HEAD, "options_together = true"]
    for name, (rule, what, unit, lowest, highest) in WORDS["parameters"].items():
        entry = params[name]
        lines += ["", f"[parameter.{name}]", f'rule = "{rule}"', f"what = {text(what)}"]
        lines += [f"value = {entry['value']}", f'unit = "{unit}"', f"min = {lowest}", f"max = {highest}"]
        lines += [f"source = {text(plain(entry['source']))}"]
        if entry["assumed"]:
            lines.append("assumed = true")
        if name in WORDS["meant"]:
            lines.append(f"meant = {WORDS['meant'][name]}")
    source = text(plain(params["optional_rules"]["source"]))
    for name, (_, rule, what) in WORDS["options"].items():
        lines += ["", f"[option.{name}]", f'rule = "{rule}"', f"what = {text(what)}", f"source = {source}"]
        lines.append('takes = "nothing"')
    return "\n".join(lines) + "\n"


def facts(params: dict[str, Any], name: str) -> str:
    """dice.toml, cards.toml, road.toml: facts that no record sets."""
    lines = [
        f"# Rallyman (2009): {name}. Made by tools/convert_rallyman.py; `not_judged_by`: no source states the value, it is",
        "# ours, and why no verdict depends on it. What is assumed and judged by stands in parameters.toml.",
    ]
    for key in WORDS["facts"][name]:
        entry = params[key]
        lines += ["", f"[{key}]", f"value = {_value(entry['value'])}"]
        if entry["assumed"]:
            lines.append(f"not_judged_by = {text(WORDS['not_judged_by'][key])}")
        lines.append(f'confidence = "{entry["confidence"]}"')
        lines.append(f"source = {text(plain(entry['source']))}")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(entry)}" for key, entry in value.items()) + " }"
    return text(value) if isinstance(value, str) else str(value)


def rulesets(params: dict[str, Any]) -> str:
    """rulesets.toml."""
    chosen = params["optional_rules"]["value"]
    lines = ["# Rallyman: the rules of 2009 as a ruleset. Every ruling stands at its default.", ""]
    lines += ["[2009]", "version = 1", "default = true", 'title = "Rules of 2009"', "", "[2009.options]"]
    lines += [f"{name} = true" for name, (long, *_) in WORDS["options"].items() if chosen[long]]
    return "\n".join(lines) + "\n"


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    folder = Path(sys.argv[1])
    params = tomllib.loads((folder / "rules" / "rallyman-params.toml").read_text(encoding="utf-8"))
    made = {
        "rules.toml": rules((folder / "rules" / "rallyman.md").read_text(encoding="utf-8")),
        "rulings.toml": rulings((folder / "rules" / "rallyman-rulings.md").read_text(encoding="utf-8")),
        "parameters.toml": parameters(params),
        "rulesets.toml": rulesets(params),
        **{f"{name}.toml": facts(params, name) for name in WORDS["facts"]},
    }
    DATA.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (DATA / name).write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
