"""The README as a package index shows it: there, nothing lies beside it that a relative link could lead to.

With a `Repository` among the project's addresses, links and pictures lead there, to the files of the version that is
packaged. Without one, links are plain text and pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https:|#)([^)\s]+)\)")
_TAG = re.compile(r'(<img[^>]*src=")(?!https:)([^"]+)("[^>]*>)')
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https:|#)([^)\s]+)\)")


class PackageReadme(MetadataHookInterface):
    """Hatch asks it for the readme when it builds a package."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the readme into the package's metadata."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        repository = metadata.get("urls", {}).get("Repository")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": for_package_index(text, repository, f"v{metadata['version']}"),
        }


def for_package_index(text: str, repository: str | None, tag: str) -> str:
    """The text without relative links.

    >>> for_package_index("[Bots](docs/bots.md) ![A map](docs/map.svg)", "https://example.org/armillary", "v1")
    '[Bots](https://example.org/armillary/blob/v1/docs/bots.md) ![A map](https://example.org/armillary/raw/v1/docs/map.svg)'
    >>> for_package_index("[Bots](docs/bots.md) ![A map](docs/map.svg)", None, "v1")
    'Bots '
    """
    if repository is not None:
        text = _PICTURE.sub(rf"![\1]({repository}/raw/{tag}/\2)", text)
        text = _TAG.sub(rf"\1{repository}/raw/{tag}/\2\3", text)
        return _LINK.sub(rf"[\1]({repository}/blob/{tag}/\2)", text)
    return _LINK.sub(r"\1", _TAG.sub("", _PICTURE.sub("", text)))
