/** dark-page: whether the page is dark, by the system or by choice; for what is drawn rather than styled. */
import { useSyncExternalStore } from 'react';

const query = '(prefers-color-scheme: dark)';

export function isDarkPage(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === undefined ? matchMedia(query).matches : chosen === 'dark';
}

/** Calls back when the page may have become dark or light, until the returned function is called. */
export function onDarkPage(listener: () => void): () => void {
  const system = matchMedia(query);
  const chosen = new MutationObserver(listener);
  system.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', listener);
    chosen.disconnect();
  };
}

export const useDarkPage = (): boolean => useSyncExternalStore(onDarkPage, isDarkPage);
