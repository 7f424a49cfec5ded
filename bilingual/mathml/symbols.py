"""The symbols of LaTeX, AMS and a few of KaTeX: command → character and atom class, and the way back.

Names and classes follow Unicode's unicode-math-table where the AMS documents leave a choice. When several commands give
one character, the first in the table is the one written back.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from bilingual.mathml.tree import Kind

_ORD = r"""
alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ
chi χ psi ψ omega ω digamma ϝ Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
infty ∞ partial ∂ nabla ∇ ell ℓ hbar ℏ hslash ℏ imath ı jmath ȷ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ gimel ℷ daleth ℸ
forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡
sphericalangle ∢ triangle △ square □ Box □ blacksquare ■ lozenge ◊ Diamond ◊ blacklozenge ⧫ bigstar ★ flat ♭
natural ♮ sharp ♯ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ complement ∁ mho ℧ eth ð Finv Ⅎ Bbbk 𝕜
surd √ degree ° checkmark ✓ maltese ✠ dagger † dag † ddagger ‡ ddag ‡ S § P ¶ copyright © pounds £ yen ¥ euro €
ldots … dots … dotsc … dotso … mathellipsis … textellipsis … cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱
AA Å aa å O Ø o ø ss ß ae æ AE Æ circledR ® blacktriangle ▲ triangledown ▽ blacktriangledown ▼ backprime ‵
varpropto ∝ hearts ♡ infin ∞ exist ∃ empty ∅ alef ℵ thetasym ϑ
"""
_MARK = r"""
prime ′ vert | Vert ‖ backslash \ # # % % & & _ _ $ $ | ‖
"""
_OP = r"""
sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ bigcup ⋃ bigcap ⋂ bigsqcup ⨆
bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ smallint ∫ intop ∫
"""
_BIN = r"""
pm ± mp ∓ times × div ÷ cdot ⋅ cdotp ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨
lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄ bigtriangleup △ bigtriangledown ▽ triangleleft ◁
triangleright ▷ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ bigcirc ◯ amalg ⨿ dotplus ∔
ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ barwedge ⊼ veebar ⊻ doublebarwedge ⩞ Cap ⋒ Cup ⋓
curlywedge ⋏ curlyvee ⋎ circledast ⊛ circledcirc ⊚ circleddash ⊝ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡
intercal ⊺ centerdot ⋅ divideontimes ⋇ gtrdot ⋗ lessdot ⋖ And &
"""
_REL = r"""
le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ propto ∝ asymp ≍ doteq ≐ models ⊨ perp ⟂
parallel ∥ nparallel ∦ mid ∣ nmid ∤ ll ≪ gg ≫ lll ⋘ ggg ⋙ prec ≺ succ ≻ preceq ⪯ succeq ⪰ precsim ≾ succsim ≿
preccurlyeq ≼ succcurlyeq ≽ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ subseteqq ⫅
supseteqq ⫆ subsetneqq ⫋ supsetneqq ⫌ nsubseteq ⊈ nsupseteq ⊉ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑
sqsupseteq ⊒ in ∈ ni ∋ owns ∋ notin ∉ vdash ⊢ dashv ⊣ vDash ⊨ Vdash ⊩ Vvdash ⊪ nvdash ⊬ nvDash ⊭ nVdash ⊮ nVDash ⊯
bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ leqslant ⩽ geqslant ⩾ eqslantless ⪕ eqslantgtr ⪖ lesssim ≲ gtrsim ≳ lessapprox ⪅
gtrapprox ⪆ lessgtr ≶ gtrless ≷ leqq ≦ geqq ≧ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ lnsim ⋦ gnsim ⋧ nless ≮ ngtr ≯ nleq ≰
ngeq ≱ nsim ≁ ncong ≇ nprec ⊀ nsucc ⊁ npreceq ⋠ nsucceq ⋡ approxeq ≊ thicksim ∼ thickapprox ≈ backsim ∽ triangleq ≜
bumpeq ≏ Bumpeq ≎ doteqdot ≑ Doteq ≑ circeq ≗ eqcirc ≖ fallingdotseq ≒ risingdotseq ≓ coloneqq ≔ eqqcolon ≕
coloneq ≔ because ∵ therefore ∴ between ≬ pitchfork ⋔ trianglelefteq ⊴ trianglerighteq ⊵ triangleqleft ⊴
vartriangleleft ⊲ vartriangleright ⊳ ntriangleleft ⋪ ntriangleright ⋫ multimap ⊸ backepsilon ϶ shortmid ∣
shortparallel ∥ lesseqgtr ⋚ gtreqless ⋛ curlyeqprec ⋞ curlyeqsucc ⋟ isin ∈ sub ⊂ sube ⊆ supe ⊇
to → rightarrow → gets ← leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹
Longrightarrow ⟹ impliedby ⟸ Longleftarrow ⟸ iff ⟺ Longleftrightarrow ⟺ longrightarrow ⟶ longleftarrow ⟵
longleftrightarrow ⟷ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ uparrow ↑ downarrow ↓ updownarrow ↕
Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ leadsto ⇝ rightsquigarrow ⇝
rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋
rightleftarrows ⇄ leftrightarrows ⇆ rightrightarrows ⇉ leftleftarrows ⇇ upuparrows ⇈ downdownarrows ⇊
twoheadrightarrow ↠ twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢ dashrightarrow ⇢ dashleftarrow ⇠
nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮ nLeftrightarrow ⇎ curvearrowright ↷
curvearrowleft ↶ circlearrowright ↻ circlearrowleft ↺ looparrowright ↬ looparrowleft ↫ Lsh ↰ Rsh ↱
leftrightsquigarrow ↭ upharpoonright ↾ restriction ↾ upharpoonleft ↿ downharpoonright ⇂ downharpoonleft ⇃
Rrightarrow ⇛ Lleftarrow ⇚ rarr → larr ← harr ↔ rArr ⇒ lArr ⇐ hArr ⇔
"""
_OPEN = r"""
langle ⟨ lceil ⌈ lfloor ⌊ lbrace { lbrack [ lparen ( { { lvert |
lVert ‖ lgroup ⟮ lmoustache ⎰ llbracket ⟦ ulcorner ⌜ llcorner ⌞ lBrace ⦃
"""
_CLOSE = r"""
rangle ⟩ rceil ⌉ rfloor ⌋ rbrace } rbrack ] rparen ) } } rvert |
rVert ‖ rgroup ⟯ rmoustache ⎱ rrbracket ⟧ urcorner ⌝ lrcorner ⌟ rBrace ⦄
"""
_PUNCT = r"colon : ldotp ."

# Characters that are typed as they are, with the class they have in LaTeX.
_TYPED: Final[dict[str, Kind]] = {
    **dict.fromkeys("+−∗", "bin"),
    **dict.fromkeys("=<>:", "rel"),
    **dict.fromkeys("([", "open"),
    **dict.fromkeys(")]!?", "close"),
    **dict.fromkeys(",;", "punct"),
    **dict.fromkeys('./|@"`#%&_$‖¦′″‴⁗\\', "mark"),
}
_REPLACED: Final = {"-": "−", "*": "∗", "·": "⋅", "µ": "μ", "Ω": "Ω", "∆": "Δ", "⁄": "/", "〈": "⟨", "〉": "⟩"}

_TABLES: Final[tuple[tuple[Kind, str], ...]] = (
    ("ord", _ORD),
    ("mark", _MARK),
    ("op", _OP),
    ("bin", _BIN),
    ("rel", _REL),
    ("open", _OPEN),
    ("close", _CLOSE),
    ("punct", _PUNCT),
)

# Functions whose scripts stand below in display style, and those whose never do (amsopn).
LIMIT_FUNCTIONS: Final = {name: name for name in "lim max min sup inf det gcd Pr argmax argmin plim".split()} | {
    "limsup": "lim\u2009sup",
    "liminf": "lim\u2009inf",
    "injlim": "inj\u2009lim",
    "projlim": "proj\u2009lim",
}
FUNCTIONS: Final = {
    name: name
    for name in (
        "sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan exp log ln lg arg deg dim hom ker sgn erf"
    ).split()
}
# Integrals carry their limits beside them even in display style.
SIDE_LIMITS: Final = frozenset("∫∬∭⨌∮∯∰")


@cache
def commands() -> dict[str, tuple[str, Kind]]:
    """Command name without its backslash → character and class."""
    table: dict[str, tuple[str, Kind]] = {}
    for kind, pairs in _TABLES:
        words = pairs.split()
        table.update({name: (char, kind) for name, char in zip(words[::2], words[1::2], strict=True)})
    return table


@cache
def _kinds() -> dict[str, Kind]:
    kinds: dict[str, Kind] = {}
    for char, kind in commands().values():
        kinds.setdefault(char, kind)
    return kinds | _TYPED | {"{": "open", "}": "close"}


@cache
def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for name, (char, _) in commands().items():
        names.setdefault(char, name)
    return names


def kind_of_char(char: str) -> Kind:
    """The atom class of a character; letters, and what no table has, are ordinary."""
    known = _kinds().get(char)
    if known is not None:
        return known
    return "rel" if unicodedata.category(char[0]) == "Sm" and "←" <= char[0] <= "⇿" else "ord"


def typed(char: str) -> str:
    """The character shown for a typed one: a hyphen is a minus sign, an asterisk ∗."""
    return _REPLACED.get(char, char)


def command_of(char: str) -> str | None:
    """The command, without backslash, that gives `char`; None when none does."""
    return _names().get(char)
