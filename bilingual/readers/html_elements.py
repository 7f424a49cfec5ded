"""What single HTML elements say: formulas, links, labels in classes, headings of cards; a function each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bilingual.model import Inline, Link, Math, Note, Runs, Text, join, trim
from bilingual.protect import scan

if TYPE_CHECKING:
    from lxml.html import HtmlElement

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
MARKS: Final = {
    "b": "strong",
    "strong": "strong",
    "i": "emphasis",
    "em": "emphasis",
    "s": "strike",
    "strike": "strike",
    "del": "strike",
    "u": "underline",
    "ins": "underline",
    "sup": "sup",
    "sub": "sub",
}
SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_TAG: Final = re.compile(r"<\s*(?P<close>/?)\s*(?P<name>[A-Za-z][A-Za-z0-9-]*)")
_HREF: Final = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_HIDDEN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
SAFE: Final = re.compile(r"\s*(?:https?:|mailto:|ftp:|[^:]*(?:$|[/?#]))", re.IGNORECASE)
_TITLE_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:title|headline|heading)(?:$|[\s_-])", re.IGNORECASE)
_CLASSES: Final = {"authors": "Authors", "author": "Authors", "byline": "Authors", "venue": "Venue", "journal": "Venue"}


def inline_tag(tag: str) -> tuple[str, bool, str]:
    """Of one tag inside Markdown: its name, or the mark that it sets, whether it closes, and its safe address."""
    found = _TAG.match(tag)
    if not found:
        return "", False, ""
    name = found["name"].lower()
    link = _HREF.search(tag) if name == "a" else None
    href = next((part for part in link.groups() if part), "") if link else ""
    return MARKS.get(name, name), bool(found["close"]), href if SAFE.match(href) else ""


def as_link(href: str, runs: list[Inline]) -> list[Inline]:
    """`runs` as the label of a link; formulas in it stay formulas, with a link on each side."""
    linked: list[Inline] = []
    label = ""
    for run in runs:
        if isinstance(run, Text | Link):
            label += run.text if isinstance(run, Text) else run.label
            continue
        linked.extend([Link(href, label)] if label else [])
        linked.append(run)
        label = ""
    if label or not linked:
        linked.append(Link(href, label))
    return linked


def scanned(runs: Runs) -> Runs:
    """`runs` with the formulas and addresses that their texts hold in LaTeX or as bare text."""
    found: list[Inline] = []
    for run in runs:
        if isinstance(run, Text):
            found.extend(Text(r.text, run.marks) if isinstance(r, Text) else r for r in scan(run.text))
        else:
            found.append(run)
    tidy = [Text(SPACE.sub(" ", run.text), run.marks) if isinstance(run, Text) else run for run in found]
    return trim(join(tidy))


def formula(element: HtmlElement, tag: str) -> Math | None:
    """The formula that an element shows, from the LaTeX that KaTeX, MathJax, LaTeXML and MediaWiki leave in it."""
    name = element.get("class") or ""
    if tag == "script" and (element.get("type") or "").startswith("math/tex"):
        display = "display" in (element.get("type") or "")
        return Math((element.text or "").strip(), display, r"\[" if display else r"\(")
    if tag == "math" or "katex" in name.split() or "katex-display" in name.split():
        display = element.get("display") == "block" or "katex-display" in name.split()
        tex = element.get("alttext") or next(
            (str(a.text) for a in element.iter("annotation") if a.get("encoding") == "application/x-tex" and a.text), ""
        )
        if tex.strip():
            return Math(tex.strip(), display, r"\[" if display else r"\(")
    if tag == "img" and "mwe-math" in name:
        tex = (element.get("alt") or "").strip()
        if tex:
            return Math(tex, False, r"\(")
    return None


def stated_links(element: HtmlElement) -> list[Inline]:
    """Identifiers that pages keep in attributes, as links without a label."""
    arxiv, doi = element.get("data-arxiv-id"), element.get("data-doi")
    hrefs = [f"https://arxiv.org/abs/{arxiv}"] if arxiv else []
    hrefs += [f"https://doi.org/{doi}"] if doi else []
    return [Link(href.strip(), "") for href in hrefs]


def labelled(element: HtmlElement) -> str:
    """The label that a class such as `authors` stands for; names of classes are English by custom."""
    for name in (element.get("class") or "").lower().replace("_", "-").split():
        label = _CLASSES.get(name.rsplit("-", 1)[-1])
        if label:
            return label
    return ""


def image_note(element: HtmlElement, line: int) -> Note:
    text = f"{element.get('alt') or ''} {element.get('src') or ''}".strip()
    return Note("image", text, line)


def is_hidden(element: HtmlElement) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))


def is_data(table: HtmlElement) -> bool:
    """Whether a table is rows of data; one that holds headings or other tables is there for the layout."""
    return table.find(".//table") is None and table.find(".//h1") is None and table.find(".//h2") is None


def heading_count(element: HtmlElement) -> int:
    headings = sum(1 for _ in element.iter(*HEADINGS))
    if headings:
        return headings
    return sum(bool(_TITLE_CLASS.search(child.get("class") or "")) for child in element.iter("div", "span", "a", "p"))
