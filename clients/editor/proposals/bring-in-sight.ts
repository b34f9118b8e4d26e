/** bring-in-sight: moves the view to marks that are not all in it. */
import { union } from '#core/tab/rect.ts';

import type { Editor } from '../state/editor.ts';
import type { ProposalMark } from './proposal-preview.ts';

const paddingPx = 96;

export function bringInSight({ viewport }: Editor, marks: readonly ProposalMark[]): void {
  const [first, ...others] = marks;
  if (first === undefined) return;
  const around = others.reduce((rect, mark) => union(rect, mark.rect), first.rect);
  const seen = viewport.visible();
  const isSeen =
    around.x >= seen.x &&
    around.y >= seen.y &&
    around.x + around.width <= seen.x + seen.width &&
    around.y + around.height <= seen.y + seen.height;
  if (!isSeen) viewport.fit(around, paddingPx);
}
