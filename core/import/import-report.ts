/** import-report: what an import answers about its source. */
import type { ImportReport } from '#schema/changeset.ts';

import type { Diagram } from './diagram.ts';

const listed = 200;
const shownCharacters = 200;

export function importReport({ nodes, groups, edges, losses }: Diagram, made: number): ImportReport {
  const coerced = losses.coerced.slice(0, listed).map(({ source, what, became }) => ({ source: short(source), what: short(what), became: short(became) })); // prettier-ignore
  const dropped = losses.dropped.slice(0, listed).map(({ source, what, why }) => ({ source: short(source), what: short(what), why: short(why) })); // prettier-ignore
  const [moreCoerced, moreDropped] = [losses.coerced.length - listed, losses.dropped.length - listed];
  return {
    read: nodes.length + groups.length + edges.length,
    made,
    coerced: moreCoerced > 0 ? [...coerced, { source: '', what: `${moreCoerced} more`, became: '' }] : coerced,
    dropped: moreDropped > 0 ? [...dropped, { source: '', what: `${moreDropped} more`, why: '' }] : dropped,
  };
}

const short = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1).toWellFormed()}…` : text;
