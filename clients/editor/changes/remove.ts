/**
 * remove: elements removed with the arrows that are connected to them, as the engine's `rm` does. Locked elements stay, and boxes
 * whose locked arrow would be removed too.
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
