/**
 * pictures: a tab drawn as it is now.
 *
 * I1  A tab that is too much to draw in one call, by its text or by the time that it takes, is refused (work_limit_exceeded).
 * I2  A theme that does not exist is theme_not_found; the theme of a tab that this server does not know is drawn as light.
 */
import { Work } from '#core/changeset/work.ts';
import { pictureWork } from '#core/render/picture-work.ts';
import { renderWhile } from '#core/render/render-svg.ts';
import { themeNamed } from '#core/render/themes/list.ts';
import { findOne } from '#core/selectors/one.ts';
import type { TabView } from '#core/tab/view.ts';
import type { PictureQuery } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { interFiles } from '#server/pictures/inter-files.ts';

import type { AppContext } from './context.ts';

export interface Pictures {
  /** The SVG. Errors: theme_not_found, target_not_found, target_ambiguous, work_limit_exceeded. */
  svg(call: Call, documentId: string, tabId: string, query: PictureQuery): Promise<string | Problem>;
}

export function createPictures({ storage, rooms, now }: AppContext): Pictures {
  const fonts = interFiles();
  return {
    async svg({ actor }, documentId, tabId, { theme: themeId, elements, padding }) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      return rooms.read<string | Problem>(documentId, (reading) => {
        const tab = reading.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        const theme = themeId === undefined ? undefined : themeNamed(themeId);
        if (theme === null) return problem('theme_not_found');
        const named = elements === undefined ? undefined : elementsNamed(elements, tab);
        if (isProblem(named)) return named;
        if (pictureWork(tab) > limits.pictureWork) return tooMuch();
        const until = performance.now() + limits.pictureMs;
        const svg = renderWhile(() => performance.now() < until, tab, {
          fonts,
          ...(theme !== undefined && { theme }),
          ...(named !== undefined && { elements: named }),
          ...(padding !== undefined && { padding }),
        });
        return svg ?? tooMuch();
      });
    },
  };
}

const tooMuch = (): Problem => problem('work_limit_exceeded', { hint: 'Put less on one tab.' });

/** The full ids of refs, ids and unique prefixes with commas between them. */
function elementsNamed(list: string, tab: TabView): string[] | Problem {
  const search = { tab, selected: null, work: new Work() };
  const ids: string[] = [];
  for (const text of list.split(',')) {
    const element = findOne({ kind: 'ref', text: text.trim() }, search);
    if (isProblem(element)) return element;
    ids.push(element.id);
  }
  return ids;
}
