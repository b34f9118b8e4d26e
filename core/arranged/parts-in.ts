/** The parts of a sequence as operations have left them. */
import type { Planning } from '../planning/planning.ts';
import type { ArrangedFrame } from '../tab/arranged-frames.ts';
import { Family } from './family.ts';
import { partsOf, type SequenceParts } from './sequence-parts.ts';

export function partsIn(frame: ArrangedFrame, { draft, work }: Planning): SequenceParts {
  const family = new Family(draft, draft.base, work);
  const now = draft.get(frame.id);
  if (now?.type === 'frame') family.add(now);
  return partsOf({ frame: now?.type === 'frame' ? now : frame, family, tab: draft, base: draft.base, work });
}
