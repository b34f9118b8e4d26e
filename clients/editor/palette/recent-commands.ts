/** recent-commands: which commands were used last from the palette, on this browser. */

const key = 'atelier.recent-commands';
const kept = 6;

/** The latest first. Without storage, or with something else in it, none. */
export function readRecent(storage: Pick<Storage, 'getItem'>): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string').slice(0, kept) : [];
  } catch {
    return [];
  }
}

/** A full storage remembers nothing. */
export function writeRecent(storage: Pick<Storage, 'setItem'>, recent: readonly string[]): void {
  try {
    storage.setItem(key, JSON.stringify(recent));
  } catch {
    // What was used last is a comfort, not a promise.
  }
}

export const rememberCommand = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, kept);
