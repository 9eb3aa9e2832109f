"""Reports: what they say is what was played, and the page stands by itself."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from armillary import game
from armillary.arena import balance, plots, reports
from armillary.arena.playing import Failure, Result
from armillary.arena.plots import Estimate
from armillary.arena.tournaments import Tournament
from armillary.arena.workers import Played, play_here
from armillary.core.errors import BadInput
from tests.arena.test_series import result
from tests.arena.test_tournaments import by_strength, plan


def played(*bots: str, **more: Any) -> Tournament:
    tournament = Tournament(plan(*bots, **more))
    list(tournament.play(by_strength))
    return tournament


def html(tournament: Tournament) -> str:
    return reports.as_html(tournament, reports.summary(tournament))


def test_the_summary_counts_rates_and_compares() -> None:
    told = reports.summary(played("a", "b", "c", games=10))
    assert [each["bot"] for each in told["bots"]] == ["a", "b", "c"]
    assert [each["share"] for each in told["bots"]] == [1, 0.5, 0]
    assert [each["wins"] for each in told["bots"]] == [20, 10, 0]
    assert told["games"] == 30
    assert told["against"]["a"]["b"] == {"games": 10, "above": 1}
    assert told["against"]["b"]["a"] == {"games": 10, "above": 0}
    assert told["reasons"] == {"x": 30}
    for each in told["bots"]:
        low, high = each["rating_interval"]
        assert low <= each["rating"] <= high
        low, high = each["share_interval"]
        assert low <= each["share"] <= high


def test_equal_ranks_count_half_against_each_other() -> None:
    found = reports.against([result(1, 2, bots=("a", "b", "c"), ranking=((1, 2), (3,)))])
    assert found["a"]["b"]["above"] == found["b"]["a"]["above"] == 0.5
    assert (found["a"]["c"]["above"], found["c"]["b"]["above"]) == (1, 0)


def test_a_bot_is_not_compared_with_itself() -> None:
    found = reports.against([result(2, bots=("a", "b", "b"), ranking=((2,), (1,), (3,)))])
    assert found == {"a": {"b": {"games": 2, "above": 0.5}}, "b": {"a": {"games": 2, "above": 0.5}}}


def test_the_table_of_games_has_a_line_for_each() -> None:
    tournament = Tournament(plan("a", "b", games=2))

    def failing(pairings: Any) -> Any:
        for each in by_strength(pairings):
            failed = (Failure(2, 3, "lost, alas"),)
            told = Result(**{**{f: getattr(each.result, f) for f in Result.__struct_fields__}, "failures": failed})
            yield Played(told, None)

    list(tournament.play(failing))
    rows = list(csv.DictReader(io.StringIO(reports.as_csv(tournament))))
    assert [row["bots"] for row in rows] == ["a b", "b a"]
    assert [row["ranking"] for row in rows] == ["1 / 2", "2 / 1"]
    assert rows[0]["failures"] == "seat 2 in step 3: lost, alas"
    assert rows[0]["seed"] == "t/1"


class Page(HTMLParser):
    """Checks that every element is closed, and collects what is loaded from elsewhere."""

    EMPTY = frozenset({"meta", "line", "circle", "rect", "polyline"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.loaded += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in self.EMPTY and tag != "html":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def svgs(page: str) -> list[ET.Element]:
    return [ET.fromstring(found) for found in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]


def test_the_page_stands_by_itself_and_both_themes_are_there() -> None:
    text = html(played("a", "b", "c", games=4))
    page = Page(text)
    assert (page.open, page.loaded, page.scripts) == ([], [], 0)
    assert "prefers-color-scheme: light" in text
    assert len(svgs(text)) == 5
    assert "12 games between 3 bots with 2 seats, round robin, seed t." in text
    assert "Failures" not in text


def test_names_that_look_like_html_are_harmless() -> None:
    text = html(played("<script>alert(1)</script>", "b&b", games=2))
    assert Page(text).scripts == 0
    assert "&lt;script&gt;" in text


def test_plots_stay_within_their_frame() -> None:
    drawn = [
        plots.estimates("x", [Estimate("a" * 99, -1234.5, -2000, 3), Estimate("b", 0, 0, 0)], fair=0),
        plots.estimates("x", [Estimate("only", 5, 5, 5)]),
        plots.bars("x", {"often": 10_000, "seldom": 1}),
        plots.columns("x", [1, 1, 500, 1000], "rounds"),
        plots.columns("x", [7], "rounds"),
        plots.lines("x", {"a": [1.0] * 5000, "b": [0.0], "c": [0.5, 0.25]}, "games", 0.5),
    ]
    for plot in drawn:
        (svg,) = svgs(plot)
        _, _, width, height = (float(number) for number in svg.attrib["viewBox"].split())
        for element in svg.iter():
            for name, value in element.attrib.items():
                most = {"x": width, "x1": width, "x2": width, "cx": width, "y": height, "y1": height, "cy": height}
                if name in most:
                    assert 0 <= float(value) <= most[name], (element.tag, name)
            if element.tag == "rect":
                assert float(element.attrib["width"]) >= 0
                assert float(element.attrib["height"]) >= 0
                assert float(element.attrib["x"]) + float(element.attrib["width"]) <= width


@pytest.mark.parametrize("most", [1, 3, 9, 17, 250])
def test_counts_are_marked_with_whole_numbers(most: int) -> None:
    (svg,) = svgs(plots.columns("x", [1] * most, "rounds"))
    marks = [text.text for text in svg.iter("text") if text.attrib["text-anchor"] == "end"]
    assert len(set(marks)) == len(marks)
    assert int(str(marks[-1])) >= most


def test_long_courses_are_thinned_out() -> None:
    assert len(plots.lines("x", {"a": [0.5] * 100_000}, "games")) < 10_000


def test_bots_have_short_names_unless_two_would_be_called_the_same() -> None:
    assert reports.labels(["./my.py:Bot", "hard"]) == {"./my.py:Bot": "Bot", "hard": "hard"}
    assert reports.labels(["./a.py:Bot", "./b.py:Bot"]) == {"./a.py:Bot": "./a.py:Bot", "./b.py:Bot": "./b.py:Bot"}


def test_verdicts_name_the_better_one_first() -> None:
    told = reports.summary(played("b", "a", "c", games=60, decide=True))
    assert reports.verdicts(told) == ["a is better than b.", "b is better than c.", "a is better than c."]
    few = reports.summary(played("b", "a", games=4, decide=True))
    assert reports.verdicts(few) == ["After 4 games it is not decided between b and a."]


def test_nothing_is_called_undecided_that_was_not_to_be_decided() -> None:
    told = reports.summary(played("b", "a", games=4))
    assert reports.verdicts(told) == []
    assert "decided" not in html(played("b", "a", games=4))


def test_with_more_seats_a_verdict_says_what_a_bot_gets_alone() -> None:
    told = reports.summary(played("a", "b", games=6, seats=3))
    assert [(each["bot"], each["games"], each["share"]) for each in told["decided"]] == [("a", 6, 1.0), ("b", 6, 0.0)]
    assert reports.verdicts(told)[0].endswith("Alone against others, a had 100% of the points (61% to 100%).")


# -- balance -------------------------------------------------------------------------------------------------


def one(*winners: int, **more: Any) -> Result:
    return result(*winners, bots=("m", "m"), **more)


def test_shares_are_multiples_of_what_is_fair() -> None:
    results = [one(1), one(1), one(1), one(2), one(1, 2), one(), one(rounds=9, opening="q", reason="z")]
    found = balance.measure(2, "m", results)
    assert found["won"] == [3.5, 1.5]
    assert found["shares"] == [1.4, 0.6]
    assert found["decided"] == round(4 / 7, 4)
    assert found["drawn"] == round(2 / 7, 4)
    assert found["openings"] == {"different": 2, "commonest": round(6 / 7, 4)}
    assert found["rounds"] == {"least": 1, "mean": 2.14, "most": 9}
    for share, (low, high) in zip(found["shares"], found["intervals"], strict=True):
        assert low < share < high


def test_games_that_nobody_wins_leave_every_seat_its_part() -> None:
    found = balance.measure(2, "m", [one(), one()])
    assert (found["shares"], found["drawn"]) == ([1.0, 1.0], 1.0)


def test_the_interval_shrinks_with_the_games() -> None:
    few, many = (balance.measure(2, "m", [one(1), one(2)] * count) for count in (10, 1000))
    assert many["reach"] < few["reach"] / 5


def test_a_page_gets_its_table_between_the_marks_only() -> None:
    text = "# Page\n\n<!-- a -->\nold\n<!-- /a -->\n\n<!-- b -->\nkept\n<!-- /b -->\n"
    table = balance.as_markdown([balance.measure(2, "m", [one(1), one(2)])])
    filled = balance.filled(text, "a", table)
    assert "old" not in filled
    assert "kept" in filled
    assert "| 2 | m | 2 | 1 1 | 1.00 to 1.00 |" in filled
    assert balance.filled(filled, "a", table) == filled
    with pytest.raises(BadInput, match="no place for the table"):
        balance.filled(text, "c", table)


def test_the_page_of_a_balance_stands_by_itself_too() -> None:
    skirmish = game("skirmish")
    results = [
        each.result for each in play_here(plan("random", "easy").pairing(n, [("random", "easy")]) for n in (1, 2))
    ]
    text = balance.as_html(skirmish, "1", [balance.measure(2, "m", results)], [[4, 4]])
    page = Page(text)
    assert (page.open, page.loaded, page.scripts) == ([], [], 0)
    assert len(svgs(text)) == 3
