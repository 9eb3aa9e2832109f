"""Reports as one page of HTML that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: dark light; --bg: #0b1020; --surface: #141b2e; --raised: #1e2841; --line: #6b7896;
  --text: #e9edf7; --muted: #a9b4cc; --tone: #4bc4ff;
  --tone-1: #4bc4ff; --tone-2: #fd9381; --tone-3: #f1e956; --tone-4: #9f67f1; --tone-5: #b7ffcb; --tone-6: #f03f8e;
  --tone-7: #ac7b3c; --tone-8: #ebeff4; }
@media (prefers-color-scheme: light) { :root { --bg: #f6f7fb; --surface: #ffffff; --raised: #edf0f7; --line: #77829b;
  --text: #141a2b; --muted: #4f5a73; --tone: #1b5eb7;
  --tone-1: #248ce1; --tone-2: #c17275; --tone-3: #88800b; --tone-4: #612dea; --tone-5: #1b6d46; --tone-6: #b61d7e;
  --tone-7: #753c00; --tone-8: #434648; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 1.94rem; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 1.25rem; margin: 0 0 12px; }
p { margin: 0 0 12px; max-width: 70ch; }
.lead, .note { color: var(--muted); }
section { background: var(--surface); border-radius: 16px; padding: 24px; margin-top: 24px; }
.wide { overflow-x: auto; margin-bottom: 12px; }
.wide:last-child, p:last-child, ul:last-child { margin-bottom: 0; }
ul { margin: 0 0 12px; padding-left: 24px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 8px; text-align: right; border-bottom: 1px solid var(--raised); white-space: nowrap; }
th { color: var(--muted); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
tbody tr:last-child td { border-bottom: 0; }
svg { display: block; width: 100%; min-width: 480px; height: auto; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; dominant-baseline: central; }
.grid { stroke: var(--raised); stroke-width: 1; }
.fair { stroke: var(--muted); stroke-width: 1.5; stroke-dasharray: 5 4; }
.reach { stroke: var(--tone); stroke-width: 6; stroke-linecap: round; opacity: 0.4; }
.dot, .bar { fill: var(--tone); }
.line { fill: none; stroke: currentColor; stroke-width: 2; }
.end { fill: currentColor; }
""" + "\n".join(f".tone-{tone} {{ color: var(--tone-{tone}); }}" for tone in range(1, 9))


def page(title: str, lead: str, sections: Iterable[str]) -> str:
    """The whole page."""
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f'<main>\n<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        + "\n".join(filter(None, sections))
        + "\n</main>\n"
    )


def section(title: str, *content: str, note: str = "") -> str:
    """A part of the page, with what there is to know about it below; nothing where there is nothing to show."""
    if not any(content):
        return ""
    below = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section>\n<h2>{escape(title)}</h2>\n{''.join(content)}\n{below}</section>"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Names on the left, numbers on the right."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def bullets(lines: Iterable[str]) -> str:
    """A list of sentences; nothing if there are none."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""
