"""Files that eXtreme Gammon and BGBlitz wrote of matches between people: each says what its .mat says."""

from pathlib import Path

import pytest

from engine import RecordVerdict, convert, read, verify

FOLDER = Path(__file__).parent.parent / "data/engine/programs"
MATS = sorted(FOLDER.glob("*.mat"))
FAULTS = {
    "5nqfGw9bWG3deTaU": [(1, 11, 0, "illegal_play")],
    "hQ8sVn2LbTdF4wRm": [
        (2, 20, 0, "illegal_play"),
        (3, 9, 1, "illegal_play"),
        (3, 15, 0, "illegal_play"),
    ],
}


def forms(mat: Path) -> dict[str, RecordVerdict]:
    """What is found of a match in each of its forms."""
    paths = [mat.with_suffix(suffix) for suffix in (".mat", ".xg", ".bgf")]
    verdicts = [verify(path.read_bytes()) for path in paths if path.exists()]
    return {verdict.format or "": verdict for verdict in verdicts}


@pytest.mark.parametrize("mat", MATS, ids=lambda path: path.stem)
def test_every_form_of_a_match_says_the_same(mat: Path) -> None:
    """The games with winners and points, the score, and the faults; words may list steps in another order."""
    verdicts = forms(mat)
    assert list(verdicts) == ["mat", "xg"] + ["bgf"] * mat.with_suffix(".bgf").exists()
    first, *others = verdicts.values()
    assert first.games
    assert [fault[:4] for fault in first.violations] == FAULTS.get(mat.stem, [])
    for other in others:
        assert (other.length, other.winner, other.score) == (first.length, first.winner, first.score)
        assert other.games == first.games
        assert [fault[:4] for fault in other.violations] == FAULTS.get(mat.stem, [])
        assert {*map(_name, other.players or ())} == {*map(_name, first.players or ())}


def _name(name: str) -> str:
    """BGBlitz has no blanks in names."""
    return name.replace(" ", "_")


@pytest.mark.parametrize("mat", MATS, ids=lambda path: path.stem)
def test_every_form_becomes_a_mat_that_reads_back(mat: Path) -> None:
    for suffix in (".xg", ".bgf"):
        path = mat.with_suffix(suffix)
        if path.exists():
            data = path.read_bytes()
            assert read(convert(data, "mat").encode()).games == read(data).games
