/** The texts of an element that pictures show. */
import type { Element } from '#schema/element.ts';

export function drawnTexts(element: Element): string[] {
  const label = element.label ?? '';
  if (element.type === 'table') return [label, ...element.columns, ...element.rows.flat()];
  if (element.type === 'shape' && element.sections !== undefined) return [label, ...element.sections.flat()];
  if (element.type === 'link-card' || element.type === 'video') return [label, element.title ?? ''];
  return [label];
}
