"""Many cases in one test: a test of its own costs more than most cases do."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any


def check_all(check: Callable[..., None], cases: Iterable[tuple[Any, ...]]) -> None:
    """Call `check` with every case; those that fail are reported together."""
    given, failures = list(cases), []
    assert given, "There is nothing to check."
    for case in given:
        try:
            check(*case)
        except Exception as failure:
            failure.add_note(f"With {', '.join(map(str, case))}")
            failures.append(failure)
    if len(failures) == 1:
        raise failures[0]
    if failures:
        raise ExceptionGroup(f"{len(failures)} of {len(given)} cases fail", failures)


def each(names: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As pytest.mark.parametrize, but one test over all values.

    For what leaves nothing changed: the fixtures are those of the one test.
    """
    wanted = [name.strip() for name in names.split(",")]
    cases = [value if len(wanted) > 1 else (value,) for value in values]

    def over(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**given: Any) -> None:
            check_all(lambda *case: test(**given, **dict(zip(wanted, case, strict=True))), cases)

        signature = inspect.signature(test)
        others = [parameter for name, parameter in signature.parameters.items() if name not in wanted]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return over
