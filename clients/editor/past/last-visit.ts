/** last-visit: when this browser last showed a document to a person. */
export const visitKey = (document: string, user: string): string => `atelier.visit.${document}.${user}`;

/** Milliseconds since the Unix epoch; null for a first visit, and where storage is disabled. */
export function readVisit(storage: Pick<Storage, 'getItem'>, key: string): number | null {
  try {
    const at = Number(storage.getItem(key) ?? Number.NaN);
    return Number.isSafeInteger(at) && at > 0 ? at : null;
  } catch {
    return null;
  }
}

export function noteVisit(storage: Pick<Storage, 'setItem'>, key: string, at: number): void {
  try {
    storage.setItem(key, String(at));
  } catch {
    // Nothing is stored here: each visit is the first.
  }
}
