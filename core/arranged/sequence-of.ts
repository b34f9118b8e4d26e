/** The sequence that a message or a box belongs to. */
import { type Arrow, type Box, isBox, isPinned } from '#schema/element.ts';

import type { Work } from '../planning/work.ts';
import { ancestorsOf } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';
import { type ArrangedFrame, isArranged } from '../tab/arranged-frames.ts';
import { isBlock, isParticipant } from './sequence-parts.ts';

/** The sequence in which the box is a participant, a note or a block. */
export function sequenceAround(box: Box, tab: TabView, work: Work): ArrangedFrame | null {
  const frame = ancestorsOf(box, tab, work.spend).find((around) => !isBlock(around));
  return isArranged(frame) && frame.arrange === 'sequence' ? frame : null;
}

/** The sequence of a message: both of its ends are participants. */
export function sequenceOf(arrow: Arrow, tab: TabView, work: Work): ArrangedFrame | null {
  const frames = [arrow.from, arrow.to].map((end) => {
    const box = isPinned(end) ? tab.get(end.element) : undefined;
    return box !== undefined && isBox(box) && isParticipant(box) ? sequenceAround(box, tab, work) : null;
  });
  const [from, to] = frames;
  return from !== null && from !== undefined && from.id === to?.id ? from : null;
}
