/** Rendering a tab as SVG and as PNG, in process. */
import { deflateSync } from 'node:zlib';

import { type Picture, renderWhile } from '#core/render/render-svg.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { isArrow } from '#schema/element.ts';
import { Rasterizer } from '#server/pictures/rasterizer.ts';

import { tabOf } from './drawing.ts';
import { medianMs } from './median-ms.ts';
import { type Bench, type BenchEffort, type BenchRow, times } from './row.ts';

const sizes = [300, 1_000] as const;

export const pictures: Bench = {
  name: 'pictures',
  title: 'Drawing a tab, in process',
  async run(effort) {
    const rasterizer = await Rasterizer.load();
    const rows = sizes.map((size) => [svg(effort, size), png(effort, size, rasterizer)]);
    return rows.flat();
  },
};

const pictureOf = (tab: TabIndex): Picture => {
  const picture = renderWhile(() => true, tab);
  if (picture === null) throw new Error('a drawing that may go on ended');
  return picture;
};

function svg(effort: BenchEffort, size: number): BenchRow {
  const tab = tabOf(size);
  const count = times(effort, 60, 10);
  const [bare, ours] = [medianMs(count, () => bareSvg(tab)), medianMs(count, () => pictureOf(tab))];
  const goal = size === 1_000 ? { words: 'at most 5 ms', met: ours <= 5 } : null;
  return { what: `SVG of ${size} elements`, unit: 'ms', ours, baseline: { name: 'template strings', value: bare }, goal };
}

/** The baseline: each box and its label as one text, without measuring it. */
function bareSvg(tab: TabIndex): string {
  let source = '<svg xmlns="http://www.w3.org/2000/svg">';
  for (const element of tab.elements()) {
    if (isArrow(element)) continue;
    const { x, y, width, height, label } = element;
    source += `<g><rect x="${x}" y="${y}" width="${width}" height="${height}"/><text x="${x}" y="${y}">${label}</text></g>`;
  }
  return `${source}</svg>`;
}

function png(effort: BenchEffort, size: number, rasterizer: Rasterizer): BenchRow {
  const tab = tabOf(size);
  const { width, height } = pictureOf(tab);
  const scale = Math.min(1, 2_000 / Math.max(width, height));
  const count = times(effort, 8, 2);
  const pixels = Buffer.alloc(Math.ceil(width * scale) * Math.ceil(height * scale) * 4, 255);
  const bare = medianMs(count, () => deflateSync(pixels));
  const ours = medianMs(count, () => rasterizer.png(pictureOf(tab), { scale }));
  const goal = size === 300 ? { words: 'at most 150 ms', met: ours <= 150 } : null;
  const baseline = { name: 'deflate of an empty picture', value: bare };
  return { what: `PNG of ${size} elements, 2,000 pixels wide`, unit: 'ms', ours, baseline, goal };
}
