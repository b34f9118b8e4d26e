/** browser-storage: what this browser keeps for this site. */

type KeptTexts = Pick<Storage, 'getItem' | 'setItem'>;

/** Where access is denied, as in the sandboxed frame of a chat: nothing is kept. */
const denied: KeptTexts = {
  getItem: () => null,
  setItem: () => {
    throw new Error('storage is denied');
  },
};

export function browserStorage(): KeptTexts {
  try {
    return localStorage;
  } catch {
    // Reading the property throws.
    return denied;
  }
}

/** A switch that is kept under a key, for all documents. It is off until it is set, and where storage is disabled. */
export const keptSwitch = (
  key: string,
): {
  readonly read: (storage: Pick<Storage, 'getItem'>) => boolean;
  readonly keep: (storage: Pick<Storage, 'setItem'>, isOn: boolean) => void;
} => ({
  read(storage) {
    try {
      return storage.getItem(key) === 'on';
    } catch {
      return false;
    }
  },
  keep(storage, isOn) {
    try {
      storage.setItem(key, isOn ? 'on' : 'off');
    } catch {
      // It lasts while the tab is shown.
    }
  },
});
