from ..position import Side

SOURCE: int
RULES: dict[str, int]

class Judge:
    def odds(self, own: Side, opponent: Side) -> float: ...
    def on_roll(self, own: Side, opponent: Side) -> float | None: ...

class Estimates(Judge):
    def __init__(
        self,
        rules: str,
        option: int,
        checkers: int,
        places: int,
        hits: bool,
        tables: list[list[list[float]]],
        meeting: list[float],
        racing: list[float],
        misses: list[list[float]],
    ) -> None: ...

class Layers(Judge):
    def __init__(self, rules: str, option: int, checkers: int, places: int, weights: list[float]) -> None: ...
    def weights(self) -> list[float]: ...
    def learn_game(
        self,
        own: Side,
        opponent: Side,
        rolls: list[tuple[int, int]],
        rate: float,
        picks: list[float],
        at_random: int,
    ) -> float | None: ...
