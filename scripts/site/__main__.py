"""Build the documentation site into the package: gather, make, build, check."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from armillary.core.registry import games
from armillary.server.app import create_app
from armillary.server.http.sitepages import SITE, TOP
from armillary.server.settings import Settings
from scripts.docs import is_ours
from scripts.site import clients, sockets
from scripts.site import games as game_pages
from scripts.site import routes as route_pages
from scripts.site.check import faults
from scripts.site.examples import examples
from scripts.site.gather import gather
from scripts.site.types import Types

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "build" / "site" / "docs"
BUILT = ROOT / "build" / "site" / "html"

INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SHADOW_STYLES = "shadow-styles.js"
COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".xml"}


def make_pages(target: Path) -> None:
    """Pages made from types and routes, beside those that people have written."""
    own = [game for game in games() if is_ours(game)]
    document = create_app(Settings()).state.document
    by_game = {game.slug: game_pages.schemas_of(game).components for game in own}
    schemas = {**document["components"]["schemas"]}
    for each in by_game.values():
        schemas |= {name: schema for name, schema in each.items() if name not in schemas}
    types = Types(schemas, route_pages.homes(schemas, by_game, own))
    found, shown = route_pages.routes(document), examples(document)
    pages = {tag: route_pages.page_of(tag, own) for tag in dict.fromkeys(each.tag for each in found)}
    written = {
        route_pages.INDEX: route_pages.index(found, pages, document),
        route_pages.TYPES: route_pages.types_page(sorted(_on(types, route_pages.TYPES)), types),
        sockets.PAGE: sockets.page(document, (target / "sockets.md").read_text("utf-8"), types),
        clients.PAGE: clients.page(),
        **{game_pages.page_of(game): game_pages.page(game, types) for game in own},
    }
    for tag, page in pages.items():
        those = [each for each in found if each.tag == tag]
        written[page] = route_pages.page(tag, those, sorted(_on(types, page)), shown, types)
    for name, text in written.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, "utf-8")


def _on(types: Types, page: str) -> list[str]:
    return [name for name, home in types.pages.items() if home == page]


def finish(built: Path) -> None:
    """Make the pages fit the server's policy, which allows no script and no style in a page; compress everything."""
    for page in sorted(built.rglob("*.html")):
        top = "../" * len(page.relative_to(built).parent.parts) or "./"
        text = INLINE.sub(lambda found, top=top: _moved(found[1], top, built), page.read_text("utf-8"))  # type: ignore[misc]
        page.write_text(text.replace("</head>", f'<script src="{top}{SHADOW_STYLES}"></script></head>', 1), "utf-8")
    missing = built / "404.html"  # shown at any address, so its links begin at the top
    text = re.sub(r'(?<=(?:href|.src)=")\.?/', f"{TOP}/", missing.read_text("utf-8"))
    missing.write_text(re.sub(r'"(base|search)":"/', rf'"\1":"{TOP}/', text), "utf-8")
    for file in sorted(built.rglob("*")):
        if file.suffix in COMPRESSED:
            (file.parent / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def _moved(script: str, top: str, built: Path) -> str:
    name = f"assets/javascripts/page.{sha256(script.encode()).hexdigest()[:8]}.min.js"
    (built / name).write_text(script, "utf-8")
    return f'<script src="{top}{name}"></script>'


def main() -> None:
    """Build, and put the site into the package only if nothing is wrong with it."""
    shutil.rmtree(PAGES.parent, ignore_errors=True)
    PAGES.mkdir(parents=True)
    gather(ROOT, PAGES)
    make_pages(PAGES)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", "mkdocs.yml"]
    result = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True, check=False
    )
    if result.returncode:
        sys.exit(f"{result.stdout}\n{result.stderr}")
    finish(BUILT)
    if found := faults(BUILT):
        sys.exit("\n".join([*found, f"The site was not built: {len(found)} faults."]))
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(BUILT, SITE)


if __name__ == "__main__":
    main()
