/** keep-page: lets the browser keep the page itself, so that it comes up without a network. */

/** Where the browser does not do it (a private window, plain http), the page needs the network. */
export function keepPage(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
