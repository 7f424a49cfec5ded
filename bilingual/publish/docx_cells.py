"""Inlines as WordprocessingML: text with the fonts and language of its column, native equations, links."""

from __future__ import annotations

import re
from typing import Final, assert_never

from bilingual.findings import Finding, Severity
from bilingual.mathml import MathError
from bilingual.model import Break, Code, Inline, Link, Math, Runs, Text, inline_text
from bilingual.ooxml import fonts
from bilingual.ooxml.fonts import RunFonts
from bilingual.ooxml.write import Relationships, RunWriter, link_target

_NAMESPACES: Final = re.compile(r' xmlns:\w+="[^"]*"')
_HAN: Final = re.compile("[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


class Equations:
    """Native Word equations, each formula made once. A formula that cannot be one stays LaTeX and is a finding."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, bool, str], str] = {}
        self.findings: list[Finding] = []

    def xml(self, math: Math, place: str, tag: str = "", font: str = "") -> str:
        """The m:oMath or m:oMathPara element of a formula, or "" when it has to stay LaTeX.

        `tag` and `font` are the language and the East Asian font for Chinese inside the formula, if there is any.
        """
        key = (math.tex, math.display, tag if _HAN.search(math.tex) else "")
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._make(math, place, tag, font)
        return found

    def _make(self, math: Math, place: str, tag: str, font: str) -> str:
        from lxml import etree

        from bilingual.ooxml.omml import to_omml

        try:
            element = to_omml(math.tex, math.display, lang=tag or None, east_asian_font=font or None)
        except MathError as error:
            message = f"The formula {inline_text(math)} cannot be a Word equation and stays LaTeX: {error.reason}."
            self.findings.append(Finding("math.unsupported", Severity.WARNING, message, segment=place))
            return ""
        return _NAMESPACES.sub("", etree.tostring(element, encoding="unicode", with_tail=False))


class CellWriter:
    """Writes the runs of one column: its language, its fonts."""

    def __init__(
        self, tag: str, run_fonts: RunFonts, east_asian: str, equations: Equations, relationships: Relationships
    ) -> None:
        self.tag = tag
        self.runs = RunWriter(tag, run_fonts, east_asian, fonts.CODE)
        self._equations = equations
        self._relationships = relationships
        self._han_font = run_fonts.east_asian

    def inline(self, inline: Inline, place: str, style: str = "") -> str:
        """The XML of one inline. A display formula is an m:oMathPara, which wants a paragraph of its own."""
        match inline:
            case Text(text, marks):
                return self.runs.text(text, style, marks)
            case Math():
                return self._equation(inline, place) or self.runs.text(inline_text(inline), style)
            case Code(code):
                return self.runs.code(code)
            case Link(href, label):
                return self.link(href, label)
            case Break():
                return self.runs.line_break()
            case _:
                assert_never(inline)

    def link(self, href: str, label: str) -> str:
        """A hyperlink, or plain text when the address is not one that a document should open."""
        target = link_target(href)
        if not target:
            return self.runs.text(label)
        relationship = self._relationships.add("hyperlink", target, external=True)
        return f'<w:hyperlink r:id="{relationship}" w:history="1">{self.runs.text(label, "Hyperlink")}</w:hyperlink>'

    def inlines(self, runs: Runs, place: str, style: str = "") -> str:
        """The XML of several inlines for one paragraph; a display formula is set inline here."""
        return "".join(
            self.inline(Math(run.tex, opening=run.opening) if isinstance(run, Math) else run, place, style)
            for run in runs
        )

    def paragraphs(self, runs: Runs, place: str) -> list[tuple[bool, str]]:
        """The paragraphs of a cell as (is an equation, XML of the runs): a display formula gets one of its own."""
        done: list[tuple[bool, str]] = []
        current: list[str] = []
        for run in runs:
            if isinstance(run, Math) and run.display and (made := self._equation(run, place)):
                if current:
                    done.append((False, "".join(current)))
                    current = []
                done.append((True, made))
            else:
                current.append(self.inline(run, place))
        if current:
            done.append((False, "".join(current)))
        return done

    def _equation(self, math: Math, place: str) -> str:
        return self._equations.xml(math, place, self.tag, self._han_font)
