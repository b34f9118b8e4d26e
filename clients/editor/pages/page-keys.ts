/** page-keys: what each key does on a page of the strip. */
import type { Page } from '#schema/tab.ts';

export type PageStroke = Readonly<Record<'key', string>> & Readonly<Record<'altKey' | 'shiftKey', boolean>>;

export type PageKeyAction =
  /** `id`: the page that gets the focus; undefined beyond the ends of the strip. */
  | { readonly kind: 'focus'; readonly id: string | undefined }
  /** `place` counts from 1 and may be beyond the ends. */
  | { readonly kind: 'move'; readonly place: number };

type PlacedPage = Pick<Page, 'id' | 'place'>;

/** Null if the key does nothing here. */
export function pageKeyAction(
  { key, altKey, shiftKey }: PageStroke,
  { pages, page, mayEdit }: { readonly pages: readonly PlacedPage[]; readonly page: PlacedPage; readonly mayEdit: boolean },
): PageKeyAction | null {
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (step !== 0 && altKey && shiftKey && mayEdit) return { kind: 'move', place: page.place + step };
  if (step !== 0) return { kind: 'focus', id: pages[page.place - 1 + step]?.id };
  if (key === 'Home') return { kind: 'focus', id: pages[0]?.id };
  return key === 'End' ? { kind: 'focus', id: pages.at(-1)?.id } : null;
}
