/**
 * Layouts of the shapes, as fixes of findings about the whole drawing. A line begins with `layout type:shape`. It names frames only if the
 * line without them does not hold, and only those that would be left behind: a frame whose members are all named is laid out with them.
 */
import type { LintDrawing } from './drawing.ts';
import { inOrder, type LintTab } from './define-rule.ts';

const framesNamed = 20;

/** `rests`: what follows the selection, in the order in which they are tried. */
export function* layoutLines(rests: readonly string[], drawing: LintDrawing, tab: LintTab): Generator<string> {
  for (const rest of rests) yield `layout type:shape${rest}`;
  const frames = drawing.groups.mixed((id) => drawing.box(id)?.type === 'shape');
  if (frames.size === 0 || frames.size > framesNamed) return;
  const refs = inOrder(frames).map((id) => tab.refOf(id));
  for (const rest of rests) yield `layout type:shape ${refs.join(' ')}${rest}`;
}
