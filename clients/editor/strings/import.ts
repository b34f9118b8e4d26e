/** The texts of importing diagrams. */
import { catalogue } from './catalogue.ts';

/** As many fit into a notice. */
const listed = 6;

export const importTexts = catalogue({
  imported: (count: number) => (count === 1 ? 'Imported 1 element' : `Imported ${count} elements`),
  failed: 'Couldn’t import the diagram',
  coerced: (source: string, what: string, became: string) => `${source}: ${what} became ${became}`,
  dropped: (source: string, what: string, why: string) => `${source}: left out ${what} (${why})`,
  losses: (lines: readonly string[]) =>
    [...lines.slice(0, listed), ...(lines.length > listed ? [`${lines.length - listed} more`] : [])].join('\n'),
});
