/** tab-font: the font of the texts of a tab that name none, in which they are measured and drawn. */
import type { TabSettings } from '#schema/tab.ts';

import type { Font } from './metrics.ts';

/** A custom theme may have another one for a clean tab; only its pictures know of it. */
export const tabFont = ({ look }: Pick<TabSettings, 'look'>): Font => (look === 'hand-drawn' ? 'hand' : 'sans');

/** The element as it is measured on a tab with this font. */
export const lettered = <T extends { readonly font?: Font }>(element: T, font: Font): T =>
  element.font !== undefined || font === 'sans' ? element : { ...element, font };

/** The element at the size that `measure` gives to it on a tab with this font, without a font that is only the tab's. */
export function measuredIn<T extends { readonly font?: Font }>(element: T, font: Font, measure: (element: T) => T): T {
  const whole = lettered(element, font);
  const sized = measure(whole);
  if (whole === element) return sized;
  const { font: _font, ...bare } = sized;
  return bare as T;
}
