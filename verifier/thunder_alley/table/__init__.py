"""The table of a record: `lines` takes a line to its chapter, a file each; `terms` is the table between two lines."""

from verifier.thunder_alley.table.lines import fresh_start, new_table, table_line, unknown_names
from verifier.thunder_alley.table.terms import Reply, Table

__all__ = ["Reply", "Table", "fresh_start", "new_table", "table_line", "unknown_names"]
