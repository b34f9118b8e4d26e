/** keep-page: registers the service worker, so that the page opens offline. */

import { whenIdle } from './when-idle.ts';

/** Where the browser does not support it (a private window, plain http), the page needs the network. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Its files are fetched after those that the page needs itself.
  whenIdle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
}
