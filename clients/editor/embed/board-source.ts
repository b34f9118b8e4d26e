/** board-source: the address of the frame of an embedded board, and what its messages say. */

/** What the attributes of the element say; null for what is not there. */
export type BoardAttributes = {
  /** The address of a published board, as a page (`/p/…`) or for frames (`/embed/…`). */
  readonly src: string | null;
  readonly tab: string | null;
  readonly frame: string | null;
  readonly theme: string | null;
  readonly toolbar: string | null;
};

const inQuery = ['tab', 'frame', 'theme', 'toolbar'] as const;

/** Null if `src` is not the address of a published board. Attributes count before the query of `src`. */
export function frameUrl(attributes: BoardAttributes, base: string): URL | null {
  const url = attributes.src === null ? null : URL.parse(attributes.src, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const [, secret] = /^\/(?:p|embed)\/([\w-]+)$/.exec(url.pathname) ?? [];
  if (secret === undefined) return null;
  url.pathname = `/embed/${secret}`;
  url.hash = '';
  for (const name of inQuery) {
    const value = attributes[name];
    if (value !== null) url.searchParams.set(name, value);
  }
  return url;
}

/** What happened on a board. */
export type EmbeddedNotice =
  | { readonly type: 'ready' }
  | { readonly type: 'change' }
  /** The names of the selected elements, as operations accept them; none when the selection was cleared. */
  | { readonly type: 'select'; readonly refs: readonly string[] };

/** Null if the data is not a message of a board. */
export function noticeOf(data: unknown): EmbeddedNotice | null {
  if (typeof data !== 'object' || data === null || !('source' in data) || data.source !== 'atelier' || !('type' in data))
    return null;
  if (data.type === 'ready' || data.type === 'change') return { type: data.type };
  if (data.type !== 'select' || !('refs' in data) || !Array.isArray(data.refs)) return null;
  const refs: unknown[] = data.refs;
  return { type: 'select', refs: refs.filter((ref) => typeof ref === 'string') };
}
