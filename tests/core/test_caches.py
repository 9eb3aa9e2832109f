"""What is made from a large value is made once for each value, and not kept for ever."""

from __future__ import annotations

from armillary.core.caches import MAX_KEPT, cached_by_identity


def test_equal_values_that_are_not_the_same_have_results_of_their_own() -> None:
    listed = cached_by_identity(lambda value: [value])
    one, other = (1, int("2")), (1, int("2"))
    assert one == other
    assert listed(one) is listed(one)
    assert listed(one) is not listed(other)


def test_a_new_value_never_gets_the_result_of_one_that_is_gone() -> None:
    written = cached_by_identity(str)
    for number in range(10 * MAX_KEPT):
        assert written([number]) == f"[{number}]"


def test_no_more_results_are_kept_than_are_needed() -> None:
    made: list[object] = []
    noted = cached_by_identity(made.append)
    first = object()
    others = [object() for _ in range(MAX_KEPT)]
    for value in (first, *others, first):
        noted(value)
    assert made == [first, *others, first]
