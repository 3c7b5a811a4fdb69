"""Draws docs/images/layers-*.svg: six layers, what holds still and what moves. Run it after a change of the words here."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "images"
WORDS = {
    "en": {
        "title": "Six layers: 0 to 3 are the same bytes from run to run and are read from the provider's cache",
        "layers": (
            ("0 SYSTEM", "role and the writer's rules"),
            ("1 SESSION", "what work this is"),
            ("2 PROFILE", "preferences, told and learned"),
            ("3 PROJECT", "style guide, people and places of the scene"),
            ("4 RECENT", "what is recalled for this request"),
            ("5 CURRENT", "the text around the cursor, the task"),
        ),
        "still": ("stable prefix:", "the same bytes,", "read from the cache"),
        "moving": ("new each time,", "paid in full"),
        "receipt": "receipt: what stood in it, from where, why, what was left out",
    },
    "zh": {
        "title": "六层：第 0 到 3 层每次都是同样的字节，由服务商的缓存读出",
        "layers": (
            ("0 SYSTEM", "角色与作者的规则"),
            ("1 SESSION", "这是一部什么作品"),
            ("2 PROFILE", "偏好：说过的，学到的"),
            ("3 PROJECT", "文风指南，这场戏里的人与地"),
            ("4 RECENT", "为这次请求回忆起来的"),
            ("5 CURRENT", "光标前后的文字，任务"),
        ),
        "still": ("稳定前缀：", "字节不变，", "从缓存读出"),
        "moving": ("每次都新，", "全价付费"),
        "receipt": "回执：放了什么、来自哪里、为什么、舍去了什么",
    },
}
STILL = 4
"""Layers of the stable prefix."""

FILLS = ("#1f3d5c", "#2b547e", "#3a6ea5", "#5089c6", "#e8b04a", "#f2c879")


def picture(words: dict) -> str:
    """One picture as SVG."""
    bars = []
    for number, (name, holds) in enumerate(words["layers"]):
        y = 20 + number * 44
        ink = "#ffffff" if number < STILL else "#2b2b2b"
        bars.append(
            f'<rect x="20" y="{y}" width="520" height="40" rx="6" fill="{FILLS[number]}"/>'
            f'<text x="36" y="{y + 25}" fill="{ink}" font-weight="600">{name}</text>'
            f'<text x="150" y="{y + 25}" fill="{ink}">{holds}</text>'
        )
    notes = [
        f'<text x="580" y="{86 + 22 * line}" fill="#2b547e">{text}</text>'
        for line, text in enumerate(words["still"])
    ] + [
        f'<text x="580" y="{232 + 22 * line}" fill="#8a6414">{text}</text>'
        for line, text in enumerate(words["moving"])
    ]
    braces = (
        '<path d="M552 22 h8 v170 h-8" fill="none" stroke="#2b547e" stroke-width="2"/>'
        '<path d="M552 198 h8 v82 h-8" fill="none" stroke="#8a6414" stroke-width="2"/>'
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 330" width="760" height="330" role="img" '
        'font-family="system-ui, -apple-system, Segoe UI, PingFang SC, Noto Sans CJK SC, sans-serif" font-size="15">'
        f'<title>{words["title"]}</title><rect width="760" height="330" rx="10" fill="#fbfaf7"/>'
        f"{''.join(bars)}{braces}{''.join(notes)}"
        f'<text x="20" y="312" fill="#555555" font-size="14">{words["receipt"]}</text></svg>\n'
    )


if __name__ == "__main__":
    for language, words in WORDS.items():
        (FOLDER / f"layers-{language}.svg").write_text(picture(words), encoding="utf-8")
