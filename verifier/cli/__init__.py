"""The command `steward`: finds the verb, imports only its module, and turns errors into exit codes.

A verb's module has `add_arguments(parser)` and `run(args) -> int`; `--format` and `--quiet` are added here. It may raise
`StewardError` for a command that cannot be answered, and `ModelError` for facts that cannot be used. Any other exception is a
fault of the tool, reported in one line (STEWARD_TRACEBACK=1 shows the traceback).
"""

import argparse
import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any, NoReturn, TextIO

from model.errors import ModelError
from verifier.errors import INTERNAL, INTERRUPTED, PIPE_CLOSED, UNUSABLE, WIDTH, StewardError, printable
from verifier.version import SCHEMA, TOOL

VERBS = {
    "verify": "replay records and judge each line by the rules",
    "test": "run rules tests: records with expectations",
    "moves": "list every legal move at a place in a record",
    "explain": "explain by the solver why a line is illegal: a minimal set of rules",
    "decide": "write a stewards' decision about a line, on one page",
    "check": "prove properties of a ruleset by the solver, up to stated bounds",
    "diff": "compare two rulesets, change by change, by records that they decide differently",
    "infer": "fill in what a record has lost: what must have happened, or why nothing fits",
    "find": "fill the holes of a position so that every line is judged as expected",
    "edge-cases": "write test records on the edge of each rule, found by the solver",
    "show": "show the position at a place in a record",
    "replay": "step through a record in the terminal, line by line",
    "serve": "a page on this machine: record races by clicks, ask about them, follow on other devices",
    "rules": "show the rules in our own words: text, sources, where enforced",
    "rulings": "show where readings of the rules differ, and the default readings",
    "track": "check and draw a track",
    "fmt": "write records in canonical form",
    "notation": "show how to write a record, on one page",
    "simulate": "make random legal races as records",
    "new": "print a record that is ready to be filled in",
}
"""Verb -> what it does. Each verb is a module of this package."""

EXIT_CODES = """exit codes:
  0  everything is as it should be
  1  a rule is broken, a claim is wrong, a test failed, two rulesets differ, an invariant does not hold,
     nothing fits the holes or the lost parts
  2  unreadable input, wrong usage, missing file
  3  no verdict (undetermined, ambiguous, not judged yet)
  4  the two judges disagree, or an error of the tool itself"""

YOUNG_OBJECTS = 200_000
"""New objects after which Python looks for reference cycles. Positions and trees have none, and judging makes and drops very many
of them; a search after every 700 objects would take a third of the time."""

DISK_TROUBLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Parser(argparse.ArgumentParser):
    """A parser that raises errors instead of printing them."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", partial(argparse.RawDescriptionHelpFormatter, width=WIDTH))
        super().__init__(allow_abbrev=False, **options)

    def _parse_optional(self, arg_string: str) -> Any:
        # A line of standard input (`-@12`) is a place, not an option.
        return None if arg_string.startswith("-@") else super()._parse_optional(arg_string)

    def error(self, message: str) -> NoReturn:
        raise StewardError(message, f"`{self.prog} --help` shows what it takes")


def run() -> NoReturn:
    """The entry point of the installed command."""
    gc.set_threshold(YOUNG_OBJECTS)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    code = main(sys.argv[1:])
    if code == INTERRUPTED:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(code)  # freeing everything can take seconds
    gc.freeze()  # otherwise Python would examine all loaded objects once more: a tenth of a short command
    sys.exit(code)


def _interrupt(*_: object) -> NoReturn:
    """Ends the command at Ctrl-C and prints nothing about work in progress. A second Ctrl-C ends the process at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.unraisablehook = _unraisable
    raise KeyboardInterrupt


def _unraisable(told: "sys.UnraisableHookArgs") -> None:
    # Python drops an interrupt raised in a finalizer, and the command would go on.
    if told.exc_type is KeyboardInterrupt:
        os._exit(INTERRUPTED)


