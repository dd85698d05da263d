"""`steward decide PATH@LINE`: one page in the form of a stewards' decision."""

import argparse
from pathlib import Path

from grammar.parser import parse
from model.errors import ModelError
from model.userfiles import read_bytes
from verifier.cli.common import CODES, add_rules, overrides
from verifier.cli.output import add_format, print_json, put, say
from verifier.errors import StewardError
from verifier.records.inputs import read_place
from verifier.records.replay import Options
from verifier.render.decision import Papers, decision_json, sheet_of, with_picture
from verifier.render.sheet import as_html, as_markdown, as_text
from verifier.verdicts.stewards import decide

LONGEST_NOTE = 1000
"""The most characters of a league's own words: the page is one sheet."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward decide`."""
    parser.add_argument(
        "place", metavar="PATH[@LINE]", help="a line of a record; without one, the first illegal line"
    )
    parser.add_argument("--number", metavar="TEXT", default="", help="the league's number of the decision")
    parser.add_argument("--date", metavar="TEXT", default="", help="its date (default: that of the record)")
    parser.add_argument(
        "--stewards",
        metavar="NAMES",
        default="",
        help="who signs it: names with commas between them",
    )
    parser.add_argument("--note", metavar="FILE", help="add the text of this file, the league's own words")
    add_format(parser, ("text", "markdown", "html", "json"), "; html is a page that prints on one sheet")
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the page. Returns 0 if the line is legal, 1 if it is illegal, 2 if it is unreadable, 3 if it is undetermined."""
    source, line = read_place(args.place)
    options = Options(overrides(args), source.folder)
    names = tuple(name.strip() for name in args.stewards.split(",") if name.strip())
    papers = Papers(args.number, args.date, names, _note(args.note))
    decision = decide(parse(source.data, source.file), line, options)
    code = CODES[decision.verdict]
    if args.format == "json":
        print_json("decide", code, {"decision": decision_json(decision, papers)})
        return code
    sheet = sheet_of(decision, papers)
    if args.format == "html":
        put(as_html(sheet))
    elif args.format == "markdown":
        put(as_markdown(with_picture(sheet, decision)))
    else:
        say(as_text(with_picture(sheet, decision)).removesuffix("\n"))
    return code


def _note(path: str | None) -> tuple[str, ...]:
    """The paragraphs of a note. Raises `StewardError` if it cannot be read or is too long."""
    if path is None:
        return ()
    try:
        text = read_bytes(Path(path), path, 4 * LONGEST_NOTE).decode("utf-8-sig")
    except ModelError as error:
        raise StewardError(f"`--note`: {path}: {error.problems[0].what}", error.problems[0].help) from error
    except UnicodeDecodeError as error:
        raise StewardError(f"`--note`: {path} is not UTF-8 text", "save it as plain text") from error
    if len(text) > LONGEST_NOTE:
        raise StewardError(
            f"`--note`: {path} has {len(text):,} characters", f"a page has room for {LONGEST_NOTE:,}"
        )
    paragraphs = text.replace("\r\n", "\n").split("\n\n")
    return tuple(said for one in paragraphs if (said := " ".join(one.split())))
