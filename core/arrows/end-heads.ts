/** end-heads: the heads at both ends of an arrow, from its field `heads`. */
import { type EndHead, headKinds, type Heads } from '#schema/heads.ts';

export type EndHeads = readonly [start: EndHead, end: EndHead];

export function endHeadsOf(heads: Heads = 'end'): EndHeads {
  if (typeof heads !== 'string') return heads;
  if (heads === 'end') return ['none', 'arrow'];
  if (heads === 'start') return ['arrow', 'none'];
  if (heads === 'both') return ['arrow', 'arrow'];
  return ['none', heads];
}

/** The shortest value of `heads` for these ends. */
export function headsFrom([start, end]: EndHeads): Heads {
  if (start === 'none' && end === 'none') return 'none';
  if (start === 'none' && end === 'arrow') return 'end';
  if (start === 'arrow') return end === 'none' ? 'start' : end === 'arrow' ? 'both' : [start, end];
  const kind = headKinds.find((name) => name === end);
  return start === 'none' && kind !== undefined ? kind : [start, end];
}

/** True for a head that says that the arrow leads there. Diamonds and crow's feet say what an end is. */
export const pointsAtBox = (head: EndHead): boolean => head === 'arrow' || head === 'triangle' || head === 'open';
