"""A subject's history as SVG: coverage and time over its commits, a line for each strategy."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 260  # of one panel
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 34, 40
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # told apart by all
DASHES = ("", "7 3", "2 3", "10 3 2 3", "12 4", "4 4")


@dataclass(frozen=True)
class Panel:
    title: str
    unit: str
    lines: Mapping[str, Sequence[float]]  # strategy → a value for each commit
    from_zero: bool = True


def plot(title: str, numbers: Sequence[int], panels: Sequence[Panel]) -> str:
    """`numbers` are those of the commits; the panels stand below each other."""
    height = 30 + HEIGHT * len(panels) + 26
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        '<g font-family="sans-serif" font-size="12">',
        f'<text x="{LEFT}" y="20" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for place, panel in enumerate(panels):
        parts.append(f'<g transform="translate(0 {26 + HEIGHT * place})">')
        parts += _panel(panel, numbers)
        parts.append("</g>")
    parts += _legend(list(panels[0].lines), height - 18)
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def _panel(panel: Panel, numbers: Sequence[int]) -> list[str]:
    values = [value for line in panel.lines.values() for value in line]
    low, high, step = _scale(min(values), max(values), panel.from_zero)
    first, last = numbers[0], max(numbers[-1], numbers[0] + 1)

    def x(number: int) -> float:
        return LEFT + (number - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text x="{LEFT}" y="{TOP - 10}">{escape(f"{panel.title}, {panel.unit}")}</text>']
    for tick in range(round((high - low) / step) + 1):
        value = low + tick * step
        parts.append(
            f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
            f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    every = max(1, math.ceil(len(numbers) / 20))
    for number in numbers[::every]:
        parts.append(
            f'<text x="{x(number):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">'
            f"{number}</text>"
        )
    for place, (name, line) in enumerate(panel.lines.items()):
        points = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v in zip(numbers, line, strict=True))
        parts.append(
            f'<polyline points="{points}" fill="none" {_stroke(place)}>'
            f"<title>{escape(name)}</title></polyline>"
        )
    return parts


def _legend(names: Sequence[str], top: int) -> list[str]:
    parts, left = [f'<text x="{LEFT}" y="{top + 4}">commit</text>'], LEFT + 70
    for place, name in enumerate(names):
        parts.append(
            f'<path d="M{left} {top}h30" {_stroke(place)}/>'
            f'<text x="{left + 36}" y="{top + 4}">{escape(name)}</text>'
        )
        left += 50 + 8 * len(name)
    return parts


def _stroke(place: int) -> str:
    dash = DASHES[place % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{COLOURS[place % len(COLOURS)]}" stroke-width="2"{dashes}'


def _scale(low: float, high: float, from_zero: bool) -> tuple[float, float, float]:
    """Round ends and a round step, with three to seven steps between them."""
    low = 0.0 if from_zero else low
    rough = max(high - low, 1e-9) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    bottom = math.floor(low / step + 1e-9) * step
    top = math.ceil(high / step - 1e-9) * step
    return bottom, top if top > bottom else bottom + step, step
