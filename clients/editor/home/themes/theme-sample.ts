/** theme-sample: a small drawing that shows a theme: boxes of each color, arrows, a frame, a note. */
import { renderSvg } from '#core/render/render-svg.ts';
import type { Theme } from '#core/render/theme.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';

import { looseTab } from '../../libraries/loose-tab.ts';
import { titleOf } from '../../state/tools.ts';
import { homeTexts } from '../../strings/home.ts';

const box = (id: string, label: string, x: number, y: number, more: object = {}) => ({
  type: 'shape', shape: 'rounded', id, label, x, y, width: 120, height: 56, ...more,
}); // prettier-ignore

const elements = [
  { type: 'frame', id: 'frame', label: homeTexts.checkout, x: 0, y: 0, width: 460, height: 232 },
  box('cart', homeTexts.cart, 24, 44),
  box('pay', homeTexts.payment, 170, 44, { fill: 'blue' }),
  box('ledger', homeTexts.ledger, 316, 44, { fill: 'teal', shape: 'cylinder', height: 70 }),
  box('check', homeTexts.paidQuestion, 170, 142, { fill: 'yellow', shape: 'diamond', height: 72 }),
  box('mail', homeTexts.receipt, 316, 148, { fill: 'green' }),
  box('retry', homeTexts.retry, 24, 148, { fill: 'red' }),
  { type: 'arrow', from: { element: 'cart' }, to: { element: 'pay' } },
  { type: 'arrow', from: { element: 'pay' }, to: { element: 'ledger' } },
  { type: 'arrow', from: { element: 'pay' }, to: { element: 'check' } },
  { type: 'arrow', from: { element: 'check' }, to: { element: 'mail' } },
  { type: 'arrow', from: { element: 'check' }, to: { element: 'retry' } },
  ...['orange', 'pink', 'purple', 'grey'].map((fill, place) =>
    box(fill, titleOf(fill), place * 118, 256, { fill, width: 106, height: 34, text: 'sm' }),
  ),
];

export function themeSample(theme: Theme): string {
  return renderSvg(sampleTab(), { theme, padding: 18 });
}

const sampleTab = (): TabView => TabIndex.of(looseTab(elements, 'light'));
