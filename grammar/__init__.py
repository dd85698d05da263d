"""Log text to syntax tree and back, with places. Imports nothing else of ours."""
