"""Lists of facts, and their export."""

from .export import export_lines, export_rows
from .facts import FactList, ToldFact, fact_list

__all__ = ["FactList", "ToldFact", "export_lines", "export_rows", "fact_list"]
