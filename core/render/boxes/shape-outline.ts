/**
 * shape-outline: the lines of every shape kind.
 *
 * O1  An outline lies within the element's rectangle and leaves the label box of its kind free (core/text/label-box.ts).
 * O2  Where core/arrows/anchor.ts puts an arrow's end, the outline is.
 */
import type { ShapeKind } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { d } from '../markup.ts';

export type Outline = {
  /** What is filled and outlined: a path, or the rectangle with corners of that radius. */
  readonly body: string | number;
  /** Bodies that lie behind it, the hindmost first. */
  readonly behind?: readonly string[];
  /** Lines on it that bound nothing. */
  readonly lines?: string;
};

export const outlineOf = (kind: Exclude<ShapeKind, 'plan-board' | 'plan-sheet'>, rect: Rect): Outline => outlines[kind](rect);

type Draw = (rect: Rect) => Outline;
type Shares = readonly (readonly [x: number, y: number])[];

/** A polygon whose corners are given as shares of width and height. */
const polygon =
  (shares: Shares): Draw =>
  (rect) => ({ body: polygonPath(rect, shares) });

function polygonPath({ x, y, width, height }: Rect, shares: Shares): string {
  const corners = shares.map(([across, down]) => d`${x + across * width} ${y + down * height}`);
  return `M${corners.join('L')}Z`;
}

const ellipse: Draw = ({ x, y, width, height }) => {
  const [rx, ry] = [width / 2, height / 2];
  return { body: d`M${x} ${y + ry}A${rx} ${ry} 0 1 1 ${x + width} ${y + ry}A${rx} ${ry} 0 1 1 ${x} ${y + ry}Z` };
};

/** A five-pointed star that fills its rectangle, its inner corners half as far out. */
const starCorners: Shares = Array.from({ length: 10 }, (_, index) => {
  const angle = ((index * 36 - 90) * Math.PI) / 180;
  const reach = index % 2 === 0 ? 1 : 0.52;
  return [
    0.5 + (reach * Math.cos(angle)) / (2 * Math.cos(Math.PI / 10)),
    (1 + reach * Math.sin(angle)) / (1 + Math.cos(Math.PI / 5)),
  ];
});

/** A sheet of paper with a waved lower edge. */
function sheetPath({ x, y, width, height }: Rect): string {
  const [far, low] = [x + width, y + height * 0.91];
  const wave = height * 0.09;
  return d`M${x} ${y}H${far}V${low - wave}C${far - width * 0.25} ${low - wave * 2.6} ${x + width * 0.25} ${low + wave * 2} ${x} ${low}Z`;
}

