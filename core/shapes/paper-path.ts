/** paper-path: a sheet of paper with a waved lower edge, of which documents are made. */
import type { Rect } from '#schema/tab.ts';

import { d } from './path-data.ts';

export function paperPath({ x, y, width, height }: Rect): string {
  const [far, low] = [x + width, y + height * 0.91];
  const wave = height * 0.09;
  return d`M${x} ${y}H${far}V${low - wave}C${far - width * 0.25} ${low - wave * 2.6} ${x + width * 0.25} ${low + wave * 2} ${x} ${low}Z`;
}

/** The height of the lower edge at a share of the width, as a share of the height: the curve above, solved by Newton steps. */
export function waveAt(share: number): number {
  const right = 1 - share;
  const acrossAt = (s: number): number => 0.75 * s * (1 - s) ** 2 + 2.25 * s ** 2 * (1 - s) + s ** 3;
  let s = right;
  for (let round = 0; round < 4; round += 1) s += right - acrossAt(s);
  return 0.91 + 0.09 * (-((1 - s) ** 3) - 7.8 * s * (1 - s) ** 2 + 6 * s ** 2 * (1 - s));
}
