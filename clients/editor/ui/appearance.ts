/**
 * appearance: light, dark, or the setting of the system; stored in this browser.
 *
 * tokens.css reads it from `data-theme` on the root of the page.
 */
import { browserStorage } from '../state/browser-storage.ts';

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

const key = 'atelier.appearance';

export function readAppearance(storage: Pick<Storage, 'getItem'>): Appearance {
  try {
    const stored = storage.getItem(key);
    return appearances.find((appearance) => appearance === stored) ?? 'system';
  } catch {
    // Storage is disabled.
    return 'system';
  }
}

export function keepAppearance(storage: Pick<Storage, 'setItem'>, appearance: Appearance): void {
  try {
    storage.setItem(key, appearance);
  } catch {
    // It lasts while the page is open.
  }
}

export function showAppearance(root: HTMLElement, appearance: Appearance): void {
  if (appearance === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = appearance;
}

/** Shows and stores it. */
export function chooseAppearance(appearance: Appearance): void {
  keepAppearance(browserStorage(), appearance);
  showAppearance(document.documentElement, appearance);
}

/** What the page shows now. */
export const shownAppearance = (root: HTMLElement): Appearance =>
  appearances.find((appearance) => appearance === root.dataset['theme']) ?? 'system';

/** Calls back when the shown appearance changes, until the returned function is called. */
export function onAppearance(root: HTMLElement, callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
