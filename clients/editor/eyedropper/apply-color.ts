/**
 * apply-color: gives a color that was taken to the selected elements, each in the field that it has, and to the next new elements of
 * their kinds; without a selection to those of the chosen tool, or of all shapes and stickies.
 */
import { type Element, stickyColors } from '#schema/element.ts';

import type { Change } from '../changes/change.ts';
import { drawsField } from '../changes/drawn-fields.ts';
import { type FieldValues, setFields } from '../changes/set-fields.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Editor } from '../state/editor.ts';
import type { EyedropperTarget } from '../state/eyedropper-target.ts';
import { isInkTool, setInk } from '../state/ink.ts';
import { rememberLooks } from '../state/remember-looks.ts';
import { drawnKindOf, drawnShapes } from '../state/tools.ts';

/** False if it could not be written. */
export function applyColor(editor: Editor, target: EyedropperTarget, color: string): boolean {
  const elements = [...editor.selection.get()].flatMap((id) => editor.tab.view.get(id) ?? []);
  if (elements.length === 0) {
    setNext(editor, target, color);
    return true;
  }
  const painted = elements.map((element) => ({ element, values: valuesFor(element.type, target, color) }));
  const change: Change = (planning) => {
    for (const { element, values } of painted) {
      const refusal = values === null ? null : setFields([element.id], values)(planning);
      if (refusal !== null) return refusal;
    }
    return null;
  };
  if (!writeChange(editor, change)) return false;
  for (const { element, values } of painted) if (values !== null) rememberLooks(editor, [element], values);
  return true;
}

/** The field of an element of this type that takes the color; null if none can. The neutral slot is no color of its own. */
export function valuesFor(type: Element['type'], target: EyedropperTarget, color: string): FieldValues | null {
  const value = color === 'neutral' ? null : color;
  if (type === 'sticky' && (target === 'fill' || target === 'color'))
    return stickyColors.some((known) => known === color) ? { color } : null;
  if (target === 'color') return null;
  const field = target === 'fill' && (type === 'arrow' || type === 'stroke') ? 'stroke' : target;
  return drawsField(type, field) ? { [field]: value } : null;
}

function setNext(editor: Editor, target: EyedropperTarget, color: string): void {
  const tool = editor.tool.get().name;
  if (isInkTool(tool)) {
    setInk(editor.canvas, tool, { stroke: color === 'neutral' ? null : color });
    return;
  }
  const drawn = drawnKindOf(tool);
  const kinds = drawn === null && tool !== 'arrow' ? everyKind : [drawn ?? ({ type: 'arrow' } as const)];
  for (const kind of kinds) {
    const values = valuesFor(kind.type, target, color);
    // Only the kind of an element decides where its style is kept.
    if (values !== null) rememberLooks(editor, [kind as Element], values);
  }
}

const everyKind = [
  ...drawnShapes.map((shape) => ({ type: 'shape', shape }) as const),
  { type: 'sticky' } as const,
  { type: 'arrow' } as const,
];
