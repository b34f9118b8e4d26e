/**
 * board-links: where the link of an element leads a reader.
 *
 * A link to a document of this server opens for readers only as far as the same link of the owner shows it: another of its tabs, or an
 * element on one of them. Whatever else a person without an account could not open is no link.
 */
import type { PublishedTab } from '#core/published/board.ts';
import type { Element } from '#schema/element.ts';

export type BoardLink =
  | { readonly kind: 'outside'; readonly href: string }
  /** `target`: the id of an element or a page; null for the tab alone. */
  | { readonly kind: 'inside'; readonly tab: string; readonly target: string | null };

const protocols = new Set(['http:', 'https:', 'mailto:']);

/** `origin`: of this server. Null if the element has no link that a reader can open. */
export function boardLink(element: Element, origin: string, tabs: readonly PublishedTab[]): BoardLink | null {
  const url = urlOf(element.link ?? ('url' in element ? element.url : undefined));
  if (url === null || !protocols.has(url.protocol)) return null;
  if (url.origin !== origin || !url.pathname.startsWith('/d/')) return { kind: 'outside', href: url.href };
  const [, tab] = /^\/d\/\w+\/(\w+)$/.exec(url.pathname) ?? [];
  if (tab === undefined || !tabs.some(({ id }) => id === tab)) return null;
  return { kind: 'inside', tab, target: url.hash === '' ? null : url.hash.slice(1) };
}

function urlOf(address: string | undefined): URL | null {
  return address === undefined ? null : URL.parse(address);
}
