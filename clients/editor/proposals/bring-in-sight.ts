/** bring-in-sight: moves the view to marks that are not all in it. */
import { holds, union } from '#core/tab/rect.ts';

import type { Editor } from '../state/editor.ts';
import type { ProposalMark } from './proposal-preview.ts';

const paddingPx = 96;

export function bringInSight({ viewport }: Editor, marks: readonly ProposalMark[]): void {
  const [first, ...others] = marks;
  if (first === undefined) return;
  const around = others.reduce((rect, mark) => union(rect, mark.rect), first.rect);
  if (!holds(viewport.clear(), around)) viewport.fit(around, paddingPx);
}
