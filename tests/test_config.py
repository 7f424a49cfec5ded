"""digest.toml: what it may say, and what is said of one that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from bilingual.errors import BilingualError, ConfigError, LanguageError
from bilingual.pipeline.config import locate, read_config

GOOD = """
title = { zh-TW = "摘要", en = "Digest" }
date = 2026-11-30
columns = ["zh-Hant-TW", "zh-Hans-CN", "en"]
[[source]]
path = "a.txt"
layout = "prose"
[[source]]
path = "*.md"
select = "Papers"
[publish]
formats = ["pdf", "json", "pdf"]
order = "venue"
"""


def _config(folder: Path, text: str) -> Path:
    path = folder / "digest.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_file(tmp_path: Path) -> None:
    config = read_config(_config(tmp_path, GOOD))
    assert config.title == (("zh-Hant-TW", "摘要"), ("en", "Digest"))
    assert config.date == "2026-11-30"
    assert config.columns == ("zh-Hant-TW", "zh-Hans-CN", "en")
    assert [(s.path, s.layout, s.select) for s in config.sources] == [
        ("a.txt", "prose", ()),
        ("*.md", "auto", ("Papers",)),
    ]
    assert config.publish.formats == ("pdf", "json")
    assert config.script.profile == "standard"
    assert config.translation.engine == "off"


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        (
            "colums = []",
            ConfigError,
            r'digest\.toml:1: The key "colums" is unknown; the nearest known one is "columns"',
        ),
        ('[publish]\nformat = "pdf"', ConfigError, r':2: The key "publish.format" is unknown.*"publish.formats"'),
        ('[publish]\nformats = ["pfd"]', ConfigError, r'The format "pfd" is unknown; known formats: docx, pdf'),
        ('[publish]\norder = "random"', ConfigError, r'"publish.order" is "random", and must be one of source, title'),
        ('columns = ["zh-Hant-TW"]', ConfigError, r"has 1 languages, and must have two to four"),
        ('columns = ["en", "en"]', ConfigError, r"names a language twice"),
        ('columns = ["zh", "en"]', ConfigError, r'The column "zh" does not say which script'),
        ('columns = ["zh-Hant-TV", "en"]', LanguageError, r':1: The language tag "zh-Hant-TV" is not known'),
        ('date = "30 November"', ConfigError, r"must be a date such as 2026-11-30"),
        ("date = 3", ConfigError, r"must be a date such as 2026-11-30"),
        ("title = 3", ConfigError, r'"title" must be a text'),
        ("script = 3", ConfigError, r'"script" must be a table'),
        ('[script]\nprofile = ["a"]', ConfigError, r'"script.profile" must be a text'),
        ('[[source]]\nlayout = "prose"', ConfigError, r'A \[\[source\]\] has no "path"'),
        ("= 3", ConfigError, r"is not valid TOML: .*line 1"),
    ],
)
def test_bad_files_get_one_sentence(tmp_path: Path, line: str, error: type[BilingualError], message: str) -> None:
    path = _config(tmp_path, f'{line}\n[[source]]\npath = "a.txt"\n')
    with pytest.raises(error, match=message):
        read_config(path)


def test_no_source(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No source is named"):
        read_config(_config(tmp_path, ""))


def test_not_utf8_and_no_digest(tmp_path: Path) -> None:
    path = tmp_path / "digest.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="it is not UTF-8 text"):
        read_config(path)
    with pytest.raises(ConfigError, match="There is no digest at"):
        locate(tmp_path / "nowhere")
    assert locate(tmp_path) == path
