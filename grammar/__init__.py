"""Log text to syntax tree and back, with places. Imports nothing else of ours."""

from grammar.errors import SyntaxProblem, describe
from grammar.games import GAMES
from grammar.parser import ParseResult, parse
from grammar.syntax import Leaf, Node, Record, Span, Statement

__all__ = [
    "GAMES",
    "Leaf",
    "Node",
    "ParseResult",
    "Record",
    "Span",
    "Statement",
    "SyntaxProblem",
    "describe",
    "parse",
]
