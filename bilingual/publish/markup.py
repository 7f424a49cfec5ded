"""Runs as HTML: every character of a source is escaped, and only marks, code, links and formulas become elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from markupsafe import Markup, escape

from bilingual import lang
from bilingual.model import Break, Code, Link, Math, Runs, Text, source_text
from bilingual.publish import typography
from bilingual.publish.view import live_href

_ELEMENTS: Final = {"strong": "strong", "emphasis": "em", "underline": "u", "strike": "s", "sup": "sup", "sub": "sub"}

_FORMULA: Final = 'class="math inline"'

DrawMath = Callable[[Math, str], str | None]
"""(formula, row id) → markup of the formula, or None when it has to stay LaTeX."""


def html(runs: Runs, place: str, draw: DrawMath) -> Markup:
    """The runs as HTML; `place` is the row that findings about formulas name."""
    return Markup("".join(_inline(run, place, draw) for run in runs))


def set_html(runs: Runs, place: str, draw: DrawMath, tag: str) -> Markup:
    """The runs as HTML for a page that is set by WeasyPrint: Chinese text, by its tag, with `typography`."""
    if not tag.startswith("zh"):
        return html(runs, place, draw)
    centred = lang.script(tag) == lang.HANT
    made: list[str] = []
    for n, run in enumerate(runs):
        if isinstance(run, Text) and not run.marks:
            made.append(typography.typeset(clean(run.text), centred, last=n == len(runs) - 1))
        else:
            made.append(_inline(run, place, draw) if not isinstance(run, Math) else _spaced(runs, n, place, draw))
    return Markup("".join(made))


def _spaced(runs: Runs, n: int, place: str, draw: DrawMath) -> str:
    """A formula with a gap on the sides where a Han character touches it."""
    before, after = runs[n - 1] if n else None, runs[n + 1] if n + 1 < len(runs) else None
    left = isinstance(before, Text) and typography.ends_in_han(before.text)
    right = isinstance(after, Text) and typography.begins_with_han(after.text)
    made = _inline(runs[n], place, draw)
    made = made.replace(_FORMULA, f'{_FORMULA[:-1]} gl"', 1) if left else made
    if right and _FORMULA[:-1] in made:
        first, last = made.rsplit(_FORMULA[:-1], 1)  # of several pieces the last
        made = f"{first}{_FORMULA[:-1]} gr{last}"
    return made


def latex(math: Math) -> str:
    """The LaTeX of a formula as program text, with the delimiters of its source."""
    return f'<code class="tex" lang="en">{clean(source_text(math))}</code>'


def clean(text: str) -> str:
    """Escaped text without the characters that neither HTML nor XML can hold."""
    return str(escape(text.translate(_UNPRINTABLE)))


# XML 1.0, 2.2 Characters: no controls but tab and line ends, no surrogates, no U+FFFE and U+FFFF.
_UNPRINTABLE: Final = dict.fromkeys(
    {*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF} - {0x09, 0x0A, 0x0D}
)


def _inline(run: Text | Math | Code | Link | Break, place: str, draw: DrawMath) -> str:
    match run:
        case Text(text, marks):
            made = clean(text)
            for mark in reversed(marks):
                made = f"<{_ELEMENTS[mark]}>{made}</{_ELEMENTS[mark]}>"
            return made
        case Math():
            return draw(run, place) or latex(run)
        case Code(code):
            return f"<code>{clean(code)}</code>"
        case Link(href, label):
            return link(href, label)
        case Break():
            return "<br/>"
        case _:
            assert_never(run)


def link(href: str, label: str) -> str:
    """A live link, or only its label when the address is of a kind that is never made live."""
    live = live_href(href)
    return f'<a href="{clean(live)}">{clean(label)}</a>' if live else clean(label)
