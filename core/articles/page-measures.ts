/** page-measures: how large a page is, by the name of its size and the way round. */
import { type Orientation, type PageKind, pageSizes } from '#schema/page.ts';

export type Measures = { readonly width: number; readonly height: number };
export type Format = { readonly size: string; readonly orientation: Orientation; readonly measures: Measures };

/** The size of a kind, its default when none is named; null for one of another kind. */
export function formatOf(kind: PageKind, name?: string, orientation?: Orientation): Format | null {
  const size = name ?? [...pageSizes].find(([, known]) => known.kind === kind)?.[0] ?? '';
  const known = pageSizes.get(size);
  if (known === undefined || known.kind !== kind) return null;
  const usual = known.width >= known.height ? 'landscape' : 'portrait';
  const way = orientation ?? usual;
  // A square is the same either way round.
  const measures = way === usual ? { width: known.width, height: known.height } : { width: known.height, height: known.width };
  return { size, orientation: way, measures };
}

export const sizesOf = (kind: PageKind): string[] => [...pageSizes].flatMap(([name, size]) => (size.kind === kind ? [name] : []));
