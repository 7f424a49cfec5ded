"""Script detection and the tags of a document's parts."""

from __future__ import annotations

import pytest

from bilingual.errors import LanguageError
from bilingual.model import Document, Math, Paper, Paragraph, Position, Text, Translation
from bilingual.scripts import detect, tag_document


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("这篇论文提出了一种新的优化器。", "zh-Hans"),
        ("這篇論文提出了一種新的最佳化器。", "zh-Hant"),
        ("皇后在台北的里程", "zh"),
        ("由於", "zh-Hant"),
        ("An optimizer for large models", "en"),
        ("The method of Li Ming (黎明) is compared with three other systems.", "en"),
        ("CLIP 与 BERT 的 zero-shot 比较", "zh-Hans"),
        ("", "zh"),
        ("12,5 %", "zh"),
        (r"\(\text{这是简体}\) 論文", "zh-Hant"),
        ("`说明` 說明", "zh-Hant"),
        ("\ud800 论文", "zh-Hans"),
    ],
)
def test_detect(text: str, tag: str) -> None:
    assert detect(text) == tag


def _paper(title: str, *texts: str, n: int = 1) -> Paper:
    paragraphs = tuple(Paragraph((Text(text),)) for text in texts)
    return Paper(f"p{n}", (Text(title),), "zh", paragraphs, Position(n, 1, 1))


def test_a_paragraph_that_does_not_tell_has_the_script_of_its_paper() -> None:
    papers = (
        _paper("台北", "這個方法很強。", "皇后"),
        _paper("A title", "这个方法很强。", "皇后", "In English.", n=2),
    )
    document = tag_document(Document("a.txt", "zh", "", (), papers))
    assert [(p.title_lang, p.lang, *(q.lang for q in p.paragraphs)) for p in document.papers] == [
        ("zh-Hant", "zh-Hant", "zh-Hant", "zh-Hant"),
        ("en", "zh-Hans", "zh-Hans", "zh-Hans", "en"),
    ]


def test_formulas_do_not_tell_and_inherit() -> None:
    paragraphs = (Paragraph((Math(r"\text{論}"),)), Paragraph((Text("论文"),)))
    paper = Paper("p", (), "zh", paragraphs, Position(1, 1, 1))
    tagged = tag_document(Document("a.txt", "zh", "", (), (paper,))).papers[0]
    assert [tagged.lang, tagged.title_lang, *(p.lang for p in tagged.paragraphs)] == ["zh-Hans"] * 4


def test_stated_language_decides_what_the_text_does_not() -> None:
    document = Document("a.txt", "zh", "", (Paragraph((Text("皇后"),)),), (_paper("里程", "后台"),))
    tagged = tag_document(document, "zh_TW")
    assert (tagged.lang, tagged.preface[0].lang, tagged.papers[0].lang) == ("zh-Hant",) * 3
    assert tag_document(document).lang == "zh-Hans"
    with pytest.raises(LanguageError):
        tag_document(document, "klingon")


def test_translations_are_tagged_too() -> None:
    other = Translation("zh", (Text("標題"),), (Paragraph((Text("這是譯文。"),)), Paragraph((Text("皇后"),))))
    paper = Paper(
        "p",
        (Text("Title"),),
        "en",
        (Paragraph((Text("English text here."),)),),
        Position(1, 1, 1),
        translations=(other,),
    )
    tagged = tag_document(Document("a.txt", "en", "", (), (paper,))).papers[0]
    assert (tagged.lang, tagged.translations[0].lang) == ("en", "zh-Hant")
    assert [p.lang for p in tagged.translations[0].paragraphs] == ["zh-Hant", "zh-Hant"]
