/**
 * pictures: a tab drawn as it is now, its boards with their cards.
 *
 * I1  A tab that is too much to draw in one call, by its text, its size or by the time that it takes, is refused
 *     (work_limit_exceeded).
 * I2  A theme that does not exist is theme_not_found; the theme of a tab that this server does not know is drawn as light.
 */
import { Work } from '#core/changeset/work.ts';
import { themeNamed } from '#core/render/themes/list.ts';
import { findOne } from '#core/selectors/one.ts';
import type { TabView } from '#core/tab/view.ts';
import type { PictureQuery, PngQuery } from '#schema/calls.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { Look } from '#server/pictures/messages.ts';
import { captured } from '#server/workers/captured-tab.ts';

import { cardsOn } from './board-cards.ts';
import type { AppContext } from './context.ts';

export interface Pictures {
  /** The SVG. Errors: theme_not_found, target_not_found, target_ambiguous, work_limit_exceeded. */
  svg(call: Call, documentId: string, tabId: string, query: PictureQuery): Promise<string | Problem>;
  /** The PNG. Errors as of `svg`. */
  png(call: Call, documentId: string, tabId: string, query: PngQuery): Promise<Uint8Array | Problem>;
}

export function createPictures({ storage, rooms, painter, now }: AppContext): Pictures {
  return {
    async svg(call, documentId, tabId, query) {
      const drawn = await looking(call, documentId, tabId, query, (tab, look) => painter.svg(tab, look));
      return typeof drawn === 'function' ? drawn() : drawn;
    },
    async png(call, documentId, tabId, { scale = 1, ...query }) {
      const seen = await looking(call, documentId, tabId, query, (tab, look) => ({ values: captured(tab), look }));
      return isProblem(seen) ? seen : painter.png(seen.values, seen.look, { scale });
    },
  };

  /** What is seen of a tab at one moment by somebody who may. */
  async function looking<T>(
    { actor }: Call,
    documentId: string,
    tabId: string,
    query: PictureQuery,
    use: (tab: TabView, look: Look) => T | Problem,
  ): Promise<T | Problem> {
    const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
    if (isProblem(access)) return access;
    return rooms.read<T | Problem>(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      const look = lookOf(query, tab);
      if (isProblem(look)) return look;
      const boards = reading.plan.boards.filter((board) => board.tabId === tabId);
      const cards = cardsOn(boards, reading.plan);
      return use(tab, cards === undefined ? look : { ...look, cards });
    });
  }
}

function lookOf({ theme: themeId, elements, padding }: PictureQuery, tab: TabView): Look | Problem {
  const theme = themeId === undefined ? undefined : themeNamed(themeId);
  if (theme === null) return problem('theme_not_found');
  const named = elements === undefined ? undefined : elementsNamed(elements, tab);
  if (isProblem(named)) return named;
  return {
    ...(theme !== undefined && { theme }),
    ...(named !== undefined && { elements: named }),
    ...(padding !== undefined && { padding }),
  };
}

/** The full ids of refs, ids and unique prefixes with commas between them. */
function elementsNamed(list: string, tab: TabView): string[] | Problem {
  const search = { tab, selected: null, work: new Work() };
  const ids: string[] = [];
  for (const part of list.split(',')) {
    const text = part.trim();
    if (text === '') return emptyPart;
    const element = findOne({ kind: 'ref', text }, search);
    if (isProblem(element)) return element;
    ids.push(element.id);
  }
  return ids;
}

const emptyPart = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/elements', message: 'must name an element between two commas' }],
});
