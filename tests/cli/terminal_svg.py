# SPDX-License-Identifier: Apache-2.0
"""Draws what a terminal shows of some commands as an SVG. The lines light up one after the other, unless the
viewer's system prefers reduced motion; a viewer without animation shows all of them."""

from xml.sax.saxutils import escape

CELL, LINE, SIZE = 8.4, 19, 14  # pixels: width of a character, distance of lines, size of the font
MARGIN, BAR = 16, 34
TYPING, OUTPUT, PAUSE = 1.2, 0.05, 1.5  # seconds: for a command, for each line it prints, before the next command

STYLE = """
text { font: %dpx ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #d8dee9;
       white-space: pre }
.prompt { fill: #a3be8c } .command { fill: #ffffff; font-weight: 600 }
@keyframes appear { from { opacity: 0.3 } to { opacity: 1 } }
@media (prefers-reduced-motion: no-preference) { .line { animation: appear 0.01s both } }
""" % SIZE


def draw(title, commands, columns):
    """The picture of `commands`, pairs of a command line and what it prints, in a terminal with so many columns."""
    body, row, time = [], 0, 0.5

    def add(content, spans):
        nonlocal row
        y = BAR + MARGIN + SIZE + row * LINE
        body.append(f'<text class="line" x="{MARGIN}" y="{y}" style="animation-delay:{time:.2f}s">{spans}</text>')
        assert len(content) <= columns, f"wider than {columns} columns: {content}"
        row += 1

    for number, (command, output) in enumerate(commands):
        row += number != 0
        add("$ " + command, f'<tspan class="prompt">$ </tspan><tspan class="command">{escape(command)}</tspan>')
        time += TYPING
        for line in output.splitlines():
            add(line, escape(line))
            time += OUTPUT
        time += PAUSE
    width, height = round(columns * CELL + 2 * MARGIN), BAR + 2 * MARGIN + row * LINE
    circles = "".join(f'<circle cx="{MARGIN + 4 + 20 * i}" cy="{BAR // 2}" r="6" fill="{color}"/>'
                      for i, color in enumerate(["#ff5f57", "#febc2e", "#28c840"]))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label="{escape(title)}">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
            f'<rect width="{width}" height="{height}" rx="8" fill="#2e3440"/>\n{circles}\n'
            + "\n".join(body) + "\n</svg>\n")
