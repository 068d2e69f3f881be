# SPDX-License-Identifier: Apache-2.0
"""Draws what a terminal shows of some commands as an SVG."""

from xml.sax.saxutils import escape

CELL, LINE, SIZE = 8.4, 19, 14  # pixels: width of a character, distance of lines, size of the font
MARGIN, BAR = 16, 34

STYLE = """
text { font: %dpx ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #d8dee9;
       white-space: pre }
.prompt { fill: #a3be8c } .command { fill: #ffffff; font-weight: 600 }
""" % SIZE


def draw(title, commands, columns):
    """The picture of `commands`, pairs of a command line and what it prints, in a terminal with so many columns."""
    body, row = [], 0

    def add(content, spans):
        nonlocal row
        y = BAR + MARGIN + SIZE + row * LINE
        body.append(f'<text x="{MARGIN}" y="{y}">{spans}</text>')
        assert len(content) <= columns, f"wider than {columns} columns: {content}"
        row += 1

    for number, (command, output) in enumerate(commands):
        row += number != 0
        add("$ " + command, f'<tspan class="prompt">$ </tspan><tspan class="command">{escape(command)}</tspan>')
        for line in output.splitlines():
            add(line, escape(line))
    width, height = round(columns * CELL + 2 * MARGIN), BAR + 2 * MARGIN + row * LINE
    circles = "".join(f'<circle cx="{MARGIN + 4 + 20 * i}" cy="{BAR // 2}" r="6" fill="{color}"/>'
                      for i, color in enumerate(["#ff5f57", "#febc2e", "#28c840"]))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label="{escape(title)}">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
            f'<rect width="{width}" height="{height}" rx="8" fill="#2e3440"/>\n{circles}\n'
            + "\n".join(body) + "\n</svg>\n")
