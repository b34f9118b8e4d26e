/**
 * The drawing is more than 3 times wider than tall, or taller than wide. A drawing with fewer than two shapes is not checked, since no
 * layout could change it. The fix is a layout (../layout-lines.ts) in the other direction, otherwise in the same one: the first that holds
 * (../trials.ts), otherwise words.
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
    const fix = trials.firstToHold(
      { code: 'aspect-extreme', subject, elements: drawing.marks.shapes },
      layoutLines(ways, drawing, tab),
      words,
    );
    return { elements: [], data, fix };
  },
});

function extremeOf(drawing: LintDrawing): 'wide' | 'tall' | null {
  if (drawing.marks.shapes < 2) return null;
  const { width, height } = drawing.size();
  if (width > ratioMax * height) return 'wide';
  return height > ratioMax * width ? 'tall' : null;
}
