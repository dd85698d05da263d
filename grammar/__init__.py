"""Log text to syntax tree and back, with places. Imports no other package of the project."""

from grammar.errors import SyntaxProblem
from grammar.games import GAMES
from grammar.parser import ParseResult, parse
from grammar.stream import Event, RecordEnd, RecordStart, stream
from grammar.syntax import Leaf, Node, Record, Span, Statement

__all__ = [
    "GAMES",
    "Event",
    "Leaf",
    "Node",
    "ParseResult",
    "Record",
    "RecordEnd",
    "RecordStart",
    "Span",
    "Statement",
    "SyntaxProblem",
    "parse",
    "stream",
]
