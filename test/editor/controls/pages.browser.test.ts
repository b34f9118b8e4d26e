/** Every control of the strip of pages, of a page's menu, of the dialog of an article and of a presentation, pressed in a real browser. */
import { afterAll, beforeAll } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { button, elsewhere, link, type PressedControl } from './control.ts';
import {
  arrangeEntry,
  articleDialog,
  articleEntry,
  illustrate,
  knownArticle,
  pageMenu,
  presentation,
  strip,
} from './page-controls.ts';
import { pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('page-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  bench = await ControlBench.open(stage, ada);
  const add = (name: string) => ({ op: 'add', kind: 'slide', name, ...(name === 'Three' && { layout: 'grid' }) });
  await illustrate(bench, { pages: ['One', 'Two', 'Three'].map(add) });
  const { pages } = await bench.tab();
  const places = pages.slice(1).flatMap(({ rect: { x, y } }) => [
    { x: x + 100, y: y + 300 },
    { x: x + 250, y: y + 350 },
  ]);
  const box = { type: 'shape', shape: 'square', width: 200, height: 100 };
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, {
    operations: places.map((place) => ({ op: 'add', element: { ...box, ...place } })),
  });
});
afterAll(() => stage.stop());

const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ ...control, ...elsewhere }));
/** The tab is one of pages. */
const otherBars = [link('Pages Tab 1', elsewhere)];
const dialog = (name: RegExp) => (page: ControlBench['page']) => page.getByRole('dialog', { name });

pressEveryControl({
  title: 'the strip of pages',
  bench: () => bench,
  ready: (on) => on.editor<void>('editor.viewport.fit({ x: 0, y: 0, width: 100, height: 100 }, 0)'),
  part: (page) => page.getByRole('navigation', { name: 'Pages' }),
  beside: otherBars,
  controls: strip,
});

pressEveryControl({
  title: 'the menu of a page with a layout',
  bench: () => bench,
  ready: ({ page }) => page.getByRole('button', { name: 'Page Three' }).click(),
  part: (page) => page.getByRole('menu'),
  beside: [...otherBars, ...elsewhereOf(strip)],
  controls: [...elsewhereOf(pageMenu.filter(({ name }) => name !== arrangeEntry.name)), arrangeEntry],
});

pressEveryControl({
  title: 'a presentation',
  bench: () => bench,
  ready: (on) => on.editor<void>("editor.run('present')"),
  part: dialog(/^Page \d of 3/),
  popup: 'dialog',
  beside: [...otherBars, ...elsewhereOf(strip)],
  controls: presentation,
});

let hasArticle = false;
pressEveryControl({
  title: 'the dialog of an article',
  bench: () => bench,
  ready: async (on) => {
    if (!hasArticle) await illustrate(on, { article: { article: 'Notes', markdown: '# Notes\n' } });
    hasArticle = true;
    await on.editor<void>("editor.run('article')");
  },
  part: dialog(/^Import Markdown$/),
  popup: 'dialog',
  beside: [...otherBars, ...elsewhereOf(strip), button(/^(?:\d+|Page) /, elsewhere)],
  controls: articleDialog,
});

pressEveryControl({
  title: 'the dialog of an article that is there',
  bench: () => bench,
  ready: (on) => on.editor<void>("(editor.canvas.article.set({ name: 'notes', markdown: '' }), editor.run('article'))"),
  part: dialog(/^Import Markdown$/),
  popup: 'dialog',
  beside: [...otherBars, ...elsewhereOf(strip), button(/^(?:\d+|Page) /, elsewhere)],
  controls: [...elsewhereOf(articleDialog.filter(({ name }) => name !== 'Name' && name !== 'Insert')), ...knownArticle],
});

pressEveryControl({
  title: 'the menu of the page of an article',
  bench: () => bench,
  ready: async (on) => {
    const { pages } = await on.tab();
    const name = pages.find(({ article }) => article === 'notes')?.name ?? '';
    await on.page
      .getByRole('button', { name: `Page ${name}`, exact: true })
      .first()
      .click();
  },
  part: (page) => page.getByRole('menu'),
  beside: [...otherBars, ...elsewhereOf(strip), button(/^(?:\d+|Page) /, elsewhere)],
  controls: [...elsewhereOf(pageMenu), articleEntry],
});
