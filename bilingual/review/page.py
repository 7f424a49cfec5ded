"""Changes as a page to look at: old and new text side by side, what was put in and what was taken out marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from bilingual import lang
from bilingual.model import OriginKind, Runs, inline_text, plain
from bilingual.model.review import Change, Conflict, Review, Verdict
from bilingual.review.project import operations
from bilingual.review.tokens import Token, spans, tokens

_STYLE = """
body { font: 16px/1.6 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1f2933 }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
th, td { border-bottom: 1px solid #c9d1da; padding: .4rem .6rem; text-align: left; vertical-align: top }
td { width: 42% } td:first-child, td.who { width: auto; color: #6b7785; font-size: .85rem }
ins { background: #d9f2dd; text-decoration: none } del { background: #f9dcdc }
code { font-size: .9em }
@media (prefers-color-scheme: dark) {
  body { background: #14191f; color: #dde3ea } ins { background: #1d4d29 } del { background: #5c2424 }
}
"""


def changes_page(reviews: Sequence[Review], conflicts: Sequence[Conflict] = ()) -> str:
    """One self-contained HTML page: for each file its changes, comments and odd rows, then the conflicts."""
    body = "".join(part for review in reviews for part in _review(review))
    if conflicts:
        body += "<h2>Conflicts</h2>" + "".join(map(_conflict, conflicts))
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Changes</title><style>{_STYLE}</style></head><body><h1>Changes</h1>{body}</body></html>\n"
    )


def _review(review: Review) -> Iterator[str]:
    odd = [row for row in review.rows if row.verdict not in (Verdict.UNCHANGED, Verdict.CHANGED)]
    yield f"<h2>{escape(review.name)}</h2><p>{len(review.changes)} changes, {len(review.comments)} comments</p>"
    if review.changes:
        yield "<table><thead><tr><th>Row</th><th>Before</th><th>After</th><th>By</th></tr></thead><tbody>"
        yield from map(_change, review.changes)
        yield "</tbody></table>"
    for comment in review.comments:
        place = escape(f"{comment.row} {comment.author} {comment.date}".strip())
        yield f"<p><small>{place}</small><br>“{escape(comment.quoted)}” — {escape(comment.text)}</p>"
        yield from (f"<p>↳ {escape(reply.author)}: {escape(reply.text)}</p>" for reply in comment.replies)
    if odd:
        yield "<h3>Rows</h3><ul>"
        yield from (f"<li>{escape(row.row)}: {row.verdict.value} {escape(row.note)}</li>" for row in odd)
        yield "</ul>"
    if review.unknown:
        yield "<h3>Unknown rows</h3><ul>"
        yield from (f"<li>{escape(' / '.join(text for _, text in row.texts))}</li>" for row in review.unknown)
        yield "</ul>"


def _change(change: Change) -> str:
    before, after = (tokens(spans(runs, _as_it_is)) for runs in (change.before, change.after))
    old, new = [], []
    for kind, i1, i2, j1, j2 in operations(before, after):
        gone, put = _html(before[i1:i2]), _html(after[j1:j2])
        old.append(gone if kind == "equal" or not gone else f"<del>{gone}</del>")
        new.append(put if kind == "equal" or not put else f"<ins>{put}</ins>")
    about = "source" if change.kind is OriginKind.SOURCE else "translation"
    who = escape(f"{change.author} {change.date}".strip())
    tag = escape(change.lang)
    return (
        f'<tr><td>{escape(change.row)}<br>{escape(lang.autonym(change.lang))}<br>{about}</td><td lang="{tag}">'
        f'{"".join(old)}</td><td lang="{tag}">{"".join(new)}</td><td class="who">{who}</td></tr>'
    )


def _conflict(conflict: Conflict) -> str:
    def text(runs: Runs) -> str:
        return escape(plain(runs))

    options = "".join(
        f"<li>{text(option.after)} <small>{escape(option.author)}</small></li>" for option in conflict.options
    )
    return (
        f"<h3>{escape(conflict.row)} {escape(lang.autonym(conflict.lang))}</h3><p>Sent: {text(conflict.base)}<br>"
        f"Now: {text(conflict.current)}</p><ol>{options}</ol>"
    )


def _as_it_is(tex: str, display: bool) -> str:
    return tex


def _html(sequence: Sequence[Token]) -> str:
    parts = []
    for token in sequence:
        shown = token.key if token.inline is None else inline_text(token.inline)
        parts.append(
            "<br>" if shown == "\n" else escape(shown) if token.inline is None else f"<code>{escape(shown)}</code>"
        )
    return "".join(parts)
