"""What a tournament has shown: as plain values, as a table of all games, as a page with plots."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from armillary.arena import pages, plots
from armillary.arena.playing import Result
from armillary.arena.plots import Estimate
from armillary.arena.ratings import fit, interval
from armillary.arena.tallies import Count
from armillary.arena.tournaments import Tournament
from armillary.core import codec
from armillary.core.prose import counted
from armillary.core.registry import game

HEADS = ("number", "seed", "bots", "winners", "ranking", "scores", "reason", "rounds", "steps", "hash", "failures")

RATINGS = (
    "A bot rated 100 higher wins 64 games of 100 against the other, one rated 400 higher ten of eleven. All games are "
    "fitted at once (Plackett-Luce); bars are 95% intervals over seeds."
)
DECIDED = "By a sequential test over whole deals: equal bots are called unequal once in twenty such tests at most."
ABOVE = "How often the bot on the left was ranked above the one at the top; equal ranks count half."


def summary(tournament: Tournament) -> dict[str, Any]:
    """Everything counted and fitted, as plain values. Needs one game at least."""
    plan, results = tournament.plan, tournament.results
    counts = Count.of(results).summary()
    bots = []
    for rating in fit(results):
        low, high = interval(rating.share, rating.games)
        bots.append(
            {
                "bot": rating.bot,
                "rating": round(rating.value, 1),
                "rating_interval": [round(rating.low, 1), round(rating.high, 1)],
                "share": round(rating.share, 4),
                "share_interval": [round(low, 4), round(high, 4)],
                **counts["bots"][rating.bot],
                "failures": sum(fault["times"] for fault in counts["failures"] if fault["bot"] == rating.bot),
            }
        )
    return {
        "game": plan.game,
        "version": plan.version,
        "kind": plan.kind,
        "seats": plan.seats,
        "seed": plan.seed,
        "games": len(results),
        "decide": plan.decide,
        "bots": bots,
        "against": against(results),
        "decided": [
            {"bot": table[0], "against": table[1], "is": bettor.verdict, **_alone(table, results)}
            for table, bettor in tournament.bettors.items()
        ],
        "by_seat": counts["seats"],
        **{name: counts[name] for name in ("rounds", "steps", "reasons", "failures")},
    }


def _alone(table: Sequence[str], results: list[Result]) -> dict[str, Any]:
    """What the first bot of a table got there: at most tables it sits alone against another on all other seats."""
    met = [result for result in results if sorted(result.bots) == sorted(table)]
    share = sum(result.points(result.bots.index(table[0]) + 1) for result in met) / len(met)
    low, high = interval(share, len(met))
    return {"games": len(met), "share": round(share, 4), "share_interval": [round(low, 4), round(high, 4)]}


def against(results: list[Result]) -> dict[str, dict[str, dict[str, float]]]:
    """For each bot and each other: how often they were at a table, and how often the first was ranked above.

    Being on the same rank counts half.
    """
    games: dict[tuple[str, str], int] = defaultdict(int)
    above: dict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        rank = {seat: at for at, group in enumerate(result.ranking) for seat in group}
        for seat, bot in enumerate(result.bots, start=1):
            for other_seat, other in enumerate(result.bots, start=1):
                if bot != other:
                    games[bot, other] += 1
                    ahead = rank[other_seat] - rank[seat]
                    above[bot, other] += 0.5 if ahead == 0 else float(ahead > 0)
    found: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for (bot, other), number in games.items():
        found[bot][other] = {"games": number, "above": round(above[bot, other] / number, 4)}
    return dict(found)


def as_csv(tournament: Tournament) -> str:
    """One line per game."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for result in tournament.results:
        tree = codec.tree(result)
        writer.writerow(_cell(tree[name]) for name in HEADS)
    return out.getvalue()


def _cell(value: Any) -> str:
    """Lists in one cell: `1 2`, groups of equals as `1 2 / 3`."""
    if isinstance(value, dict):
        where = f" ({value['where']})" if value["where"] else ""
        return f"seat {value['seat']} in step {value['step']}: {value['why']}{where}"
    if not isinstance(value, list):
        return str(value)
    return (" " if not value or isinstance(value[0], str | int) else " / ").join(_cell(part) for part in value)


