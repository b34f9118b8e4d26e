/** icon-part: the lines of an icon, in a square of 24 by 24. Lines are round at their ends and corners. */

/** A part as the icon set has it: an SVG tag with its attributes. */
export type IconNode = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Path data of a line, which is filled as well if it says so. */
export type IconPart = { readonly d: string; readonly isFilled: boolean };

/** The side of the square that an icon is drawn in. */
export const iconSide = 24;

/** Parts of an unknown tag are left out. */
export function iconParts(nodes: readonly IconNode[]): IconPart[] {
  return nodes.flatMap(([tag, attributes]) => {
    const d = pathOf(tag, attributes);
    return d === null ? [] : { d, isFilled: (attributes['fill'] ?? 'none') !== 'none' };
  });
}

function pathOf(tag: string, attributes: IconNode[1]): string | null {
  const number = (name: string): number => Number(attributes[name] ?? 0);
  switch (tag) {
    case 'path':
      return attributes['d'] ?? null;
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'polyline':
      return `M${attributes['points'] ?? ''}`;
    case 'polygon':
      return `M${attributes['points'] ?? ''}Z`;
    case 'rect':
      return rectangle(attributes, number);
    default:
      return null;
  }
}

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`;

/** One radius stands for both. */
function rectangle(attributes: IconNode[1], number: (name: string) => number): string {
  const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')];
  const rx = Math.min(width / 2, Number(attributes['rx'] ?? attributes['ry'] ?? 0));
  const ry = Math.min(height / 2, Number(attributes['ry'] ?? attributes['rx'] ?? 0));
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const [across, down] = [width - 2 * rx, height - 2 * ry];
  const arc = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return `M${x + rx} ${y}h${across}${arc(rx, ry)}v${down}${arc(-rx, ry)}h${-across}${arc(-rx, -ry)}v${-down}${arc(rx, -ry)}Z`;
}
