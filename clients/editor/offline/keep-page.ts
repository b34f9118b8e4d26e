/** keep-page: lets the browser keep the page itself, so that it comes up without a network. */

import { whenIdle } from './when-idle.ts';

/** Where the browser does not do it (a private window, plain http), the page needs the network. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // What it keeps is fetched when the page has what it needs itself.
  whenIdle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
}
