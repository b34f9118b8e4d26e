/**
 * new-looks: the fields of a new element of a tool: the style that was last set on an element of the same kind, and for an arrow the
 * line that is set on the tab.
 */
import { type ArrowLine, defaultArrowLine, type TabSettings } from '#schema/tab.ts';

import type { Looks } from '../changes/draw.ts';
import type { Editor } from './editor.ts';
import { isInkTool } from './ink.ts';

export const arrowLineOf = ({ arrowLine }: Pick<TabSettings, 'arrowLine'>): ArrowLine => arrowLine ?? defaultArrowLine;

export function newLooks({ canvas, tab }: Pick<Editor, 'canvas' | 'tab'>, tool: string): Looks {
  if (isInkTool(tool)) return canvas.ink.get()[tool];
  const looks = canvas.styles.get(tool) ?? {};
  if (tool !== 'arrow') return looks;
  const line = arrowLineOf(tab.view.settings);
  return line === 'straight' ? looks : { line, ...looks };
}
