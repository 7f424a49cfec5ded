"""Notes: lines of a source that are about the source, such as navigation, a count of papers, or hot topics.

They are told by form, not by their place: a label that says so, counts in brackets, or a number of papers. Every rule
asks for a short line that does not end like a sentence, so that no summary is taken for one.
"""

from __future__ import annotations

import re
from typing import Final

from bilingual.readers.flow import ends_sentence

_LONGEST: Final = 300  # characters; the longest such line seen lists nine conferences in 110
_PAPERS: Final = r"(?:papers?\b|articles?\b|entries\b|論文|论文)"
_YEAR: Final = r"(?:19|20)\d\d(?!\d)"  # "ICML 2026 papers" names a conference and counts nothing
_STATISTIC: Final = re.compile(
    rf"(?:\d[\d,]*\s*篇|(?<!\d)(?!{_YEAR})\d[\d,]*\s*{_PAPERS}|"
    r"(?:共|總計|总计|合計|合计|總數|总数|数量|數量|total)\W{0,3}\d[\d,]*)",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(r"[(（]\s*\d+\s*(?:篇|papers?)?\s*[)）]|[×xX]\s?\d+\b")
_LABEL: Final = re.compile(r"^\W{0,6}(?P<label>[^：:]{2,24})[：:]")
_NAVIGATION_WORD: Final = re.compile(
    r"浏览|瀏覽|导航|導航|導覽|导览|目录|目錄|跳转|跳轉|返回|"
    r"上一|下一|回到|navigation|contents|back to|previous|browse|see also",
    re.IGNORECASE,
)
_TOPICS_WORD: Final = re.compile(
    r"主题|主題|话题|話題|关键词|關鍵詞|關鍵字|关键字|标签|標籤|熱門|热门|熱點|热点|topics?|keywords?|tags?|trending",
    re.IGNORECASE,
)
_EMPTY: Final = re.compile(
    r"\W*(?:there (?:is|are) no (?:results?|papers?)|no (?:results?|papers?|matches|new papers?)(?: found| today)?|"
    r"none|n/?a|"
    r"(?:本期|今日|今天|本周|本週)?\s*(?:暂无|暫無|无|無|没有|沒有)\s*(?:相关|相關|新)?\s*(?:命中|结果|結果|论文|論文|更新|内容|內容|数据|資料)?)\W*$",
    re.IGNORECASE,
)


_CLOSING: Final = re.compile(
    r"(?:總的來說|总的来说|總而言之|总而言之|總體而言|总体而言|整體而言|整体而言|綜上|综上|總結|总结|結語|结语|綜觀|综观|"
    r"縱觀|纵观|以上|Overall|In summary|In conclusion|Taken together|To sum up|Together)"
)
_COLLECTION: Final = re.compile(
    r"(?:這|这|以上|上述)[一二三四五六七八九十百\d些]{1,4}\s*[篇項项份]|(?:這些|这些|上述|以上)(?:論文|论文|研究|工作|成果)"
    r"|(?:本期|今日|今天|本周|本週)(?:的)?(?:全部|所有)?(?:內容|内容|論文|论文|導讀|导读)"
    r"|these (?:\w+ )?(?:papers|works|studies|articles)|the (?:\w+ )?(?:papers|works|studies|articles) above",
    re.IGNORECASE,
)
_GOODBYE: Final = re.compile(
    r"(?:感謝|感谢|謝謝|谢谢)(?:您的)?(?:閱讀|阅读|關注|关注)|(?:我們|我们)?下[期次週周](?:再見|再见|見|见)"
    r"|thanks? (?:you )?for reading|see you next|that(?:'|’)?s all|stay tuned",
    re.IGNORECASE,
)


def is_closing(text: str) -> bool:
    """Whether a paragraph after the last paper speaks of all papers or takes leave."""
    head = text.strip()[:_LONGEST]
    return bool((_CLOSING.match(head) and _COLLECTION.search(head)) or _GOODBYE.match(head))


def note_kind(text: str) -> str:
    """What the line says about the source: "navigation", "topics" "statistic" or "empty"; "" for nothing."""
    line = text.strip()
    if not line or len(line) > _LONGEST:
        return ""
    if _EMPTY.match(line):
        return "empty"
    if ends_sentence(line):
        return ""
    label = _LABEL.match(line)
    counted = len(_COUNTED.findall(line))
    if label and _TOPICS_WORD.search(label["label"]) and (counted or len(line) < _LONGEST // 2):
        return "topics"
    if label and _NAVIGATION_WORD.search(label["label"]):
        return "navigation"
    if counted >= 2 and re.search("[·•|｜/、]", line):
        return "topics" if "×" in line else "navigation"
    if len(line) <= 80 and _STATISTIC.search(line) and not re.search("[，。；;]", line):
        return "statistic"
    return ""


def is_empty_line(text: str) -> bool:
    """Whether a line says that there is nothing under its heading."""
    return len(text) <= _LONGEST and bool(_EMPTY.match(text.strip()))
