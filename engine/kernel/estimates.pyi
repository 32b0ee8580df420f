from ..position import Side

SOURCE: int
RULES: dict[str, int]

class Estimates:
    def __init__(
        self,
        rules: str,
        option: int,
        checkers: int,
        hits: bool,
        tables: list[list[list[float]]],
        meeting: list[float],
        racing: list[float],
        misses: list[list[float]],
    ) -> None: ...
    def odds(self, own: Side, opponent: Side) -> float: ...
    def on_roll(self, own: Side, opponent: Side) -> float | None: ...
