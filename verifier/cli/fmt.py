"""`steward fmt`: rewrites records in canonical form, in place. Leaves a file that cannot be read as it is."""

import argparse
import difflib
import errno
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from grammar.errors import RecordSyntaxError, SyntaxProblem, visible
from grammar.parser import parse
from grammar.printer import Spell, format_records
from grammar.syntax import Record
from model.datafiles import plain
from model.values import replace, value
from verifier.cli.common import standing_orders
from verifier.cli.output import print_json, put, say
from verifier.errors import BROKEN as WOULD_CHANGE
from verifier.errors import INTERNAL, OK, UNUSABLE, worst
from verifier.games import GAMES, find_game
from verifier.records.inputs import STDIN, Input, read_inputs
from verifier.records.replay import Options, syntax_finding
from verifier.records.restoring import restored
from verifier.render.text import finding_text

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

UNCHANGED, CHANGED, UNREADABLE, MISSING, BROKEN = "unchanged", "changed", "unreadable", "missing", "broken"


@value
class Outcome:
    """The result for one input. `text` is the canonical form; `problems` explain why it is missing."""

    file: str
    kind: str
    before: str = ""
    text: str = ""
    problems: tuple[SyntaxProblem, ...] = ()
    reason: str = ""


NAMING = {"team": "team", "driver": "driver", "seat": "player"}
"""Lines that name somebody, and the kind of name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward fmt`."""
    parser.description = (
        "write records in canonical form: blanks, indentation, the spelling of names. A legal turn of Rallyman gets the"
        " number of its round, the lines of its corners and its gear card."
    )
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="records, folders of records, or `-` for standard input"
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file would change")
    parser.add_argument(
        "--diff", action="store_true", help="change nothing; show what would change, exit 1 if anything"
    )


def run(args: argparse.Namespace) -> int:
    """Formats the named records. Returns 0 if all is well, 1 with `--check` or `--diff` if something would change, 2 if a
    file cannot be read or written, 4 if the canonical form cannot be read again."""
    dry = args.check or args.diff
    orders = standing_orders()
    roots = [_root(path) for path in args.paths if path != STDIN]
    outcomes = []
    for source in read_inputs(args.paths):
        outcome = _format(source, Options(orders, source.folder), roots)
        if outcome.kind == CHANGED and source.file != STDIN and not dry:
            try:
                _write(Path(source.file).resolve(), outcome.text.encode("utf-8"))
            except OSError as error:
                outcome = replace(outcome, kind=MISSING, reason=(error.strerror or str(error)).lower())
        outcomes.append(outcome)
        if args.format == "text":
            _report(outcome, args)
    code = worst([_exit_code(outcome, dry) for outcome in outcomes])
    if args.format == "json":
        print_json("fmt", code, _answer(outcomes))
    return code


def _root(path: str) -> Path:
    """The folder that a path names, or the folder of a named file; the working folder if the path goes through a link that
    leads out of it. No file outside these folders is formatted."""
    try:
        folder = (Path(path) if Path(path).is_dir() else Path(path).parent).resolve()
    except (OSError, RuntimeError, ValueError):
        return Path()  # nothing can be read there
    here = Path.cwd()
    leads_out = Path(os.path.normpath(here / path)).is_relative_to(here) and not folder.is_relative_to(here)
    return here if leads_out else folder


def _format(source: Input, options: Options, roots: Sequence[Path]) -> Outcome:
    file, problem = source.file, source.problem
    if problem is not None:
        return Outcome(
            file, MISSING, reason=f"{problem.fact} ({problem.help})" if problem.help else problem.fact
        )
    if file != STDIN and not any(Path(file).resolve().is_relative_to(root) for root in roots):
        return Outcome(file, MISSING, reason="it is a link to another folder; name the file that it leads to")
    result = parse(source.data, file)
    if result.errors:
        return Outcome(file, UNREADABLE, problems=result.errors)
    try:
        text = format_records(result.records, _speller, partial(restored, options=options))
    except RecordSyntaxError as error:
        return Outcome(file, UNREADABLE, problems=error.errors)
    if parse(text, file).errors:
        return Outcome(
            file, BROKEN, reason="its canonical form cannot be read again; please report this record"
        )
    before = source.data.decode("utf-8")
    return Outcome(file, UNCHANGED if text == before else CHANGED, before, text)


