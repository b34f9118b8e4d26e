/**
 * insert-on: a box put on an arrow, which becomes two arrows: one to the box and one from it, as by the engine's `insert`.
 *
 * The box stays where a person has dropped it, and nothing makes room for it. Only a box without arrows is inserted. Frames and
 * lanes are dropped around arrows, texts, badges and strokes beside them; the messages of a sequence have their own order.
 */
import { type Arrow, type Box, isArrow, isBox, isContainer } from '#schema/element.ts';

import { isMessage } from '#core/arrows/message-line.ts';
import { splitArrow } from '#core/ops/split-arrow.ts';
import type { Offset } from '#core/placement/follow.ts';
import type { TabView } from '#core/tab/view.ts';

import { type Change, freeElements } from './change.ts';
import { moveElements } from './move.ts';

/** What people put on arrows to say something about them. */
const besideArrows: ReadonlySet<string> = new Set(['text', 'annotation', 'stroke']);

export const mayInsert = (box: Box, tab: Pick<TabView, 'arrowsAt'>): boolean =>
  !isContainer(box) && !besideArrows.has(box.type) && Iterator.from(tab.arrowsAt(box.id)).next().done === true;

export const maySplit = (arrow: Arrow): boolean => !isMessage(arrow);

/** Moves the box and inserts it. If it or the arrow has changed meanwhile, it is only moved. */
export const insertOn =
  (id: string, arrowId: string, shift: Offset): Change =>
  (planning) => {
    const refusal = moveElements([id], shift)(planning);
    if (refusal !== null) return refusal;
    const [box] = freeElements([id], planning).filter(isBox);
    const [arrow] = freeElements([arrowId], planning).filter(isArrow);
    if (box === undefined || arrow === undefined || !mayInsert(box, planning.draft) || !maySplit(arrow)) return null;
    return splitArrow(arrow, box, arrow, planning);
  };
