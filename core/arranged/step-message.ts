/** step-message: a message of a sequence moved by one row, as the arrow keys do. */
import type { Arrow } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import { Family } from './family.ts';
import { sequenceOf } from './sequence-of.ts';
import { atLevel, levelOf, partsOf } from './sequence-parts.ts';
import { rowsInOrder } from './sequence-rows.ts';

/** Less than the distance of two rows. */
const beside = 1;

/** The message beyond the next row, or beyond the edge of a block; as it is if there is none, or if it is in no sequence. */
export function steppedMessage(arrow: Arrow, way: 'up' | 'down', { draft, work }: Planning): Arrow {
  const frame = sequenceOf(arrow, draft, work);
  const level = levelOf(arrow);
  if (frame === null || level === undefined) return arrow;
  const family = new Family(draft, draft.base, work);
  family.add(frame);
  const rows = rowsInOrder(partsOf({ frame, family, tab: draft, base: draft.base, work }));
  const marks = rows.flatMap((row) => (row.kind === 'message' && row.arrow.id === arrow.id ? [] : [row.at, row.end]));
  const next = way === 'down' ? Math.min(...marks.filter((at) => at > level)) : Math.max(...marks.filter((at) => at < level));
  return Number.isFinite(next) ? atLevel(arrow, Math.max(0, next + (way === 'down' ? beside : -beside))) : arrow;
}
