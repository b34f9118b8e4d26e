/** use-dark: whether the page is dark, by the system or by choice; for what is drawn rather than styled. */
import { useSyncExternalStore } from 'react';

const query = '(prefers-color-scheme: dark)';

export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === undefined ? matchMedia(query).matches : chosen === 'dark';
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(query);
  const chosen = new MutationObserver(listener);
  system.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
