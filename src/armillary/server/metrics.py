"""What is counted for Prometheus. Counting takes a microsecond or two; `tasks/showing.py` shows the figures."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"
"""Instead of a method or a route that is none of ours: what people make up must not become a label."""

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

REQUESTS = Counter("armillary_requests", "Requests that were answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("armillary_request_seconds", "Until an answer began.", ["route"], buckets=QUICK)
SOCKETS = Gauge("armillary_sockets", "Sockets that are open.")
COMMIT_SECONDS = Histogram("armillary_commit_seconds", "Commits of changes, many at a time.", buckets=QUICK)
CHANGES = Counter("armillary_changes", "Changes that were written, or could not be.", ["made"])
BOT_SECONDS = Histogram(
    "armillary_bot_seconds", "Decisions of bots, with the wait for a worker.", ["game", "bot"], buckets=QUICK
)
DEADLINE_LAG = Histogram("armillary_deadline_lag_seconds", "From a deadline to what it does.", buckets=QUICK)
LOOP_LAG = Histogram("armillary_loop_lag_seconds", "How late the event loop was.", buckets=QUICK)


def count_request(method: str, route: str | None, status: int, seconds: float) -> None:
    """A request was answered."""
    answered, took = _counters(method if method in METHODS else OTHER, route or OTHER, status)
    answered.inc()
    took.observe(seconds)


@cache
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """What counts such requests: to find them takes longer than to count. There are as many as routes and statuses."""
    return REQUESTS.labels(method, route, status), REQUEST_SECONDS.labels(route)
