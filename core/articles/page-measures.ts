/** page-measures: the dimensions of a page by the name of its size and its orientation. */
import { type Orientation, type PageKind, pageSizes } from '#schema/page.ts';

export type Measures = { readonly width: number; readonly height: number };
export type Format = { readonly size: string; readonly orientation: Orientation; readonly measures: Measures };

/** The size of a page kind, by default its standard size; null for a size of another kind. */
export function formatOf(kind: PageKind, name?: string, orientation?: Orientation): Format | null {
  const size = name ?? [...pageSizes].find(([, known]) => known.kind === kind)?.[0] ?? '';
  const pageSize = pageSizes.get(size);
  if (pageSize === undefined || pageSize.kind !== kind) return null;
  const standard = pageSize.width >= pageSize.height ? 'landscape' : 'portrait';
  const turned = orientation ?? standard;
  // A square is the same in both orientations.
  const measures =
    turned === standard ? { width: pageSize.width, height: pageSize.height } : { width: pageSize.height, height: pageSize.width };
  return { size, orientation: turned, measures };
}

export const sizesOf = (kind: PageKind): string[] => [...pageSizes].flatMap(([name, size]) => (size.kind === kind ? [name] : []));
