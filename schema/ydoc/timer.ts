/** The timer of a document, a plain value in `meta`. */
import type * as Y from 'yjs';

import { isPlainObject } from '../plain-object.ts';
import type { Timer } from '../timer.ts';
import { root, rootMap } from './roots.ts';

export const timerKey = 'timer';

/** Null without one, or if it is none. */
export function readTimer(doc: Y.Doc): Timer | null {
  const stored: unknown = rootMap(doc, 'meta')?.get(timerKey);
  if (!isPlainObject(stored)) return null;
  const { seconds, endsAt, leftMs } = stored;
  if (!isWhole(seconds)) return null;
  if (isWhole(endsAt) && leftMs === null) return { seconds, endsAt, leftMs };
  return endsAt === null && isWhole(leftMs) ? { seconds, endsAt, leftMs } : null;
}

export function writeTimer(doc: Y.Doc, timer: Timer | null): void {
  doc.transact(() => {
    if (timer === null) root(doc, 'meta').delete(timerKey);
    else root(doc, 'meta').set(timerKey, { ...timer });
  });
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
