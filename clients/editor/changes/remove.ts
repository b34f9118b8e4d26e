/**
 * remove: elements taken away, the arrows pinned to them with them, as the engine's `rm` does.
 * R1  What is locked stays; a box whose locked arrow would go stays too, with that arrow.
 */
import { rm } from '#core/ops/rm.ts';

import { type Change, freeElements } from './change.ts';

export const removeElements =
  (ids: Iterable<string>): Change =>
  (planning) => {
    for (const { id } of freeElements(ids, planning)) {
      const element = planning.draft.get(id);
      if (element === undefined || planning.work.exhausted) continue;
      const holdsLocked = Iterator.from(planning.draft.arrowsAt(id)).some((arrow) => planning.isLocked(arrow));
      if (holdsLocked) continue;
      const refusal = rm.plan({ op: 'rm', target: id }, planning);
      if (refusal !== null) return refusal;
    }
    return null;
  };
