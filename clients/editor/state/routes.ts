/**
 * routes: the screen of an address, and the address of a screen.
 *
 * The server answers the page at each of these addresses and at no other (rest/page.ts).
 */
import { consentPath } from './return-address.ts';
import { Signal, type Readable } from './signal.ts';

export type PageRoute =
  | {
      readonly screen:
        | 'documents'
        | 'trash'
        | 'tokens'
        | 'libraries'
        | 'themes'
        | 'images'
        | 'profile'
        | 'mentions'
        | 'admin'
        | 'share'
        | 'consent'
        | 'not-found';
    }
  | { readonly screen: 'folder'; readonly folder: string }
  | {
      readonly screen: 'document';
      readonly document: string;
      readonly tab: string | null;
      /** The id of what is selected there, once. */
      readonly target?: string;
    };

export type Navigate = (route: PageRoute) => void;

const plain = new Map<string, Exclude<PageRoute['screen'], 'document' | 'folder'>>([
  ['/', 'documents'],
  ['/trash', 'trash'],
  ['/tokens', 'tokens'],
  ['/libraries', 'libraries'],
  ['/themes', 'themes'],
  ['/images', 'images'],
  ['/profile', 'profile'],
  ['/mentions', 'mentions'],
  ['/admin', 'admin'],
  ['/share', 'share'],
  [consentPath, 'consent'],
]);

export function routeOf(path: string): PageRoute {
  const screen = plain.get(path);
  if (screen !== undefined) return { screen };
  const [, folder] = /^\/folders\/([0-9a-z_]{1,64})$/.exec(path) ?? [];
  if (folder !== undefined) return { screen: 'folder', folder };
  const [, document, tab = null] = /^\/d\/([0-9a-z_]{1,64})(?:\/([0-9a-z_]{1,64}))?$/.exec(path) ?? [];
  return document === undefined ? { screen: 'not-found' } : { screen: 'document', document, tab };
}

/** The screen of an address in an answer of the server. */
export function routeOfUrl(url: string): PageRoute {
  const { pathname, hash } = new URL(url);
  const route = routeOf(pathname);
  return route.screen === 'document' && hash !== '' ? { ...route, target: hash.slice(1) } : route;
}

/** Without what is selected there. */
export function pathOf(route: PageRoute): string {
  if (route.screen === 'document') return route.tab === null ? `/d/${route.document}` : `/d/${route.document}/${route.tab}`;
  if (route.screen === 'folder') return `/folders/${route.folder}`;
  for (const [path, screen] of plain) if (screen === route.screen) return path;
  return '/';
}

/** The path, and what is selected there. */
export const addressOf = (route: PageRoute): string =>
  route.screen === 'document' && route.target !== undefined ? `${pathOf(route)}#${route.target}` : pathOf(route);

/** The address bar as a store. */
export class Address implements Readable<PageRoute> {
  readonly #route = new Signal<PageRoute>(routeOf(location.pathname));

  constructor() {
    window.addEventListener('popstate', () => this.#route.set(routeOf(location.pathname)));
  }

  get(): PageRoute {
    return this.#route.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#route.subscribe(listener);
  }

  targetShown(): void {
    const route = this.get();
    if (route.screen !== 'document' || route.target === undefined) return;
    const { target: _, ...shown } = route;
    this.#route.set(shown);
  }

  readonly go: Navigate = (route) => {
    const path = pathOf(route);
    if (path !== location.pathname) history.pushState(null, '', path);
    this.#route.set(route);
  };
}
