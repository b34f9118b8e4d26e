/** A generated font of outlined boxes, which replace the characters that no font has. */
import { boxes } from '#core/render/font-use.ts';

import { writeCharacterMap } from './character-map.ts';
import { nameTable, writeFont } from './plain-font.ts';

const unitsPerEm = 1_000;
const [side, top, line] = [60, 720, 40];

export function boxFont(): Uint8Array {
  const widths = [500, ...boxes.widthsEm.map((width) => Math.round(width * unitsPerEm))];
  // The first glyph is for missing characters; it has no outline.
  const outlines = widths.map((width, glyph) => (glyph === 0 ? Buffer.alloc(0) : outline(width)));
  const starts = outlines.map((_, glyph) => outlines.slice(0, glyph).reduce((sum, { length }) => sum + length, 0));
  const glyf = Buffer.concat(outlines);
  const characters = new Map(boxes.widthsEm.map((_, index) => [boxes.firstCodePoint + index, index + 1]));
  const widest = Math.max(...widths);
  const tables = {
    cmap: writeCharacterMap(characters),
    glyf,
    // Version 1.0. Only the units per em and the long offsets matter; the magic number is the format's.
    head: numbers(['u32', 0x10000, 0x10000, 0, 0x5f0f3cf5], ['u16', 0, unitsPerEm], ['u32', 0, 0, 0, 0], ['u16', 0, 0, widest, top, 0, 8, 2, 1, 0]), // prettier-ignore
    hhea: numbers(['u32', 0x10000], ['u16', 800, 0x10000 - 200, 0, widest, 0, 0, widest, 1, 0, 0, 0, 0, 0, 0, 0, widths.length]),
    hmtx: numbers(['u16', ...widths.flatMap((width) => [width, side])]),
    loca: numbers(['u32', ...starts, glyf.length]),
    maxp: numbers(['u32', 0x10000], ['u16', widths.length, 8, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    name: nameTable(boxes.family),
    // Version 3: no names of glyphs.
    post: numbers(['u32', 0x30000, 0, 0, 0, 0, 0, 0, 0]),
  };
  return writeFont({
    flavor: 0x10000,
    tables: Object.entries(tables).map(([tag, data]) => ({ tag, checksum: 0, data })),
  });
}

/** A frame: two rectangles of opposite direction. */
function outline(width: number): Buffer {
  const corners = (inset: number): [x: number, y: number][] => {
    const [left, right, low, high] = [side + inset, width - side - inset, inset, top - inset];
    return [[left, low], [left, high], [right, high], [right, low]]; // prettier-ignore
  };
  const points = [...corners(0), ...corners(line).toReversed()];
  const steps = (axis: 0 | 1): number[] =>
    points.map((point, index) => (point[axis] - (points[index - 1]?.[axis] ?? 0) + 0x10000) & 0xffff);
  // Two outlines that end at points 3 and 7; all points are on the curve, with two-byte coordinates.
  const head = numbers(['u16', 2, side, 0, width - side, top, 3, 7, 0]);
  return Buffer.concat([head, Buffer.alloc(points.length, 1), numbers(['u16', ...steps(0), ...steps(1)])]);
}

function numbers(...groups: readonly (readonly ['u16' | 'u32', ...number[]])[]): Buffer {
  return Buffer.concat(
    groups.flatMap(([size, ...values]) =>
      values.map((value) => {
        const bytes = Buffer.alloc(size === 'u16' ? 2 : 4);
        if (size === 'u16') bytes.writeUInt16BE(value);
        else bytes.writeUInt32BE(value);
        return bytes;
      }),
    ),
  );
}