def main(argv: Sequence[str]) -> int:
    """Runs a command and returns its exit code. Never raises; prints a traceback only on request."""
    _usable_streams()
    verb = _verb_of(argv)
    try:
        code = _dispatch(list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else UNUSABLE if stop.code else 0
    except Exception as error:
        # Inside a call into C an interrupt becomes another error.
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            return INTERRUPTED
        return _failed(error, verb, argv)
    return code


def _dispatch(argv: list[str]) -> int:
    """Finds the verb; options of all verbs may precede it."""
    before: list[str] = []
    while argv and argv[0].startswith("-") and argv[0] != "-":
        word = argv.pop(0)
        if word in ("-h", "--help"):
            print(help_text())
            return 0
        if word in ("-V", "--version"):
            print(f"steward {TOOL}")
            return 0
        if word == "--quiet" or word.startswith("--format="):
            before.append(word)
        elif word == "--format" and argv:
            before += [word, argv.pop(0)]
        else:
            raise StewardError(
                f"there is no option `{word}` before the verb", "`steward --help` lists the verbs"
            )
    if not argv:
        raise StewardError("which verb?", f"one of: {', '.join(VERBS)}; `steward --help` describes them")
    verb, *rest = argv
    if verb == "help" and (not rest or rest[0] in VERBS):
        return _dispatch([*rest, "--help"])
    if verb not in VERBS:
        raise StewardError(f"there is no verb `{verb}`", _help_for_verb(verb))
    return _run(verb, [*before, *rest])


def _run(verb: str, rest: list[str]) -> int:
    module = import_module(f"verifier.cli.{verb.replace('-', '_')}")
    parser = Parser(prog=f"steward {verb}", description=f"{VERBS[verb]}.", epilog=EXIT_CODES)
    module.add_arguments(parser)
    if "--format" not in parser._option_string_actions:
        from verifier.cli.output import add_format

        add_format(parser, ("text", "json"))
    parser.add_argument("--quiet", action="store_true", help="print only what is wrong")
    args = parser.parse_args(rest)
    code: int = module.run(args)
    return code


def _verb_of(argv: Sequence[str]) -> str:
    """The verb of a command, or an empty text: the first word that is neither an option nor an output format."""
    words = [word for before, word in pairwise(("", *argv)) if before != "--format" and word[:1] != "-"]
    return words[0] if words and words[0] in VERBS else ""


def help_text() -> str:
    """The text of `steward --help`."""
    size = max(map(len, VERBS))
    verbs = "\n".join(f"  {verb:<{size}}  {what}" for verb, what in VERBS.items())
    return f"""usage: steward VERB ... [--format text|json] [--quiet]

Reads recorded races of racing board games, replays them and judges them line by line, citing the rules.

verbs:
{verbs}

`steward VERB --help` shows the options of a verb, `steward --version` the version.

{EXIT_CODES}"""


def _help_for_verb(verb: str) -> str:
    from model.datafiles import did_you_mean

    near = did_you_mean(verb, VERBS)
    return near or f"verbs: {', '.join(VERBS)}"


# errors


def _failed(error: Exception, verb: str, argv: Sequence[str]) -> int:
    """Reports the error and returns the exit code."""
    if isinstance(error, ModelError):
        error = StewardError.about(*error.problems)
    more: Sequence[tuple[str, str]] = ()
    if isinstance(error, StewardError):
        what, help, code, more = error.what, error.help, error.code, error.more
    elif isinstance(error, OSError) and error.errno in DISK_TROUBLE:
        what, help, code = f"cannot write: {(error.strerror or str(error)).lower()}", "", UNUSABLE
    else:
        what, help, code = f"internal error: {briefly(error)}", HOW_TO_REPORT, INTERNAL
        show_traceback(error)
    try:
        from verifier.cli.output import put

        form = _form(argv)
        if form == "json":
            from verifier.render.json import dump

            answer = {"schema": SCHEMA, "verb": verb or None, "tool": TOOL, "exit": code}
            errors = [{"what": one, "help": way} for one, way in ((what, help), *more)]
            put(dump({**answer, "errors": errors}) + "\n")
        elif form == "sarif" and verb == "verify":
            from verifier.render.json import dump
            from verifier.render.sarif import refusal_log

            put(dump(refusal_log(code, what, help)) + "\n")
        elif form == "github" and verb == "verify":
            from verifier.render.github import refusal_text

            put(refusal_text(verb, what, help) + "\n")
        else:
            name = f"steward {verb}".strip()
            for one, way in ((what, help), *more):
                print(printable(f"{name}: {one}" + (f" ({way})" if way else "")), file=sys.stderr)
        sys.stdout.flush()
    except OSError:
        _silence()
    return code


HOW_TO_REPORT = "this is a fault of the tool; please report the command, the input and the output under STEWARD_TRACEBACK=1"


def show_traceback(error: Exception) -> None:
    """Prints the traceback of an unexpected error, if requested."""
    if os.environ.get("STEWARD_TRACEBACK"):
        import traceback

        traceback.print_exception(error)


def briefly(error: Exception) -> str:
    """An unexpected error in one line, with the place in our code."""
    import traceback

    message = " ".join(str(error).split())
    message = f"{message[:200]}…" if len(message) > 200 else message
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if f"{os.sep}lib{os.sep}" not in frame.filename
    ]
    frame = frames[-1] if frames else None
    place = f" in {frame.name}, line {frame.lineno}" if frame else ""
    return f"{type(error).__name__}{place}{f': {message}' if message else ''}"


def _form(argv: Sequence[str]) -> str:
    """The requested output format, as far as a refused command reveals it."""
    asked = [word.removeprefix("--format=") for word in argv if word.startswith("--format=")]
    asked += [following for word, following in pairwise(argv) if word == "--format"]
    return "json" if "json" in asked else asked[-1] if asked else ""


def _usable_streams() -> None:
    """Replaces streams that were closed before the start by empty ones; characters they cannot encode are escaped."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open until the process ends
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _silence() -> None:
    """Prevents complaints at exit after the reader of the output has gone."""
    try:
        void = os.open(os.devnull, os.O_WRONLY)
        os.dup2(void, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
