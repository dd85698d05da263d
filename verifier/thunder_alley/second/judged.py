"""A whole record by the spec alone: the second answer beside that of the engine."""

from grammar.syntax import Record
from verifier.case_runs import CaseError, NotJudgedError
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED
from verifier.game import Where
from verifier.heading import Heading
from verifier.second import SolverVerdict
from verifier.solving.questions import ContradictionError
from verifier.thunder_alley.second.record import follow


def judge_record(record: Record, heading: Heading, place: Where) -> SolverVerdict:
    """Whether the spec allows every line of a record, and what is said in them of the table; else the first rules broken."""
    try:
        telling = follow(record.statements, heading.ruleset)
        fault = telling.first_fault()
    except (CaseError, NotJudgedError, ContradictionError, ValueError) as error:
        return SolverVerdict("", reason=str(error))
    if fault is None:
        return SolverVerdict(UNDETERMINED if telling.is_open else LEGAL)
    rules, line = fault
    return SolverVerdict(ILLEGAL, rules, line, telling.step if fault == telling.fault else 0)
