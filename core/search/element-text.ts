/** element-text: everything that an element says in words, part by part: its label first, its note last. */
import type { Element } from '#schema/element.ts';

export function elementText(element: Element): string {
  return [element.label, ...ownTexts(element), element.note]
    .filter((text) => text !== undefined && text.trim() !== '')
    .join('\n');
}

function ownTexts(element: Element): readonly (string | undefined)[] {
  const { type } = element;
  if (type === 'table') return [element.columns, ...element.rows].map((cells) => cells.filter((cell) => cell !== '').join(' · '));
  if (type === 'shape')
    return [...(element.sections?.flat() ?? []), ...(element.planBoard?.columns.map(({ name }) => name) ?? [])];
  if (type === 'link-card' || type === 'video') return [element.title, element.url];
  return type === 'image' ? [element.alt] : [];
}
