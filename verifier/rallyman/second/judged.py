"""A whole record by the spec: a stage, or a rally with the stages that it names, from line to line."""

from collections.abc import Sequence
from functools import partial

from grammar.syntax import Record, Statement
from model.ruleset import Ruleset
from verifier.expected import Expected
from verifier.findings import ILLEGAL, LEGAL
from verifier.game import Where
from verifier.games import find_game
from verifier.heading import Heading
from verifier.rallyman.second.record.rally import Rally
from verifier.rallyman.second.record.start import KINDS, SILENT, Header, header_line, setup_of_header
from verifier.rallyman.second.record.telling import Telling
from verifier.record_files import NotNamed, named_record
from verifier.second import NotJudgedError, SolverVerdict, UnreadableError
from verifier.speaking import NotationError


def judge_record(record: Record, heading: Heading, where: Where) -> SolverVerdict:
    """The verdict on a record under the ruleset of its heading, with the rules that its first wrong line breaks. There is none
    where something of the record is not known, or cannot be read."""
    statements = [one for one in record.statements if one.kind not in SILENT]
    try:
        if any(one.kind == "rally" for one in statements):
            return _rally(statements, heading.ruleset, where)
        return _stage(statements, heading.ruleset, where)
    except (UnreadableError, NotationError, NotJudgedError) as error:
        return SolverVerdict("", reason=str(error))


def _stage(statements: Sequence[Statement], rules: Ruleset, where: Where) -> SolverVerdict:
    header = Header()
    for statement in statements:
        if statement.kind in KINDS:
            header_line(header, statement, where)
    telling = Telling(setup_of_header(header, rules))
    for statement in statements:
        if statement.kind not in KINDS and (broken := telling.take(statement)):
            return SolverVerdict(ILLEGAL, broken, statement.line, telling.step)
    if telling.lost:
        raise NotJudgedError("something of the record is not known")
    return SolverVerdict(LEGAL)


def _named(reference: str, where: Where, rules: Ruleset) -> tuple[Sequence[Statement], Where]:
    """The lines of the record that a `race` line names, as far as a judge sees them under these rules, and where it stands.
    Raises `UnreadableError`."""
    named = named_record(reference, where)
    if isinstance(named, NotNamed):
        raise UnreadableError(f"race `{reference}`: {named.fact}")
    if named.errors:
        raise UnreadableError(f"race `{reference}`: line {named.errors[0].span.line} cannot be read")
    return Expected(find_game("rallyman"), rules).record(named.record).statements, named.where


def _rally(statements: Sequence[Statement], rules: Ruleset, where: Where) -> SolverVerdict:
    rally = Rally(rules, partial(_named, where=where, rules=rules))
    for statement in statements:
        if broken := rally.take(statement):
            return SolverVerdict(ILLEGAL, broken, statement.line)
    return SolverVerdict(LEGAL)
