/**
 * reader-address: what the address of a published board says, and the addresses of the same link.
 */
import { builtInThemes } from '#schema/tab.ts';

type BuiltInTheme = (typeof builtInThemes)[number];

export type ReaderAddress = {
  /** `embed`: in a frame of another page. */
  readonly mode: 'page' | 'embed';
  readonly secret: string;
  /** The id of the tab; null for the first that the link shows. */
  readonly tab: string | null;
  /** The ref or id of the frame that fills the view. */
  readonly frame: string | null;
  /** Instead of the theme of the tab. */
  readonly theme: BuiltInTheme | null;
  readonly hasBar: boolean;
};

/** Null if it is not the address of a published board. */
export function readerAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ReaderAddress | null {
  const [, kind, secret] = /^\/(p|embed)\/([\w-]+)$/.exec(pathname) ?? [];
  if (secret === undefined) return null;
  const given = new URLSearchParams(search);
  const value = (name: string): string | null => given.get(name) || null;
  return {
    mode: kind === 'p' ? 'page' : 'embed',
    secret,
    tab: value('tab'),
    frame: value('frame'),
    theme: builtInThemes.find((name) => name === given.get('theme')) ?? null,
    hasBar: given.get('toolbar') !== '0',
  };
}

/** The socket of the tab's messages. */
export function liveUrl(
  { secret }: ReaderAddress,
  tab: string | null,
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
): string {
  const query = tab === null ? '' : `?tab=${encodeURIComponent(tab)}`;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/p/${secret}/live${query}`;
}

export const imagePath = ({ secret }: ReaderAddress, id: string): string => `/p/${secret}/images/${id}`;

/** The address in the window after the reader chose another tab: a frame is of the tab before. */
export function addressWithTab({ pathname, search }: Pick<Location, 'pathname' | 'search'>, tab: string): string {
  const query = new URLSearchParams(search);
  query.set('tab', tab);
  query.delete('frame');
  return `${pathname}?${query.toString()}`;
}
