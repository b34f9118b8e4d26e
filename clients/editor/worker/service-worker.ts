/**
 * service-worker: opens the page offline. It stores the page's own files and nothing else.
 *
 * The address of a screen is requested from the server first; without an answer the stored page is used. Files under /assets,
 * whose names are derived from their content, come from the store. Calls, live connections and everything else pass through:
 * nothing that people wrote is stored here. A new version stores its files beside those of the old one, and takes over when no
 * page of the old one is open any more.
 */
declare const self: ServiceWorkerGlobalScope;
export {};

/** Written by the build: `<version> <file> <file> …`. */
const [version = '', ...files] = '__SHELL__'.split(' ');
const cacheName = `atelier-page-${version}`;
const answerMs = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(screen(request));
  } else if (files.includes(pathname)) {
    event.respondWith(file(request));
  }
});

async function keep(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Files that may differ under the same name bypass the browser's own cache, which may have an older page.
  const isNamedByContent = (path: string): boolean => path.startsWith('/assets/');
  await cache.addAll(['/', ...files].map((path) => new Request(path, { cache: isNamedByContent(path) ? 'default' : 'reload' })));
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('atelier-page-') && name !== cacheName).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

/** A proxy whose server is down answers 502 to 504. */
async function screen(request: Request): Promise<Response> {
  const kept = async (): Promise<Response | undefined> => caches.match('/', { cacheName });
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(answerMs) });
    return response.status >= 500 ? ((await kept()) ?? response) : response;
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

const file = async (request: Request): Promise<Response> =>
  (await caches.match(new URL(request.url).pathname, { cacheName })) ?? fetch(request);

/** The addresses of rest/page.ts. */
const isScreen = (path: string): boolean => /^\/(?:$|d\/|(?:share|tokens|libraries|themes|images|trash|profile)$)/.test(path);
