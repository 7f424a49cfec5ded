"""Labels: the words that digests put before a field of a paper, in both scripts and in English."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final


class Label(StrEnum):
    """What a label announces. META is about the paper and no part of its summary, such as a score."""

    TITLE = "title"
    AUTHORS = "authors"
    VENUE = "venue"
    DATE = "date"
    ARXIV = "arxiv"
    DOI = "doi"
    PAPER_LINK = "paper link"
    LINK = "link"
    SUMMARY = "summary"
    META = "meta"
    NUMBER = "number"


_CHINESE: Final = {
    Label.TITLE: (
        "标题 標題 题目 題目 论文标题 論文標題 论文题目 論文題目 论文名称 論文名稱 论文名 論文名 中文标题 "
        "中文標題 英文标题 英文標題 原题 原題 篇名"
    ),
    Label.AUTHORS: "作者 論文作者 论文作者 作者列表 作者团队",
    Label.VENUE: "会议 會議 期刊 出处 出處 发表于 發表於 发表会议 發表會議 刊物 会议期刊 期刊会议 发表 發表",
    Label.DATE: (
        "日期 发表日期 發表日期 发布日期 發布日期 年份 发表年份 發表年份 年 时间 時間 发表时间 發表時間 "
        "发布时间 發布時間 提交日期 更新日期"
    ),
    Label.ARXIV: "arxiv编号 arxiv編號 arxiv链接 arxiv連結",
    Label.DOI: "doi链接 doi連結",
    Label.PAPER_LINK: (
        "链接 連結 鏈接 论文链接 論文連結 論文鏈接 论文地址 論文地址 论文 論文 原文 原文链接 原文連結 原文鏈接 "
        "文章链接 下载地址 下載地址 全文 全文链接 pdf链接 pdf連結"
    ),
    Label.LINK: (
        "代码 代碼 程式碼 源码 原始碼 代码链接 代码地址 论文代码 論文代碼 开源地址 主页 主頁 项目 專案 "
        "项目主页 專案主頁 项目地址 專案網址 项目链接 数据 数据集 數據集 资料集 資料集 视频 影片 演示 官网 "
        "网站 網站 github链接 github地址"
    ),
    Label.SUMMARY: (
        "摘要 中文摘要 英文摘要 论文摘要 論文摘要 摘要原文 摘要翻译 摘要翻譯 内容摘要 內容摘要 一句话总结 "
        "一句話總結 一句话要点 一句話要點 一句话概括 一句话介绍 要点 要點 简介 簡介 导读 導讀 中文导读 "
        "中文導讀 概要 概述 译文 譯文 翻译 翻譯 内容 內容 解读 解讀 论文解读 論文解讀 描述 说明 說明"
    ),
    Label.META: (
        "分数 分數 评分 評分 相关性评分 相關性評分 推荐度 推薦度 评级 評級 分类 分類 类别 類別 领域 領域 主题 "
        "主題 关键词 關鍵詞 關鍵字 命中关键词 标签 標籤 入选理由 入選理由 推荐理由 推薦理由 来源 來源 数据来源 "
        "备注 備註 机构 機構 单位 單位 作者单位 引用 引用数 被引 状态 狀態 笔记 筆記 团队 團隊"
    ),
    Label.NUMBER: "序号 序號 编号 編號",
}
_ENGLISH: Final = {
    Label.TITLE: "title|paper title|english title|chinese title|original title|paper name|name",
    Label.AUTHORS: "author|authors|by|written by",
    Label.VENUE: "venue|journal|conference|published in|journal ref|proceedings|booktitle|publication",
    Label.DATE: "date|year|published|publication date|submitted|posted|submission date|published on|updated",
    Label.ARXIV: "arxiv|arxiv id|arxiv link",
    Label.DOI: "doi|doi link",
    Label.PAPER_LINK: (
        "paper|link|url|pdf|pdf link|paper link|paper url|full text|openreview|html|links|abs|read paper|"
        "read the paper|article"
    ),
    Label.LINK: (
        "code|codes|github|repo|repository|homepage|project|project page|website|demo|video|dataset|data|"
        "slides|blog|weights|poster|source code"
    ),
    Label.SUMMARY: (
        "abstract|summary|tldr|tl;dr|overview|one-line summary|one-sentence summary|description|"
        "chinese abstract|english abstract|translation|digest|in short|key points|takeaway"
    ),
    Label.META: (
        "score|relevance|rating|subjects|subject|categories|category|primary category|keywords|keyword|tags|"
        "tag|topics|topic|source|comments|comment|note|notes|affiliation|affiliations|institution|institutions|"
        "citations|status|zotero key|reason|field"
    ),
    Label.NUMBER: "#|no|number|id|index|rank|nr",
}
_BRACKETED: Final = re.compile(r"[(（][^()（）]{0,40}[)）]")
_LONGEST: Final = 200  # characters; no label or name of a part is longer
_ENDS: Final = re.compile(r"^[\W_]+|[\W_]+$")
_SPACES: Final = re.compile(r"\s+")


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """A label as the table has it: no emoji, brackets or punctuation around it, small letters, single spaces."""
    if len(text) > _LONGEST:
        return ""
    bare = text if text.strip() == "#" else _ENDS.sub("", _BRACKETED.sub("", text))
    return _SPACES.sub(" ", bare).strip().lower()


def _table() -> dict[str, Label]:
    chinese = {word: label for label, words in _CHINESE.items() for word in words.split()}
    return chinese | {word: label for label, words in _ENGLISH.items() for word in words.split("|")}


LABELS: Final = MappingProxyType(_table())

# Headings of the parts of one paper. A file whose headings are these is about one paper.
PARTS: Final = frozenset(
    (
        "介紹 介绍 具体方法 前人工作与不足 前言 动机 動機 参考文献 參考文獻 实验 实验结果 实验设计与结论 實驗 "
        "實驗結果 局限 局限性 引言 损失函数 摘要 数据集 方法 方法创新 方法創新 未来工作 核心貢獻 核心贡献 模型 "
        "相关工作 相關工作 研究問題 研究方法 研究背景 研究问题 研究问题与重要性 結果 結論 结果 结论 结论意义 "
        "背景 討論 讨论 评价 貢獻 贡献 问题定义 附录 附錄"
    ).split()
) | frozenset(
    (
        "ablation|ablation study|abstract|acknowledgements|acknowledgments|appendix|approach|background|"
        "conclusion|conclusions|contributions|dataset|datasets|discussion|evaluation|exp|experiment|"
        "experimental results|experiments|exps|future work|intro|introduction|limitations|method|methodology|"
        "methods|model|motivation|overview|preliminaries|references|related work|related works|results|setup|"
        "summary|take-aways|takeaways|training"
    ).split("|")
)
# Headings under which a list of titles is not a list of papers of this digest.
ASIDES: Final = frozenset(
    (
        "其他资源 参考 参考文献 参考资料 參考 參考文獻 參考資料 友情链接 延伸閱讀 延伸阅读 授權 更新日志 "
        "更新日誌 目录 目录结构 目錄 目錄結構 相关链接 相關連結 致謝 致谢 许可 贡献者 閱讀路線 閱讀路線圖 "
        "阅读路线 阅读路线图"
    ).split()
) | frozenset(
    (
        "acknowledgements|acknowledgments|bibliography|changelog|contents|contributing|contributors|"
        "further reading|license|links|reading list|reading order|references|resources|roadmap|see also|"
        "table of contents|toc"
    ).split("|")
)