const outlines: Readonly<Record<Exclude<ShapeKind, 'plan-board' | 'plan-sheet'>, Draw>> = {
  square: () => ({ body: 3 }),
  rounded: () => ({ body: 14 }),
  circle: ellipse,
  ellipse,
  diamond: polygon([[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]), // prettier-ignore
  cylinder({ x, y, width, height }) {
    const [far, low, rx, ry] = [x + width, y + height, width / 2, height * 0.11];
    return {
      body: d`M${x} ${y + ry}A${rx} ${ry} 0 0 1 ${far} ${y + ry}V${low - ry}A${rx} ${ry} 0 0 1 ${x} ${low - ry}Z`,
      lines: d`M${x} ${y + ry}A${rx} ${ry} 0 0 0 ${far} ${y + ry}`,
    };
  },
  stadium: (rect) => ({ body: Math.min(rect.width, rect.height) / 2 }),
  hexagon: polygon([[0.2, 0], [0.8, 0], [1, 0.5], [0.8, 1], [0.2, 1], [0, 0.5]]), // prettier-ignore
  triangle: polygon([[0.5, 0], [1, 1], [0, 1]]), // prettier-ignore
  parallelogram: polygon([[0.15, 0], [1, 0], [0.85, 1], [0, 1]]), // prettier-ignore
  trapezoid: polygon([[0.15, 0], [0.85, 0], [1, 1], [0, 1]]), // prettier-ignore
  pentagon: polygon([[0.5, 0], [1, 0.38], [0.81, 1], [0.19, 1], [0, 0.38]]), // prettier-ignore
  octagon(rect) {
    const cut = 0.29 * Math.min(rect.width, rect.height);
    const [across, down] = [cut / rect.width, cut / rect.height];
    const corners: Shares = [[across, 0], [1 - across, 0], [1, down], [1, 1 - down], [1 - across, 1], [across, 1], [0, 1 - down], [0, down]]; // prettier-ignore
    return { body: polygonPath(rect, corners) };
  },
  star: polygon(starCorners),
  cloud({ x, y, width, height }) {
    const at = (across: number, down: number): string => d`${x + (0.04 + across * 0.945) * width} ${y + down * 0.98 * height}`;
    const bow = (across: number, down: number, to: string): string =>
      d`A${across * 0.945 * width} ${down * 0.98 * height} 0 0 1 ${to}`;
    const bows = [
      bow(0.18, 0.25, at(0.12, 0.42)),
      bow(0.17, 0.23, at(0.33, 0.15)),
      bow(0.2, 0.24, at(0.68, 0.14)),
      bow(0.17, 0.23, at(0.89, 0.42)),
      bow(0.18, 0.26, at(0.82, 0.92)),
      bow(0.18, 0.16, at(0.5, 0.93)),
      bow(0.18, 0.16, at(0.18, 0.92)),
    ];
    return { body: `M${at(0.18, 0.92)}${bows.join('')}Z` };
  },
  document: (rect) => ({ body: sheetPath(rect) }),
  documents({ x, y, width, height }) {
    const sheet = (step: number): Rect => ({
      x: x + step * 0.04 * width,
      y: y + (2 - step) * 0.06 * height,
      width: width * 0.92,
      height: height * 0.88,
    });
    return { body: sheetPath(sheet(0)), behind: [sheetPath(sheet(2)), sheetPath(sheet(1))] };
  },
  actor({ x, y, width, height }) {
    const middle = x + width / 2;
    const head = Math.min(height * 0.17, width * 0.22);
    const [neck, foot, half] = [y + head * 2 + height * 0.03, y + height * 0.65, Math.min(width * 0.4, height * 0.32)];
    return {
      body: d`M${middle - head} ${y + head}A${head} ${head} 0 1 1 ${middle + head} ${y + head}A${head} ${head} 0 1 1 ${middle - head} ${y + head}ZM${middle - half} ${foot}C${middle - half} ${neck - (foot - neck) * 0.3} ${middle + half} ${neck - (foot - neck) * 0.3} ${middle + half} ${foot}Z`,
    };
  },
  queue({ x, y, width, height }) {
    const [far, low, rx, ry] = [x + width, y + height, width * 0.07, height / 2];
    return {
      body: d`M${x + rx} ${y}H${far - rx}A${rx} ${ry} 0 0 1 ${far - rx} ${low}H${x + rx}A${rx} ${ry} 0 0 1 ${x + rx} ${y}Z`,
      lines: d`M${far - rx} ${y}A${rx} ${ry} 0 0 0 ${far - rx} ${low}`,
    };
  },
  component({ x, y, width, height }) {
    const [depth, thick] = [width * 0.1, height * 0.16];
    const plug = (down: number): string => d`M${x} ${y + down * height}H${x + depth}V${y + down * height + thick}H${x}`;
    return { body: 3, lines: plug(0.22) + plug(0.62) };
  },
  package({ x, y, width, height }) {
    const [far, low, top] = [x + width, y + height, y + height * 0.18];
    return {
      body: d`M${x} ${y}H${x + width * 0.52}L${x + width * 0.58} ${top}H${far}V${low}H${x}Z`,
      lines: d`M${x} ${top}H${x + width * 0.58}`,
    };
  },
  cross: polygon([
    [0.33, 0], [0.67, 0], [0.67, 0.33], [1, 0.33], [1, 0.67], [0.67, 0.67],
    [0.67, 1], [0.33, 1], [0.33, 0.67], [0, 0.67], [0, 0.33], [0.33, 0.33],
  ]), // prettier-ignore
  callout({ x, y, width, height }) {
    const [far, edge, tip] = [x + width, y + height * 0.75, y + height];
    const r = Math.min(10, width / 4, height / 4);
    const [from, to] = [x + width * 0.42, x + width * 0.58];
    return {
      body: d`M${x + r} ${y}H${far - r}A${r} ${r} 0 0 1 ${far} ${y + r}V${edge - r}A${r} ${r} 0 0 1 ${far - r} ${edge}H${to}L${x + width / 2} ${tip}L${from} ${edge}H${x + r}A${r} ${r} 0 0 1 ${x} ${edge - r}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`,
    };
  },
  'block-arrow'({ x, y, width, height }) {
    const [far, low] = [x + width, y + height];
    const [neck, upper, lower] = [far - Math.min(width * 0.3, height * 0.6), y + height * 0.2, low - height * 0.2];
    return { body: d`M${x} ${upper}H${neck}V${y}L${far} ${y + height / 2}L${neck} ${low}V${lower}H${x}Z` };
  },
};
