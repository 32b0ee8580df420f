"""Which of the kernel's rules are a variant's, and evaluations with them: engine.kernel's estimates.pyx."""

from typing import TYPE_CHECKING

from .. import kernel
from ..variants import Variant
from ..variants.fevga import Fevga
from ..variants.misere import Misere
from ..variants.plakoto import Plakoto
from ..variants.race import Race

if TYPE_CHECKING:
    from ..kernel.estimates import Estimates
    from .evaluation import Evaluation


def compiled_rules(rules: Variant) -> tuple[str, int] | None:
    """The kernel's name of a variant's rules, and the option that moves depend on; None if it has none."""
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


def compiled_evaluation(evaluation: "Evaluation", known: tuple[str, int] | None) -> "Estimates | None":
    """The evaluation as it is now, in C; None where the kernel is not at work or does not know the rules."""
    if kernel.make_estimates is None or known is None:
        return None
    numbers, weights = evaluation.numbers, evaluation.weights
    return kernel.make_estimates(
        *known,
        evaluation.variant.checker_count,
        evaluation.hits,
        evaluation.tables,
        weights[2 * numbers.side : numbers.race],
        weights[numbers.race + 2 * numbers.side :],
        evaluation.misses,
    )
