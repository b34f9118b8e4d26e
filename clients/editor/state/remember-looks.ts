/**
 * remember-looks: the style that was last set on an element of a kind is that of new elements of the kind; not text and place.
 * The line of new arrows is a setting of the tab (new-looks.ts).
 */
import type { Element } from '#schema/element.ts';

import { fieldRule } from '#core/fields/field-table.ts';

import type { FieldValues } from '../changes/set-fields.ts';
import type { Editor } from './editor.ts';
import { inkToolOf, setInk } from './ink.ts';

export function rememberLooks(editor: Editor, elements: readonly Element[], values: FieldValues): void {
  const kept = Object.entries(values).filter(([name, value]) => remembered.has(name) && value !== null);
  const unset = Object.entries(values).flatMap(([name, set]) => (set === null ? [name] : []));
  for (const element of elements) {
    if (element.type === 'stroke') {
      setInk(editor.canvas, inkToolOf(element), values);
      continue;
    }
    const tool = element.type === 'shape' ? `shape:${element.shape}` : element.type;
    const looks = Object.entries({ ...editor.canvas.styles.get(tool), ...Object.fromEntries(kept) });
    const own = looks.filter(
      ([name]) =>
        !unset.includes(name) &&
        (element.type === 'sticky' ? name !== 'fill' : name !== 'color') &&
        fieldRule(element.type, name) !== undefined,
    );
    editor.canvas.styles.set(tool, Object.fromEntries(own));
  }
}

const remembered: ReadonlySet<string> = new Set([
  'fill',
  'stroke',
  'textColor',
  'text',
  'font',
  'bold',
  'italic',
  'strike',
  'textAlign',
  'verticalAlign',
  'border',
  'strokeWidth',
  'heads',
  'color',
]);
