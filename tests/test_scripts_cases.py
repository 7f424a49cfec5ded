"""Named cases of script conversion: what OpenCC alone gets wrong or once got wrong, each in our own words."""

from __future__ import annotations

from functools import cache

import pytest

from bilingual.scripts import Converter, converter

PAIRS = {
    "s2tw": ("zh-Hans", "zh-Hant-TW", "standard"),
    "s2twp": ("zh-Hans", "zh-Hant-TW", "regional"),
    "s2hk": ("zh-Hans", "zh-Hant-HK", "standard"),
    "s2t": ("zh-Hans", "zh-Hant", "standard"),
    "tw2s": ("zh-Hant-TW", "zh-Hans-CN", "standard"),
    "tw2sp": ("zh-Hant-TW", "zh-Hans-CN", "regional"),
    "t2s": ("zh-Hant", "zh-Hans", "standard"),
}


@cache
def made(pair: str) -> Converter:
    return converter(*PAIRS[pair])


CASES = [
    # B01: two words meet, and the longest match joins parts of both
    ("s2twp", "新方法改变量子比特的读出", "新方法改變量子位元的讀出"),
    ("s2twp", "由少数组织推动", "由少數組織推動"),
    ("s2twp", "样本聚集成群", "樣本聚集成群"),
    ("s2tw", "该现象早被发觉，后被发扬", "該現象早被發覺，後被發揚"),
    ("s2tw", "我们讨论了如何取样，给出了如图的结果", "我們討論了如何取樣，給出了如圖的結果"),
    ("s2tw", "工厂参与制造，协同制造更快", "工廠參與製造，協同製造更快"),
    ("s2tw", "模型进行复杂推理，判断发音", "模型進行複雜推理，判斷發音"),
    ("s2tw", "实验证明了所提方法", "實驗證明了所提方法"),
    # B02, B04, B28: the adverb 只 and the measure word
    ("s2tw", "问题是只读权限，而不是只验证一次", "問題是只讀權限，而不是只驗證一次"),
    ("s2tw", "这只取决于数据，那只包含文本，大多只关注速度", "這只取決於數據，那只包含文本，大多只關注速度"),
    ("s2tw", "这只猫与一只机械臂，是只大狗", "這隻貓與一隻機械臂，是隻大狗"),
    ("s2tw", "一只只蚂蚁", "一隻隻螞蟻"),
    ("s2tw", "一部分只在夜间运行", "一部分只在夜間運行"),
    # B06: ordinary words in the regional profile
    ("s2twp", "诉讼程序与民主化进程", "訴訟程序與民主化進程"),
    ("s2twp", "官方文件、居民社区、设置障碍", "官方文件、居民社區、設置障礙"),
    ("s2twp", "高级酒店在地铁运行时支持率上升", "高級酒店在地鐵運行時支持率上升"),
    ("tw2sp", "法院執行判決，審查程序合法", "法院执行判决，审查程序合法"),
    ("tw2sp", "個人資料與人事檔案", "个人资料与人事档案"),
    ("tw2sp", "訓練資料放在檔案系統", "训练数据放在文件系统"),
    # B07: functions of mathematics and of programs
    ("s2twp", "奖励函数与核函数的算子", "獎勵函數與核函數的算子"),
    ("s2twp", "这段代码调用函数并返回值", "這段程式碼呼叫函式並返回值"),
    ("s2twp", "函数在闭区间上连续", "函數在閉區間上連續"),
    # B08: what translators repaired by hand
    ("s2twp", "粉丝发布的视频", "粉絲發布的影片"),
    ("s2twp", "时间局部性与局部特征", "時間區域性與局部特徵"),
    ("s2twp", "在线性空间中，真实时间在后", "在線性空間中，真實時間在後"),
    ("s2tw", "满足里面条件，当日志过大时查明了原因", "滿足裡面條件，當日誌過大時查明了原因"),
    # B10: one character, several counterparts
    ("s2tw", "行程三万里，千里之外", "行程三萬里，千里之外"),
    ("s2tw", "我国历代典籍与农历", "我國歷代典籍與農曆"),
    ("s2tw", "火箭被发射，人为干预后长出头发", "火箭被發射，人為干預後長出頭髮"),
    ("s2tw", "10天后与三天后", "10天後與三天後"),
    ("s2tw", "下采样、反卷积与图卷积", "下採樣、反卷積與圖卷積"),
    ("s2tw", "列表行数与路径到终点", "列表行數與路徑到終點"),
    ("s2tw", "基于格的方法，阿里云为用户提供云服务", "基於格的方法，阿里雲為用戶提供雲服務"),
    # B11: names keep their characters
    ("t2s", "徐乾學、蕭乾與畢昇", "徐乾学、萧乾与毕昇"),
    ("t2s", "王汎森與薛應旂", "王汎森与薛应旂"),
    ("t2s", "錢鍾書的書", "钱锺书的书"),
    # B13, B14, B16, B17, B18, B20, B22, B23: once wrong in OpenCC, or a matter of names
    ("s2tw", "为什么小孩怎么大", "為什麼小孩怎麼大"),
    ("t2s", "為什麼破壞了它", "为什么破坏了它"),
    ("s2twp", "字节跳动与摩尔线程", "字節跳動與摩爾線程"),
    ("s2twp", "大会一致通过该议案", "大會一致通過該議案"),
    ("s2twp", "演算法很快", "演算法很快"),
    ("s2tw", "台积电与天台山的兄台", "台積電與天台山的兄台"),
    ("s2twp", "正则表达式与元数据", "正規表示式與後設資料"),
    ("s2twp", "低级别与高级语言", "低級別與高階語言"),
    # B24: the standard that is meant
    ("s2tw", "这里为一群人做面条", "這裡為一群人做麵條"),
    ("s2hk", "这里为一群人做面条", "這裏為一羣人做麪條"),
    ("s2t", "这里为一群人做面条", "這裏爲一羣人做麪條"),
    # B26: no rare variants
    ("s2tw", "打招呼、方案三、勇猛", "打招呼、方案三、勇猛"),
    # probes
    ("tw2sp", "支援向量機的列向量", "支持向量机的列向量"),
    ("s2twp", "循环神经网络中的for循环与血液循环", "循環神經網路中的for迴圈與血液循環"),
]


@pytest.mark.parametrize(("pair", "source", "wanted"), CASES)
def test_case(pair: str, source: str, wanted: str) -> None:
    assert made(pair).text(source) == wanted


@pytest.mark.parametrize(("pair", "source", "wanted"), CASES)
def test_a_second_conversion_changes_nothing(pair: str, source: str, wanted: str) -> None:
    assert made(pair).text(made(pair).text(source)) == made(pair).text(source)
