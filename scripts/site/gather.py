"""The pages of the site: guides from docs/, pages of its own from site/, and files that guides link to elsewhere."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

LINK = re.compile(r"(?<=\]\()(?!\w+:|#|/)([^)\s#]+)")
"""Where a link in Markdown leads, without its anchor, unless it leads to another site."""

LANGUAGES = {".py": "python", ".mjs": "js", ".service": "ini", ".md": "markdown", "": "dockerfile"}


def gather(root: Path, target: Path) -> None:
    """Copy everything that people have written."""
    shutil.copytree(root / "docs", target, dirs_exist_ok=True)
    shutil.copytree(root / "site", target, dirs_exist_ok=True)
    for page in sorted(target.rglob("*.md")):
        text = page.read_text("utf-8")
        changed = LINK.sub(lambda found, page=page: _inside(found[1], page, root, target), text)  # type: ignore[misc]
        if changed != text:
            page.write_text(changed, "utf-8")


def _inside(link: str, page: Path, root: Path, target: Path) -> str:
    """The same link or, where it leads out of docs/, one to a page that shows the file."""
    inner = os.path.normpath(page.relative_to(target).parent / link)
    if not inner.startswith(".."):
        return link
    file = (root / "docs" / inner).resolve()
    if not file.is_file() or not file.is_relative_to(root):
        raise FileNotFoundError(f"{page.relative_to(target)} links to {link}, which is not a file of the project.")
    shown = target / "files" / f"{file.relative_to(root).as_posix().replace('.', '-')}.md"  # no page is named like code
    shown.parent.mkdir(parents=True, exist_ok=True)
    shown.write_text(_as_page(file, root), "utf-8")
    return os.path.relpath(shown, page.parent)


def _as_page(file: Path, root: Path) -> str:
    text = file.read_text("utf-8")
    fence = f"````{LANGUAGES.get(file.suffix, 'text')}\n{text}\n````"
    return f"# {file.relative_to(root).as_posix()}\n\nA file of the project, as it stands there.\n\n{fence}\n"
