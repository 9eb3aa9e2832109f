"""`make release`: build what a release consists of, with its checksums. Nothing is tagged and nothing uploaded.

It refuses to build what could not be released: changes that are not committed, a version or a changelog that is not
ready. Whether `make check` passes is for whoever releases to see first.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUMS = "SHA256SUMS"
PAGES = {
    "web/index.html": "The browser client is not built. Run: make web-build",
    "site/index.html": "The documentation site is not built. Run: make docs-site",
}


def main(root: Path) -> int:
    """Build into dist/ and say what comes next; or say what is in the way."""
    version = version_of(root)
    found = faults(root, version)
    for fault in found:
        print(f"release: {fault}", file=sys.stderr)
    if found:
        return 1
    built = build(root, version)
    (root / "dist" / SUMS).write_text("".join(f"{digest(path)}  {path.name}\n" for path in built), "utf-8")
    print("\n".join(["In dist/:", *(f"  {path.name}" for path in built), f"  {SUMS}", "", *steps(version)]))
    return 0


def version_of(root: Path) -> str:
    """What the package says of itself."""
    found = re.search(r'^__version__ = "(.+)"$', (root / "src/armillary/version.py").read_text("utf-8"), re.MULTILINE)
    assert found is not None, "the package has a version"
    return found[1]


def faults(root: Path, version: str) -> list[str]:
    """Everything that keeps this version from being released."""
    found = []
    if _git(root, "status", "--porcelain"):
        found.append("There are changes that are not committed. Commit or stash them.")
    if re.fullmatch(r"\d+\.\d+\.\d+", version) is None:
        found.append(f"{version} is no version to release. Set it in src/armillary/version.py, such as 0.1.0.")
    if _git(root, "tag", "--list", f"v{version}"):
        found.append(f"The tag v{version} exists already. Choose the next version.")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    if re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE) is None:
        found.append(f"CHANGELOG.md has no section '## [{version}] - YEAR-MONTH-DAY'. Put what has changed there.")
    if f"\nversion: {version}\n" not in (root / "CITATION.cff").read_text("utf-8"):
        found.append(f"CITATION.cff names another version than {version}.")
    for page, missing in PAGES.items():
        if not (root / "src/armillary/server" / page).is_file():
            found.append(missing)
    return found


def build(root: Path, version: str) -> list[Path]:
    """The wheel and the source archive: from the same commit and the same built pages, always the same bytes."""
    moment = _git(root, "log", "-1", "--format=%ct")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist"]
    subprocess.run(
        command, cwd=root, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": moment}
    )
    names = (f"armillary-{version}-py3-none-any.whl", f"armillary-{version}.tar.gz")
    return [root / "dist" / name for name in names]


def digest(path: Path) -> str:
    """As `sha256sum` prints it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def steps(version: str) -> list[str]:
    """What is left to do by hand."""
    return [
        "Next, if make check has passed on this commit:",
        f"  (cd dist && sha256sum --check {SUMS})",
        f"  git tag --annotate v{version} --message 'Armillary {version}'",
        f"  git push origin v{version}",
        "  upload the files in dist/ to where people get them",
        "  .venv/bin/python -m tests.server.release    keeps a database as this release leaves it",
    ]


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)  # noqa: S607
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(ROOT))
