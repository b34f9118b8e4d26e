/** split-arrow: makes two arrows of one, by a box between its ends. */
import type { Arrow, ArrowEnd, Box } from '#schema/element.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { keyBetween } from '../tab/stacking.ts';
import { newElementId } from './new-id.ts';

const style = [
  'layer',
  'group',
  'opacity',
  'fill',
  'stroke',
  'textColor',
  'border',
  'strokeWidth',
  'text',
  'font',
  'bold',
  'italic',
  'strike',
  'line',
  'heads',
] as const;

/** Ends the arrow at the box, and draws a second one like it from there to its end. Its way-points are dropped. */
export function splitArrow(
  arrow: Arrow,
  { id: box }: Pick<Box, 'id'>,
  { from, to }: { readonly from: ArrowEnd; readonly to: ArrowEnd },
  planning: Planning,
): Problem | null {
  const { points: _, ...straight } = arrow;
  planning.put({ ...straight, from, to: { element: box } });
  const id = newElementId(planning, undefined, undefined, 'arrow');
  if (isProblem(id)) return id;
  const styling = Object.fromEntries(style.flatMap((name) => (arrow[name] === undefined ? [] : [[name, arrow[name]]])));
  const z = keyBetween(arrow.z, planning.draft.keyAbove(arrow.z)) ?? arrow.z;
  planning.put({ ...styling, id, type: 'arrow', from: { element: box }, to, z });
  return null;
}
