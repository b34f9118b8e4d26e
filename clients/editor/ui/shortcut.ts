/**
 * shortcut: how a key combination is written, shown and spoken.
 *
 * It is written as `Mod+Shift+K`: the modifiers Mod, Ctrl, Alt, Shift, then the key. Mod is Command on a Mac and Ctrl elsewhere.
 */

/** True on machines whose keyboards have Command and Option. */
export const isApple = (platform: string): boolean => /^(mac|iphone|ipad|ipod)/i.test(platform);

const appleSigns = new Map([
  ['Mod', '⌘'], ['Ctrl', '⌃'], ['Alt', '⌥'], ['Shift', '⇧'], ['Enter', '↩'], ['Backspace', '⌫'], ['Delete', '⌦'], ['Escape', 'esc'],
]); // prettier-ignore
const usualSigns = new Map([
  ['Mod', 'Ctrl'], ['Escape', 'Esc'], ['Delete', 'Del'],
]); // prettier-ignore
const sharedSigns = new Map([
  ['ArrowLeft', '←'], ['ArrowRight', '→'], ['ArrowUp', '↑'], ['ArrowDown', '↓'], ['Space', 'Space'], ['PageUp', 'PgUp'], ['PageDown', 'PgDn'],
]); // prettier-ignore

/** The parts of a combination; `+` itself can be the key. */
function partsOf(keys: string): string[] {
  const parts = keys.split('+').filter((part) => part !== '');
  return keys === '+' || keys.endsWith('++') ? [...parts, '+'] : parts;
}

/** One symbol for each key, as on this machine's keyboard. */
export function keySigns(keys: string, apple: boolean): string[] {
  const own = apple ? appleSigns : usualSigns;
  return partsOf(keys).map((part) => own.get(part) ?? sharedSigns.get(part) ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** The value of the attribute aria-keyshortcuts. */
export function ariaKeys(keys: string, apple: boolean): string {
  const names = new Map([['Mod', apple ? 'Meta' : 'Control'], ['Ctrl', 'Control'], ['+', 'Plus']]); // prettier-ignore
  return partsOf(keys)
    .map((part) => names.get(part) ?? part)
    .join('+');
}
