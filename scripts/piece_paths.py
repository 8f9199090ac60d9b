"""Draw the page's kanji as SVG paths, so that shogi and the logo need no font.

    python3 scripts/piece_paths.py NotoSerifCJK-Bold.ttc > web/src/boards/glyphs.ts

The font is the argument (a .ttc's Japanese face is its first). Needs fontTools (Debian: python3-fonttools).
"""

import os
import re
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# Shogi's pieces, the name of the program, and the name of the language.
GLYPHS = "歩香桂銀金角飛玉と杏圭全馬竜" + "互" + "日本語"

# Units to an em in what is written. A piece is at most 120 pixels on a screen, so one unit is less than half of one.
EM = 256

HEADER = """/**
 * Outlines of the kanji that the page draws, by character: around the origin, {em} units to an em. Written by
 * `scripts/piece_paths.py`, not by hand, from {name}
 * ({copyright}; SIL Open Font License 1.1).
 */
export const EM = {em};

export const GLYPHS: Record<string, string> = {{"""


class RelativePathPen(BasePen):
    """Writes whole, relative coordinates: the shortest path data."""

    def __init__(self, glyphs, scale, dx, dy):
        super().__init__(glyphs)
        self.scale, self.dx, self.dy = scale, dx, dy
        self.at = (0, 0)
        self.parts = []
        self.last = ""

    def _place(self, point):
        return (round((point[0] + self.dx) * self.scale), round(-(point[1] + self.dy) * self.scale))

    def _write(self, letter, *points):
        placed = [self._place(point) for point in points]
        if letter == "l" and placed[0] == self.at:
            return
        numbers = [number - self.at[index] for place in placed for index, number in enumerate(place)]
        text = ""
        for index, number in enumerate(numbers):
            text += str(number) if number < 0 or (index == 0 and letter != self.last) else f" {number}"
        self.parts.append(("" if letter == self.last else letter) + text)
        self.last = letter
        self.at = placed[-1]

    def _moveTo(self, point):
        self._write("m", point)
        # Numbers after a move would be lines.
        self.last = ""
        self.begun = self.at

    def _lineTo(self, point):
        self._write("l", point)

    def _curveToOne(self, one, two, three):
        self._write("c", one, two, three)

    def _closePath(self):
        self.parts.append("z")
        self.last = ""
        self.at = self.begun


def fill(tokens, width=130):
    """The tokens in lines: in path data a line may end wherever a number does."""
    lines = [""]
    for token in tokens:
        if len(lines[-1]) + len(token) > width:
            lines.append("")
        lines[-1] += token
    return "\n".join(lines)


def main():
    path = sys.argv[1]
    font = TTFont(path, fontNumber=0) if path.endswith(".ttc") else TTFont(path)
    glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), EM / font["head"].unitsPerEm
    copyright = font["name"].getDebugName(0).split(",")[0].split(" with ")[0].rstrip(".").replace("(c)", "©")
    print(HEADER.format(em=EM, name=os.path.basename(path), copyright=copyright))
    for character in GLYPHS:
        name = names[ord(character)]
        # The middle of the character's square, which the ideographs of a font share.
        pen = RelativePathPen(glyphs, scale, -glyphs[name].width / 2, -0.38 * font["head"].unitsPerEm)
        glyphs[name].draw(pen)
        tokens = re.findall(r"[a-z] ?-?\d+|z| ?-?\d+", "".join(pen.parts))
        print(f"  {character}: `{fill(tokens)}`,")
    print("};")


main()
