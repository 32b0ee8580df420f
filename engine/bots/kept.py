"""The evaluations as they were learned: a file of weights for each variant."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..variants import refereed_variant
from .evaluation import Evaluation
from .layered import LayeredEvaluation

WEIGHTS = Path(__file__).parent / "weights"

LAYERED = frozenset({"fevga"})
"""The variants that are judged with units between."""


@cache
def evaluation_of(code: str) -> Evaluation | LayeredEvaluation:
    """The evaluation of a variant as it was learned. Raises UnknownVariant."""
    variant = refereed_variant(code)
    kept: Mapping[str, Any] = json.loads((WEIGHTS / f"{code}.json").read_text())
    return (LayeredEvaluation if code in LAYERED else Evaluation)(variant, kept["weights"])
