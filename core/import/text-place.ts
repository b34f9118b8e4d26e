/** text-place: where a text is that a source centers in a rectangle; texts here begin in the top-left corner. */
import type { Font } from '../text/metrics.ts';
import type { Rect } from '#schema/tab.ts';

import { fitSize } from '../text/fit-size.ts';
import type { TextSize } from '../text/sizes.ts';

export type TextAlignment = { readonly across: 'left' | 'center' | 'right'; readonly down: 'top' | 'middle' | 'bottom' };

export function textPlace(
  rect: Rect,
  label: string,
  { text, font, isWrapped }: { readonly text: TextSize; readonly font: Font; readonly isWrapped: boolean },
  { across, down }: TextAlignment,
): Rect {
  const natural = fitSize('text', 'text', label, text, font);
  const width = isWrapped ? Math.max(1, Math.min(natural.width, rect.width)) : natural.width;
  const height = Math.max(1, natural.height);
  return {
    x: across === 'left' ? rect.x : rect.x + (rect.width - width) * (across === 'center' ? 0.5 : 1),
    y: down === 'top' ? rect.y : rect.y + (rect.height - height) * (down === 'middle' ? 0.5 : 1),
    width: across === 'left' && isWrapped ? Math.max(1, rect.width) : width,
    height: down === 'top' ? Math.max(1, rect.height) : height,
  };
}
