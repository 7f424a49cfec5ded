"""Where things are kept on this machine outside of any digest."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """BILINGUAL_CACHE, else `bilingual` in XDG_CACHE_HOME or ~/.cache. It may be deleted at any time."""
    stated = os.environ.get("BILINGUAL_CACHE")
    if stated:
        return Path(stated)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bilingual"
