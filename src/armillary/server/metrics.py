"""What is counted for Prometheus. Counting takes a microsecond or two; `background/metrics.py` shows the figures."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"
"""Replaces an unknown method or route: made-up names must not become labels."""

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

REQUESTS = Counter("armillary_requests", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("armillary_request_seconds", "Time until the answer began.", ["route"], buckets=QUICK)
SOCKETS = Gauge("armillary_sockets", "Open sockets.")
SOCKETS_OPENED = Counter("armillary_sockets_opened", "Sockets opened, also those that were refused.")
COMMIT_SECONDS = Histogram("armillary_commit_seconds", "Commits, each of one or more changes.", buckets=QUICK)
CHANGES = Counter("armillary_changes", "Changes that were written or failed.", ["made"])
BOT_SECONDS = Histogram(
    "armillary_bot_seconds", "Bot decisions, including the wait for a worker.", ["game", "bot"], buckets=QUICK
)
DEADLINE_LAG = Histogram("armillary_deadline_lag_seconds", "Delay between a deadline and its effect.", buckets=QUICK)
LOOP_LAG = Histogram("armillary_loop_lag_seconds", "Lag of the event loop.", buckets=QUICK)


def count_request(method: str, route: str | None, status: int, seconds: float) -> None:
    """A request was answered."""
    answered, took = _counters(method if method in METHODS else OTHER, route or OTHER, status)
    answered.inc()
    took.observe(seconds)


@cache
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """What counts such requests: to find them takes longer than to count. There are as many as routes and statuses."""
    return REQUESTS.labels(method, route, status), REQUEST_SECONDS.labels(route)
