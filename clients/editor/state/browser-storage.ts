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
