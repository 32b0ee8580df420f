"""Which of the kernel's rules are a variant's, and evaluations with them: engine.kernel's estimates.pyx."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import kernel
from ..variants import Variant
from ..variants.fevga import Fevga
from ..variants.misere import Misere
from ..variants.plakoto import Plakoto
from ..variants.race import Race

if TYPE_CHECKING:
    from ..kernel.estimates import Estimates, Judge, Layers
    from .evaluation import Evaluation
    from .layered import LayeredEvaluation

Rules = tuple[str, int]
"""The kernel's name of a variant's rules, and what is chosen of the option that moves depend on."""


def compiled_rules(rules: Variant) -> Rules | None:
    """What the kernel calls the rules of a variant; None if it does not have them."""
    kind = type(rules)
    if kind is Variant:
        return "plain", 0
    if kind is Misere:
        return "misere", 0
    if isinstance(rules, Race) and kind is Race:
        return "race", rules.steps_of_a_double
    if isinstance(rules, Plakoto) and kind is Plakoto:
        return "plakoto", int(rules.bear_off_while_pinned)
    if isinstance(rules, Fevga) and kind is Fevga:
        return "fevga", ("not_left", "opened", "allowed").index(rules.prime_before_all)
    return None


class Compiled:
    """An evaluation in the kernel, made once for each way its variant may be played."""

    def __init__(self, make: "Callable[[Rules], Judge | None]") -> None:
        self._make = make
        self._known: dict[Rules, Judge | None] = {}

    def of(self, rules: Variant) -> "Judge | None":
        """The evaluation for these rules; None where the kernel is not at work or does not have them."""
        known = compiled_rules(rules)
        if known is None:
            return None
        if known not in self._known:
            self._known[known] = self._make(known)
        return self._known[known]


def compiled_evaluation(evaluation: "Evaluation", rules: Rules) -> "Estimates | None":
    """The evaluation as it is now, in C; None where the kernel is not at work."""
    if kernel.make_estimates is None:
        return None
    numbers, weights = evaluation.numbers, evaluation.weights
    return kernel.make_estimates(
        *rules,
        evaluation.variant.checker_count,
        evaluation.numbers.places,
        evaluation.hits,
        evaluation.tables,
        weights[2 * numbers.side : numbers.race],
        weights[numbers.race + 2 * numbers.side :],
        evaluation.misses,
    )


def compiled_layers(evaluation: "LayeredEvaluation", rules: Rules) -> "Layers | None":
    """The evaluation in C; None where the kernel is not at work."""
    if kernel.make_layers is None:
        return None
    return kernel.make_layers(*rules, evaluation.variant.checker_count, evaluation.places, evaluation.weights)
