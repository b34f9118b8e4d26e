/** illustrate: pages of a tab, and articles set on them. */
import { illustrate as verb } from '#clients/verbs/pages.ts';
import { quoteShort } from '#core/notation/quote.ts';
import type { IllustrateAnswer } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const illustrate = tool({
  name: 'illustrate',
  title: 'Make pages, or set an article',
  description: `Make and change the pages of a tab (pages: a list of changes), or set markdown on pages (article): one changeset, all or nothing.
Changes: { op: "add", kind: "slide" | "infographic" | "logo", size?, orientation?, name?, background?, layout?, at? }, { op: "set", page, … }, { op: "layout", page, layout } (arranges what lies on the page), { op: "move", page, at }, { op: "duplicate", page }, { op: "delete", page } (with what lies on it). page: an id, a place from 1, or a name. The answer lists every page with its rectangle on the canvas: draw on a page with update_document, at:x,y within its rectangle.`,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(asked, { service }) {
    const body = await verb.run(asked, service);
    return {
      text: body.pages.map(line).join('\n'),
      foot: illustrationText(body),
      rest: 'read_tab with view=json lists the others.',
    };
  },
});

function line({ place, id, name, kind, size, orientation, rect, article }: Page): string {
  const of = article === undefined ? '' : ` · of ${quoteShort(article, 60)}`;
  const at = `at ${rect.x},${rect.y} ${rect.width}×${rect.height}`;
  return `${place} ${id} ${quoteShort(name, 60)} · ${kind} ${quoteShort(size, 20)} ${orientation} · ${at}${of}`;
}

function illustrationText({ changeset, article }: IllustrateAnswer): string {
  const rev = changeset === null ? 'nothing changed' : `rev ${changeset.previousRev}→${changeset.rev} · ${changeset.id}`;
  return article === undefined ? rev : `${article.elements} elements on ${article.pages.length} pages · ${rev}`;
}
