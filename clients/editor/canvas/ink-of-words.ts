/** ink-of-words: the color in which the text of an element is drawn. */
import { type Element, isArrow } from '#schema/element.ts';

import { stickyInk } from '#core/render/boxes/sticky.ts';
import { isHex } from '#core/render/colour.ts';
import { inkOf, paintOf } from '#core/render/paint.ts';
import { contrast } from '#core/render/themes/contrast.ts';

import type { Editor } from '../state/editor.ts';
import { TabTheme } from '../scene/tab-theme.ts';

export function inkOfWords(element: Element, editor: Editor): string {
  const theme = new TabTheme(editor.session.doc).themeNamed(editor.tab.settings.get().theme);
  const own = inkOf(element.textColor, theme);
  if (own !== null && own !== 'none') return element.type === 'sticky' ? (inkOf(element.textColor, contrast) ?? own) : own;
  if (element.type === 'sticky') return stickyInk;
  if (
    isArrow(element) ||
    element.type === 'text' ||
    element.type === 'annotation' ||
    element.type === 'frame' ||
    element.type === 'lane'
  )
    return theme.ink;
  const isBelow = element.type === 'shape' && (element.shape === 'actor' || element.shape === 'icon');
  if (isBelow && isHex(element.fill ?? '')) return theme.ink;
  const { ink } = paintOf(element, theme, element.type === 'shape' && element.shape === 'icon' ? 'none' : 'neutral');
  return ink === 'none' ? theme.ink : ink;
}