def _speller(record: Record) -> Spell:
    """A speller: the game spells its names, the record's own lines spell teams, drivers and players."""
    own: dict[tuple[str, str], list[str]] = {}
    for statement in record.statements:
        if statement.kind in NAMING:
            first = statement.node.leaves()[0].text
            own.setdefault((NAMING[statement.kind], plain(first)), []).append(first)

    def spell(kind: str, name: str) -> str:
        meant = own.get((kind, plain(name)), [])
        if meant:
            return name if name in meant else meant[0]
        spelled: str = find_game(record.game).spell(kind, name) if record.game in GAMES else name
        return spelled

    return spell


def _write(target: Path, content: bytes) -> None:
    """Replaces a file in one step, so that no reader ever sees half of it. Raises `OSError` if it is write-protected, or if
    its owner, permissions or attributes would change."""
    if not target.stat().st_mode & WRITABLE or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected (allow writing first)")
    if not os.access(target.parent, os.W_OK):
        raise PermissionError(errno.EACCES, "its folder is write-protected (allow writing there first)")
    if target.stat().st_nlink > 1:
        raise OSError(errno.EMLINK, "its other names (hard links) would not change (format a copy)")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            _make_alike(new, target)
            os.fsync(handle)
        if _attributes(new) != _attributes(target):
            raise PermissionError(
                errno.EPERM, "its owner, permissions or attributes would change (let its owner format it)"
            )
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every system can do this, and the file is already safe
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _make_alike(new: Path, old: Path) -> None:
    """Gives a file the owner, permissions and attributes of another, as far as the system allows."""
    (owner, group, mode, wanted), unwanted = _attributes(old), _attributes(new)[3]
    with suppress(OSError):
        if sys.platform != "win32":
            os.chown(new, owner, group)
        new.chmod(mode)
        if sys.platform == "linux":
            for attribute in unwanted:
                os.removexattr(new, attribute)
            for attribute, value in wanted.items():  # access control lists among them
                os.setxattr(new, attribute, value)


def _attributes(path: Path) -> tuple[int, int, int, dict[str, bytes]]:
    """Owner, group, permissions and extended attributes."""
    about = path.stat()
    extended = {}
    if sys.platform == "linux":
        try:
            extended = {name: os.getxattr(path, name) for name in os.listxattr(path)}
        except OSError as error:
            if error.errno != errno.ENOTSUP:  # a file system without attributes
                raise
    return about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode), extended


def _exit_code(outcome: Outcome, dry: bool) -> int:
    codes = {
        UNCHANGED: OK,
        CHANGED: WOULD_CHANGE if dry else OK,
        UNREADABLE: UNUSABLE,
        MISSING: UNUSABLE,
        BROKEN: INTERNAL,
    }
    return codes[outcome.kind]


def _report(outcome: Outcome, args: argparse.Namespace) -> None:
    """Errors go to standard error. Standard output is for the results, or for the text of standard input."""
    for problem in outcome.problems:
        say(finding_text(syntax_finding(problem)), sys.stderr)
    if outcome.reason:
        print(visible(f"steward fmt: {outcome.file}: {outcome.reason}"), file=sys.stderr)
    if outcome.kind not in (UNCHANGED, CHANGED):
        return
    if args.diff:
        put(_diff(outcome))
    elif outcome.file == STDIN and not args.check:
        put(outcome.text)
        return
    if outcome.kind == CHANGED and not args.quiet and not args.diff:
        say(f"{'would format' if args.check else 'formatted'} {outcome.file}")


def _diff(outcome: Outcome) -> str:
    # Only line feeds end lines of a record, as in a StringIO.
    before, after = (list(StringIO(text)) for text in (outcome.before, outcome.text))
    lines = difflib.unified_diff(before, after, outcome.file, f"{outcome.file} (formatted)")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ no newline at the end of the file\n" for line in lines
    )


def _answer(outcomes: list[Outcome]) -> dict[str, Any]:
    return {
        "files": [
            {
                "file": outcome.file,
                "outcome": outcome.kind,
                "reason": outcome.reason,
                "findings": list(map(syntax_finding, outcome.problems)),
            }
            for outcome in outcomes
        ],
        "summary": {
            kind: sum(outcome.kind == kind for outcome in outcomes)
            for kind in (UNCHANGED, CHANGED, UNREADABLE)
        },
    }
