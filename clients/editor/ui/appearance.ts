/**
 * appearance: light, dark, or as the system has it; kept in this browser.
 *
 * tokens.css reads it from `data-theme` on the root of the page.
 */
export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

const key = 'atelier.appearance';

export function readAppearance(storage: Pick<Storage, 'getItem'>): Appearance {
  try {
    const kept = storage.getItem(key);
    return appearances.find((appearance) => appearance === kept) ?? 'system';
  } catch {
    // A browser that keeps nothing.
    return 'system';
  }
}

export function keepAppearance(storage: Pick<Storage, 'setItem'>, appearance: Appearance): void {
  try {
    storage.setItem(key, appearance);
  } catch {
    // It holds for as long as the page is open.
  }
}

export function showAppearance(root: HTMLElement, appearance: Appearance): void {
  if (appearance === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = appearance;
}
