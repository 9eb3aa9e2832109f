"""Small values: paths, refusals, rankings."""

from __future__ import annotations

from armillary.core.values import Violation, path_text, rank, refusals


def test_paths_are_written_as_json_paths() -> None:
    assert path_text(()) == "$"
    assert path_text(("shots", 0, "target")) == "$.shots[0].target"


def test_only_refused_violations_keep_an_order_out() -> None:
    refused, void, altered = (Violation("x", "R-1", weight=w) for w in ("refused", "void", "altered"))
    assert refusals((refused, void, altered)) == (refused,)


def test_a_violation_reads_as_one_line() -> None:
    assert str(Violation("too_many", "R-1", ("cards", 2), {"most": 3})) == "$.cards[2]: too_many [R-1] (most=3)"


def test_equal_scores_rank_together() -> None:
    assert rank((3, 9, 3)) == ((2,), (1, 3))
    assert rank((5, 5), seats=(2, 4)) == ((2, 4),)
