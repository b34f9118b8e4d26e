/**
 * The drawing is more than 3 times wider than tall, or taller than wide. A single box, with any frames around it, is not checked, since
 * nothing could be arranged differently. The fix is a layout (../layout-lines.ts) in the other direction, otherwise in the same one: the
 * first that holds (../trials.ts), otherwise words; also words if there are fewer than two shapes.
 */
import { defineRule, onlyIf } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';
import { layoutLines } from '../layout-lines.ts';

const ratioMax = 3;

export const aspectExtreme = defineRule({
  code: 'aspect-extreme',
  severity: 'info',
  message: 'The drawing is {width} by {height} pixels, more than 3 times as {shape}.',
  count: (drawing) => (extremeOf(drawing) === null ? 0 : 1),
  subjects: (drawing) => onlyIf(extremeOf(drawing) !== null),
  find(subject, drawing, tab, trials) {
    const extreme = extremeOf(drawing);
    if (extreme === null) return null;
    const { width, height } = drawing.size();
    const shape = extreme === 'wide' ? 'wide as it is tall' : 'tall as it is wide';
    const data = { width: Math.round(width), height: Math.round(height), shape };
    const ways = extreme === 'wide' ? [' direction=down', ' direction=right'] : [' direction=right', ' direction=down'];
    const words = extreme === 'wide' ? 'break it into rows' : 'break it into columns';
    const lines = drawing.marks.shapes < 2 ? [] : layoutLines(ways, drawing, tab);
    const fix = trials.firstToHold({ code: 'aspect-extreme', subject, elements: drawing.marks.shapes }, lines, words);
    return { elements: [], data, fix };
  },
});

function extremeOf(drawing: LintDrawing): 'wide' | 'tall' | null {
  if (drawing.marks.contents < 2) return null;
  const { width, height } = drawing.size();
  if (width > ratioMax * height) return 'wide';
  return height > ratioMax * width ? 'tall' : null;
}
