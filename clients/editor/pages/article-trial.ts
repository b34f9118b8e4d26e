/**
 * article-trial: the pages of an article as pictures, or why it cannot be set. Nothing is changed.
 *
 * It runs the engine that the server sets articles with on the tab of this page. Of many pages only the first are drawn.
 */
import { planIllustration } from '#core/pages/plan-illustration.ts';
import { renderSvg } from '#core/render/render-svg.ts';
import type { Theme } from '#core/render/theme.ts';
import { centreX, centreY, holdsPoint } from '#core/tab/rect.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import { isId, newElementSuffix, newId } from '#schema/ids.ts';
import type { Article } from '#schema/page.ts';
import { isProblem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';

export type ArticleTrial =
  | { readonly refusal: string }
  | {
      readonly pages: readonly { readonly id: string; readonly name: string; readonly source: string; readonly shape: string }[];
      readonly count: number;
    };

const drawnMost = 12;
/** The size of an image on the server is not known here: the trial uses this one. */
const someImage = { width: 1_200, height: 800 };

export function tryArticle(tab: TabView, article: Article, theme: Theme): ArticleTrial {
  const planned = planIllustration(
    tab,
    { article },
    {
      newSuffix: newElementSuffix,
      newPageId: () => newId('page'),
      image: (id) => (isId('img', id) ? someImage : null),
    },
  );
  if (isProblem(planned)) return { refusal: `${planned.detail} ${planned.hint}`.trim() };
  const ids = planned.article?.pages ?? [];
  const pages = planned.pages.filter(({ id }) => ids.includes(id));
  return {
    count: pages.length,
    pages: pages.slice(0, drawnMost).map((page) => ({
      id: page.id,
      name: page.name,
      source: drawPage(page, planned.tab, theme),
      shape: `${page.rect.width} / ${page.rect.height}`,
    })),
  };
}

/** The page alone, with its contents, and without its name above it. */
function drawPage(page: Page, tab: TabView, theme: Theme): string {
  const { rect } = page;
  const boxes = [...tab.boxesIn(rect)].filter((box) => holdsPoint(rect, centreX(box), centreY(box)));
  const elements = new Map(boxes.map((box) => [box.id, box]));
  const source = renderSvg(TabIndex.of({ ...tab.settings, pages: [page], elements, skipped: [] }), { theme, padding: 0 });
  return source.replace(/ viewBox="[^"]*"/, ` viewBox="${rect.x} ${rect.y} ${rect.width} ${rect.height}"`);
}
