/** Verbs for the pages of a tab and for articles on them. */
import Type from 'typebox';

import { table } from '#clients/text/table.ts';
import { quoteShort } from '#core/notation/quote.ts';
import { Illustration } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import { documentAndTab, tabParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

export const listPages = verb({
  name: 'list-pages',
  summary: 'List the pages of a tab, with their rectangles.',
  input: Type.Object(documentAndTab),
  effect: 'read',
  idempotent: true,
  async run({ document, tab }, service) {
    const params = await tabParams(service, document, tab);
    const { pages } = await service.json('GET /documents/:doc/tabs/:tab', { params });
    return { pages };
  },
  command: {
    usage: 'page ls <doc:document>',
    options: { tab: {} },
    id: ({ pages }) => pages.map(({ id }) => id).join('\n'),
    text: ({ pages }) => pagesText(pages),
  },
});

/** The server refuses an input without exactly one of `pages` and `article`. */
export const illustrate = verb({
  name: 'illustrate',
  summary: 'Add and change the pages of a tab, or lay out an article on pages: one changeset.',
  input: Type.Object({ ...documentAndTab, ...Illustration.properties }),
  effect: 'destructive',
  idempotent: false,
  canPropose: true,
  async run({ document, tab, ...body }, service) {
    const params = await tabParams(service, document, tab);
    return service.json('POST /documents/:doc/tabs/:tab/illustrate', { params, body });
  },
  tool: {
    name: 'illustrate',
    title: 'Make pages, or set an article',
    description:
      'Add and change pages of a tab, or lay out Markdown on pages (article). The answer has the rectangle of each page: draw in it with at:x,y.',
    args: {
      pages:
        '[{"op":"add","kind":"slide","name":"Goals"}] (or infographic, logo), {"op":"set","page":1,"name":"Aims"}, layout, move, duplicate, delete. page: id, place or name.',
      article: '{"markdown":"# Title"}',
    },
    hasBoard: true,
    answer({ changeset, article, pages }) {
      const rev = changeset === null ? 'nothing changed' : `rev ${changeset.previousRev}→${changeset.rev} · ${changeset.id}`;
      return {
        text: pages.map(pageLine).join('\n'),
        foot: article === undefined ? rev : `${article.elements} elements on ${article.pages.length} pages · ${rev}`,
        rest: 'read_tab with view=json lists the others.',
        ...(changeset !== null && { board: changeset.url }),
      };
    },
  },
});

export const pageVerbs: readonly Verb[] = [listPages];

/** For terminals: a row for each page. */
export const pagesText = (pages: readonly Page[]): string =>
  table(
    pages.map(({ id, place, name, kind, size, orientation, rect }) => [
      String(place),
      id,
      name,
      `${kind} ${size} ${orientation}`,
      `at ${rect.x},${rect.y} ${rect.width}×${rect.height}`,
    ]),
  );

/** For models. */
function pageLine({ place, id, name, kind, size, orientation, rect, article }: Page): string {
  const of = article === undefined ? '' : ` · of ${quoteShort(article, 60)}`;
  const at = `at ${rect.x},${rect.y} ${rect.width}×${rect.height}`;
  return `${place} ${id} ${quoteShort(name, 60)} · ${kind} ${quoteShort(size, 20)} ${orientation} · ${at}${of}`;
}