def as_html(tournament: Tournament, told: dict[str, Any]) -> str:
    """All of it as one page; `told` is its summary."""
    plan, results = tournament.plan, tournament.results
    title = game(plan.game).title
    fair = 1 / plan.seats
    bots = told["bots"]
    called = labels(each["bot"] for each in bots)
    ratings = [Estimate(called[each["bot"]], each["rating"], *each["rating_interval"]) for each in bots]
    shares = [Estimate(called[each["bot"]], each["share"], *each["share_interval"]) for each in bots]
    courses = {called[bot]: course for bot, course in _courses(tournament).items()}
    sections = [
        pages.section("Ratings", plots.estimates("Rating of each bot with its interval", ratings), note=RATINGS),
        pages.section(
            "Share of the points",
            plots.estimates("Share of the points of each bot", shares, "{:.0%}".format, fair),
            _standings(bots, called),
            note=f"A game is one point; bots that share the first rank share it. Fair is {fair:.0%}, the broken line.",
        ),
        pages.section(
            "Decided" if plan.decide else "Alone", pages.bullets(verdicts(told)), note=DECIDED if plan.decide else ""
        ),
        pages.section("Against each other", _cross_table(told["against"], called), note=ABOVE),
        pages.section("How it went", plots.lines("Share after each game", courses, "games", fair)),
        pages.section("Length", plots.columns("Games by their last round", [r.rounds for r in results], "rounds")),
        pages.section("How games ended", plots.bars("Games by how they ended", endings(told["reasons"]))),
        pages.section("Failures", pages.bullets(failures(told["failures"])), note="A bot that fails loses its game."),
    ]
    lead = (
        f"{counted(told['games'], 'game')} between {counted(len(bots), 'bot')} with {plan.seats} seats, "
        f"{plan.kind.replace('-', ' ')}, seed {plan.seed}."
    )
    return pages.page(f"Arena: {title}", lead, sections)


def failures(faults: Iterable[dict[str, Any]]) -> list[str]:
    """Who failed, how often, why and where; with the command that repeats it where a fault has one."""
    lines = []
    for fault in faults:
        first, where = fault["first"], f" ({fault['where']})" if fault["where"] else ""
        lines.append(
            f"{fault['bot']} failed {counted(fault['times'], 'time')} and lost: {fault['why']}{where}\n"
            f"  First in game {first['game']}, seed {first['seed']}, by Player {first['seat']} in step {first['step']}."
        )
        lines += [f"  | {line}" for line in fault["said"]]
        if "repeat" in fault:
            lines.append(f"  Repeat it with: {fault['repeat']}")
    return lines


def verdicts(told: dict[str, Any]) -> list[str]:
    """Who is better, where that was to be decided, and what each got alone where there are more seats than two.

    The test that may stop at any time needs more games than an interval that is looked at once.
    """
    called = labels(each["bot"] for each in told["bots"])
    found = []
    for each in told["decided"]:
        first, second = called[each["bot"]], called[each["against"]]
        sentences = []
        if told["decide"] and each["is"] is None:
            sentences.append(f"After {counted(each['games'], 'game')} it is not decided between {first} and {second}.")
        elif told["decide"]:
            better, worse = (first, second) if each["is"] == "better" else (second, first)
            sentences.append(f"{better} is better than {worse}.")
        if told["seats"] > 2:
            low, high = each["share_interval"]
            sentences.append(
                f"Alone against others, {first} had {each['share']:.0%} of the points ({low:.0%} to {high:.0%})."
            )
        if sentences:
            found.append(" ".join(sentences))
    return found


def labels(bots: Iterable[str]) -> dict[str, str]:
    """What bots are called where there is little room: `Bot` for `./mybot.py:Bot`, unless another is called so."""
    short = {bot: bot.rpartition(":")[2] for bot in bots}
    often = Counter(short.values())
    return {bot: name if often[name] == 1 else bot for bot, name in short.items()}


def _standings(bots: list[dict[str, Any]], called: dict[str, str]) -> str:
    counts = ("games", "wins", "shared", "draws", "losses")
    rows = []
    for each in bots:
        low, high = each["share_interval"]
        share = (f"{each['share']:.1%}", f"{low:.0%} to {high:.0%}")
        rows.append((called[each["bot"]], *(each[name] for name in counts), *share))
    return pages.table(("bot", *counts, "share", "interval"), rows)


def _cross_table(found: dict[str, Any], called: dict[str, str]) -> str:
    def above(name: str, other: str) -> str:
        met = found.get(name, {}).get(other)
        return f"{met['above']:.0%}" if met else ""

    rows = [(called[name], *(above(name, other) for other in called)) for name in called]
    return pages.table(("ranked above", *called.values()), rows)


def _courses(tournament: Tournament) -> dict[str, list[float]]:
    """Each bot's share of the points after each of its games."""
    points: dict[str, float] = defaultdict(float)
    courses: dict[str, list[float]] = {bot: [] for bot in tournament.plan.bots}
    for result in tournament.results:
        for seat, bot in enumerate(result.bots, start=1):
            points[bot] += result.points(seat)
            courses[bot].append(points[bot] / (len(courses[bot]) + 1))
    return {bot: course for bot, course in courses.items() if course}


def endings(reasons: dict[str, int]) -> dict[str, int]:
    """How games ended, in words, the most frequent first."""
    return {reason.replace("_", " "): times for reason, times in sorted(reasons.items(), key=lambda item: -item[1])}
