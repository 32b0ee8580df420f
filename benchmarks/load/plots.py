"""A part as a picture: how soon, how much, and how old what waits is, over the same seconds."""

import math
from collections.abc import Sequence
from pathlib import Path

from benchmarks.load.meters import Point, percentile
from benchmarks.load.mixes import Mix

COLOURS = ("#0b6e4f", "#b5651d", "#3b5b92", "#8a2b4b", "#6b6b6b", "#0f8b8d")
INCHES = (9, 7)


def write_plot(mix: Mix, folder: Path) -> Path:
    """The path of the picture, an SVG."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    # Text stays text, and the same measurements are the same picture.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": mix.name, "font.size": 9})
    figure, (soon, much, old) = pyplot.subplots(3, 1, sharex=True, figsize=INCHES, layout="constrained")
    figure.suptitle(f"{mix.name}: the median of each second, and what 95 of 100 take at most (dotted)")
    drawn = {f"{kind}, answered": points for kind, points in mix.answered.items()}
    drawn |= {
        "result final": mix.final,
        "result in the bracket": mix.in_bracket,
        "bare Django view": mix.bare,
    }
    for colour, (name, points) in zip(COLOURS * 2, drawn.items(), strict=False):
        if points:
            soon.plot(*by_second(points, 50), color=colour, label=name, linewidth=1.2)
            soon.plot(*by_second(points, 95), color=colour, linestyle=":", linewidth=1)
    soon.set(yscale="log", ylabel="milliseconds")
    for colour, (kind, points) in zip(COLOURS, mix.answered.items(), strict=False):
        much.plot(*counted(points), color=colour, label=kind, drawstyle="steps-post", linewidth=1.2)
    much.set(ylabel="answered a second", ylim=(0, None))
    for colour, (queue, points) in zip(COLOURS, mix.oldest.items(), strict=False):
        old.plot(*zip(*points, strict=True), color=colour, label=queue, linewidth=1.2)
    old.set(ylabel="oldest work, seconds", xlabel="seconds since the beginning", ylim=(0, None))
    for axes in (soon, much, old):
        axes.grid(alpha=0.25)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{mix.name}.svg"
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return path


def by_second(points: Sequence[Point], of: int) -> tuple[list[float], list[float]]:
    """The percentile of each second in which something was measured."""
    seconds: dict[int, list[float]] = {}
    for at, taken in points:
        seconds.setdefault(math.floor(at), []).append(taken)
    ordered = sorted(seconds)
    return [second + 0.5 for second in ordered], [percentile(seconds[second], of) for second in ordered]


def counted(points: Sequence[Point]) -> tuple[list[int], list[int]]:
    """How many came in each second, from the first to the last."""
    last = math.floor(max(at for at, _ in points))
    seconds = [0] * (last + 1)
    for at, _ in points:
        seconds[math.floor(at)] += 1
    return [*range(last + 1)], seconds
