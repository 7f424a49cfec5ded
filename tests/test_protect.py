"""Protected spans: found, masked, verified."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bilingual.model import Break, Code, Inline, Link, Math, Text, join, source_text
from bilingual.protect import is_whole, mask, scan, unmask, verify


@pytest.mark.parametrize(
    ("text", "opaque"),
    [
        (r"阶为 \(O(n)\)，见 \[y=x^2\] 处", [Math("O(n)"), Math("y=x^2", True, r"\[")]),
        ("记 $x_i$ 与 $$z$$ 为", [Math("x_i", False, "$"), Math("z", True, "$$")]),
        (r"\begin{align*}a&=b\end{align*}尾", [Math(r"\begin{align*}a&=b\end{align*}", True, "")]),
        ("训练花费$7美元，推理花费$2美元", []),
        ("it costs $7 and $9 each, or $7-$9", []),
        ("US$7 to US$9 and $5 million or 10$ more", []),
        ("lone $ and $ 5 $ and $", []),
        (r"$x \text{ if $y$}$", [Math(r"x \text{ if $y$}", False, "$")]),
        (r"$\text{准确率}=\frac{正确}{总数}$", [Math(r"\text{准确率}=\frac{正确}{总数}", False, "$")]),
        ("an $n$-gram of $k$.", [Math("n", False, "$"), Math("k", False, "$")]),
        (r"escaped \$5 and \\(x\\)", []),
        (r"see \[1, 2\]", []),
        (r"never closed \(a + b", []),
        ("formula \\(a\n\nb\\) over a paragraph", []),
        ("run `a $x$ b` and ``c`d``", [Code("a $x$ b"), Code("c`d", "``")]),
        ("见https://a.org/b_(c)的说明", [Link("https://a.org/b_(c)", "https://a.org/b_(c)")]),
        ("(see https://a.org/x).", [Link("https://a.org/x", "https://a.org/x")]),
        ("at www.a.org, now", [Link("https://www.a.org", "www.a.org")]),
        ("https:// alone", []),
    ],
)
def test_scan(text: str, opaque: list[Inline]) -> None:
    runs = scan(text)
    assert [run for run in runs if not isinstance(run, Text)] == opaque
    assert "".join(map(source_text, runs)) == text


_NOISE = st.text(r"\()[]{}$`abx1 ，。" + "\n", max_size=60)


@given(_NOISE)
def test_scan_gives_every_text_back(text: str) -> None:
    assert "".join(map(source_text, scan(text))) == text


@pytest.mark.parametrize(
    "unit", ["$", "[", r"\[", r"\(", "${", "$a", "$ ", "`", "` `` ", "{$", "\n\n$a", "https://a)", r"\begin{align}"]
)
def test_scan_of_many_openers_gives_the_text_back(unit: str) -> None:
    text = unit * 50_000
    assert "".join(map(source_text, scan(text))) == text


_MARKS = st.sampled_from([(), ("strong",), ("emphasis", "strong")])
_RUNS = st.lists(
    st.one_of(
        st.builds(Text, st.text(min_size=1, max_size=5), _MARKS),
        st.builds(Text, st.text("\U000f0000\U000f0001\U000f0002\U000f0005甲", min_size=1, max_size=4)),
        st.builds(Math, st.text("xy^", min_size=1, max_size=3)),
        st.just(Break()),
    ),
    max_size=10,
)


@given(_RUNS)
def test_unmask_undoes_mask(inlines: list[Inline]) -> None:
    runs = join(inlines)
    masked = mask(runs)
    assert is_whole(masked.text, masked)
    assert unmask(masked.text, masked, masked.marks) == runs


def test_a_lost_or_doubled_span_is_never_guessed() -> None:
    masked = mask((Text("a"), Math("x"), Text("b")))
    with pytest.raises(ValueError, match="missing or doubled"):
        unmask("ab", masked)
    with pytest.raises(ValueError, match="missing or doubled"):
        unmask(masked.placeholders * 2, masked)


def test_verify_names_what_is_lost_and_what_is_added() -> None:
    source = (Math("x"), Text(" "), Math("x"), Link("https://a.org", "a"))
    target = (Math("x"), Code("y"), Link("https://a.org", "another label"))
    assert [(f.code, f.message) for f in verify(source, target)] == [
        ("protect.lost", r"\(x\) is in the source and not in the result."),
        ("protect.added", "`y` is in the result and not in the source."),
    ]
