"""The digest as one HTML page that needs nothing else: no network, no fonts of its own, and no script to be read.

A content security policy forbids the page to load anything, and allows its own script by its digest only.
"""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from bilingual.model import Digest, Link, Math, Runs
from bilingual.publish import fonts, markup
from bilingual.publish.formulas import Formulas
from bilingual.publish.rendered import Rendered
from bilingual.publish.templates import Templates
from bilingual.publish.view import view


def render(digest: Digest, templates: Templates) -> Rendered:
    """The digest as a self-contained page in UTF-8. The same digest and templates give the same bytes.

    Findings: `math.unsupported` for each formula shown as LaTeX. Raises PublishError when a template fails.
    """
    shown = view(digest)
    formulas: Formulas[str] = Formulas(_mathml)

    def draw(math: Math, place: str) -> str | None:
        return formulas.get(math, place)

    def html(runs: Runs, place: str) -> Markup:
        return markup.html(runs, place, draw)

    def link(item: Link) -> Markup:
        return Markup(markup.link(item.href, item.label))

    tags = dict.fromkeys([*(column.tag for column in shown.columns), "en"])
    style_values = {
        "view": shown,
        "fonts": {tag: fonts.Stacks(*map(Markup, fonts.stacks(tag))) for tag in tags},
    }
    script = templates.render("html.js.j2", {"view": shown})
    values = {
        "view": shown,
        "words": shown.words,
        "html": html,
        "link": link,
        "style": Markup(templates.render("html.css.j2", style_values)),
        "script": Markup(script),
        "policy": _policy(script),
    }
    return Rendered(templates.render("html.html.j2", values).encode(), tuple(formulas.findings))


def _mathml(tex: str, display: bool) -> str:
    from bilingual.publish.math import to_mathml

    return to_mathml(tex, display)


def _policy(script: str) -> str:
    """Nothing but what is in the page itself; pictures of a house style have to be data URLs."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:; base-uri 'none'"
    )
