/**
 * aspect-extreme: the drawing is more than 3 times wider than tall, or the reverse.
 * A1  A drawing with fewer than two shapes is not judged: no layout could change it.
 * A2  The fix is a layout the other way. How far it helps depends on what else lies on the tab, so it is not promised.
 */
import { defineRule, onlyIf } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';

const ratioMax = 3;

export const aspectExtreme = defineRule({
  code: 'aspect-extreme',
  severity: 'info',
  message: 'The drawing is {width} by {height} pixels, more than 3 times as {shape}.',
  count: (drawing) => (extremeOf(drawing) === null ? 0 : 1),
  subjects: (drawing) => onlyIf(extremeOf(drawing) !== null),
  find(_subject, drawing) {
    const extreme = extremeOf(drawing);
    if (extreme === null) return null;
    const { width, height } = drawing.size();
    const shape = extreme === 'wide' ? 'wide as it is tall' : 'tall as it is wide';
    const data = { width: Math.round(width), height: Math.round(height), shape };
    return { elements: [], data, fix: `layout type:shape direction=${extreme === 'wide' ? 'down' : 'right'}` };
  },
});

function extremeOf(drawing: LintDrawing): 'wide' | 'tall' | null {
  if (drawing.marks.shapes < 2) return null;
  const { width, height } = drawing.size();
  if (width > ratioMax * height) return 'wide';
  return height > ratioMax * width ? 'tall' : null;
}
