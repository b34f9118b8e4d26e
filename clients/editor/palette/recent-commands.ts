/** recent-commands: the commands that were last used from the palette, in this browser. */

const key = 'atelier.recent-commands';
const keptMax = 6;

/** The latest first. Empty if storage is disabled or contains anything else. */
export function readRecent(storage: Pick<Storage, 'getItem'>): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string').slice(0, keptMax) : [];
  } catch {
    return [];
  }
}

/** Does nothing if storage is full. */
export function writeRecent(storage: Pick<Storage, 'setItem'>, recent: readonly string[]): void {
  try {
    storage.setItem(key, JSON.stringify(recent));
  } catch {
    // Recent commands are a convenience.
  }
}

export const rememberCommand = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, keptMax);
