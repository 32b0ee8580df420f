"""Lists of facts, and their export."""

from .export import export_lines, export_rows
from .facts import DescribedFact, FactList, fact_list

__all__ = ["DescribedFact", "FactList", "export_lines", "export_rows", "fact_list"]
