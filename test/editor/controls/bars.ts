/** bars: the controls that are always around a canvas, bar by bar. A new button of a bar is a new row here. */
import type { Page } from 'playwright-core';

import { drawnShapes, titleOf } from '#clients/editor/state/tools.ts';

import type { ControlBench } from './bench.ts';
import {
  button,
  choice,
  type PressedControl,
  dialog,
  type ControlEffect,
  effect,
  elsewhere,
  fill,
  item,
  link,
  menu,
  type Press,
  textbox,
  tabLink,
} from './control.ts';
import { titles } from './command-titles.ts';
import { pixel } from './every-kind.ts';
import { voteMenu } from './vote-controls.ts';
import { downloadedAgain, drawn, held, shown, undo, zoomed } from './effects.ts';

/** Where nothing is in the way of drawing. */
const free = { x: 640, y: 300 };

/** Presses the control of a tool, then draws with it by a click. */
const drawByClick: Press = async (control, { page }) => {
  await control.click();
  await page.mouse.click(free.x, free.y);
};
const drawByDrag: Press = async (control, { page }) => {
  await control.click();
  await page.mouse.move(free.x, free.y);
  await page.mouse.down();
  await page.mouse.move(free.x + 160, free.y + 90, { steps: 4 });
  await page.mouse.up();
};
const undrawn = async (bench: ControlBench): Promise<void> => {
  await bench.page.keyboard.press('Escape');
  await bench.undo();
};
const draws = (kind: string, press: Press = drawByClick) => ({ press, effect: drawn(kind), after: undrawn });

const takes = (tool: string): ControlEffect => held<string>('editor.tool.get().name', (name) => name === tool);

const putAway = ({ page }: ControlBench): Promise<void> => page.keyboard.press('Escape');

const choosePicture: Press = async (control, { page }) => {
  const chooser = page.waitForEvent('filechooser');
  await control.click();
  await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel });
};

const panel = (name: string) => (page: Page) => page.getByRole('complementary', { name });
export const shownDialog = (name: string | RegExp): ControlEffect => shown((page) => page.getByRole('dialog', { name }));

/** Kinds that are no shapes, by the tool's name. */
const otherKinds = { Swimlane: 'lane', Table: 'table', 'Numbered badge': 'annotation', 'Link card': 'link-card' } as const;

export const toolBar: readonly PressedControl[] = [
  button('Hand', takes('hand')),
  button('Comment', { effect: takes('comment'), after: putAway }),
  button('Laser pointer', takes('laser')),
  button('Select', takes('select')),
  button('Rectangle', draws('square')),
  button('Ellipse', draws('ellipse')),
  button('Diamond', draws('diamond')),
  button(
    'Shapes',
    dialog([
      textbox('Search shapes', { press: fill('hexa', 'Enter'), effect: takes('shape:hexagon') }),
      ...drawnShapes.map((kind) => button(titleOf(kind), draws(kind))),
      ...Object.entries(otherKinds).map(([title, kind]) => button(title, draws(kind))),
      button('Icon', {
        effect: shownDialog('Icons'),
        // While the dialog closes, it would be taken for the menu of shapes.
        after: async ({ page }) => {
          await page.keyboard.press('Escape');
          await page.getByRole('dialog', { name: 'Icons', includeHidden: true }).waitFor({ state: 'detached' });
        },
      }),
      button('Video', shownDialog('Video')),
    ]),
  ),
  button('Sticky note', draws('sticky')),
  button('Text', {
    press: async (control, bench) => {
      await drawByClick(control, bench);
      await bench.page.keyboard.type('Words');
    },
    effect: drawn('text'),
    after: async (bench) => {
      await undrawn(bench);
      await bench.undo();
    },
  }),
  button('Arrow', draws('arrow', drawByDrag)),
  button('Frame', draws('frame')),
  button('Pen', draws('stroke', drawByDrag)),
  button('Highlighter', draws('stroke', drawByDrag)),
  button('Eraser', { effect: takes('eraser'), after: putAway }),
  button('Sheet', {
    effect: drawn('plan-sheet'),
    after: async (bench) => {
      await bench.page.getByRole('button', { name: 'Close sheet' }).click();
      await bench.undo();
    },
  }),
  button('Image', { press: choosePicture, effect: drawn('image'), after: undo }),
];

const inkColors = { Blue: 'blue', Teal: 'teal', Green: 'green', Yellow: 'yellow', Orange: 'orange', Red: 'red', Pink: 'pink', Purple: 'purple', Gray: 'grey' } as const; // prettier-ignore
const inkTitles = ['Thin', 'Medium', 'Thick', 'Extra thick'] as const;

/** Beside the tool bar while a tool that draws freehand lines is chosen; each with a color and a width that it does not begin with. */
export const inkOptions = (tool: 'pen' | 'highlighter'): readonly PressedControl[] => {
  const looks = <T>(name: string, value: T): ControlEffect =>
    held<T | null>(`editor.canvas.ink.get().${tool}.${name} ?? null`, (now) => now === value);
  const colors = Object.entries(inkColors).filter(([title]) => tool === 'pen' || title !== 'Pink');
  const widths = tool === 'pen' ? [1.5, null, 6, 12] : [12, 20, 32, 48];
  const color = (title: string, value: string | null): PressedControl => button(title, looks('stroke', value));
  return [
    ...colors.map(([title, value]) => color(title, value)),
    ...(tool === 'pen' ? [color('Neutral', null)] : [color('Neutral', null), color('Pink', 'pink')]),
    ...[0, 2, 3, 1].map((at) => button(inkTitles[at] ?? '', looks('thickness', widths[at] ?? null))),
  ];
};

const isZoom = (zoom: number): ControlEffect => zoomed((now) => Math.abs(now - zoom) < 0.001);

/** An element of the tab that is out of view at first. */
export const farAway = 'far';
const seen: ControlEffect = held<boolean>(
  `[...editor.tab.view.boxesIn(editor.viewport.visible())].some(({ id }) => [...editor.tab.view.idsOfSlug('${farAway}')].includes(id))`,
  Boolean,
);

export const zoomEntries: readonly PressedControl[] = [
  ...[0.25, 0.5, 1, 2, 4].map((zoom) => item(`${zoom * 100}%`, isZoom(zoom))),
  item(titles['zoom-to-fit'], seen),
  item(titles['zoom-to-selection'], {
    press: async (control, bench) => {
      await bench.editor(`editor.selection.set(editor.tab.view.idsOfSlug('${farAway}'))`);
      await control.click();
    },
    effect: seen,
  }),
];

const reacts = held<number>('editor.canvas.reactions.latestOf("self") ?? 0', (now, before) => now > before);

/** The emoji by their titles. */
export const reactionMenu = button(
  'Reactions',
  dialog(
    ['Thumbs up', 'Heart', 'Party popper', 'Applause', 'Laughing', 'Surprised', 'Thinking', 'Eyes'].map((title) =>
      button(title, {
        // A page sends five in a second at most.
        press: async (control, { page }) => {
          await page.waitForTimeout(250);
          await control.click();
        },
        effect: reacts,
      }),
    ),
  ),
);

const timed = (seconds: number) => ({
  effect: held<number | null>('editor.session.timer.get()?.seconds ?? null', (now) => now === seconds),
  after: async (bench: ControlBench) => {
    await bench.send('POST', '/timer', { action: 'stop' });
    await bench.page.getByRole('timer').waitFor({ state: 'detached' });
  },
});

export const timerMenu = button(
  'Timer',
  dialog([
    ...[1, 3, 5, 10].map((minutes) => button(`${minutes} min`, timed(minutes * 60))),
    textbox('Minutes', { press: fill('7', 'Enter'), ...timed(420) }),
    button('Start', {
      press: async (control, { page }) => {
        await page.getByRole('textbox', { name: 'Minutes' }).fill('8');
        await control.click();
      },
      ...timed(480),
    }),
  ]),
);

const isPaused = (paused: boolean): ControlEffect =>
  held<boolean>('editor.session.timer.get()?.endsAt === null', (now) => now === paused);

/** Of a timer that runs. */
export const timerChip: readonly PressedControl[] = [
  button('Pause timer', {
    effect: isPaused(true),
    after: ({ page }) => page.getByRole('button', { name: 'Resume timer' }).click(),
  }),
  button(
    'Add 1 minute',
    held<number>('editor.session.timer.get()?.seconds ?? 0', (now, before) => now > before),
  ),
  button(
    'Stop timer',
    shown((page) => page.locator('main:not(:has([role=timer]))')),
  ),
];

export const zoomBar: readonly PressedControl[] = [
  reactionMenu,
  voteMenu,
  timerMenu,
  button(/^(?:Show|Hide) minimap$/, {
    effect: shown((page) => page.getByRole('img', { name: 'Minimap' })),
    after: ({ page }) => page.getByRole('button', { name: 'Hide minimap' }).click(),
  }),
  button(
    'Zoom in',
    zoomed((now, before) => now > before),
  ),
  button(
    'Zoom out',
    zoomed((now, before) => now < before),
  ),
  button(/^Zoom: \d+%$/, menu(zoomEntries)),
  button(titles['zoom-to-fit'], seen),
];

const rename: Press = async (control, { page }) => {
  await control.click();
  await page.getByRole('textbox', { name: 'Document name' }).fill('Renamed');
  await page.keyboard.press('Enter');
};

/** Empty: as the system has it. */
const looks = (appearance: string): ControlEffect =>
  effect(
    ({ page }) => page.evaluate<string>("document.documentElement.dataset.theme ?? ''"),
    (now) => now === appearance,
  );

/** The names of the panels by their titles. */
export const panelsByTitle = {
  Comments: 'comments',
  'Tasks for agents': 'tasks',
  Proposals: 'proposals',
  History: 'history',
  Issues: 'lint',
  Layers: 'layers',
  'Shape libraries': 'libraries',
  Find: 'find',
} as const;
export type PanelTitle = keyof typeof panelsByTitle;
export const panelTitles = Object.keys(panelsByTitle) as readonly PanelTitle[];

/** What opens the history of the tab over its canvas. */
export const opensVersions = {
  effect: shown((page) => page.getByRole('region', { name: 'Version history' })),
  after: ({ page }: ControlBench): Promise<void> => page.getByRole('button', { name: 'Close version history' }).click(),
};

const exported = (name: string, ending: RegExp): PressedControl => item(name, downloadedAgain(ending));
const pictureExports: readonly PressedControl[] = [
  exported('PDF', /\.pdf$/),
  exported('PNG', /\.png$/),
  exported('SVG', /\.svg$/),
];

export const exportTab = item(
  'Export tab',
  menu([
    ...pictureExports,
    exported('draw.io', /\.drawio$/),
    exported('Excalidraw', /\.excalidraw$/),
    exported('Mermaid', /\.mmd$/),
    exported('JSON', /\.json$/),
  ]),
);
export const exportSelection = item('Export selection', menu(pictureExports));

export const documentMenu: readonly PressedControl[] = [
  item('Add star', {
    effect: effect(
      async ({ agent, place }) => (await agent.call<{ starred?: boolean }>('GET', `/documents/${place.id}`)).body.starred,
      (starred) => starred === true,
    ),
    after: async ({ page }) => {
      await page.getByRole('button', { name: 'Document menu' }).click();
      await page.getByRole('menuitem', { name: 'Remove star' }).click();
      await page.getByText('Star removed').waitFor();
    },
  }),
  item(
    'Duplicate document',
    shown((page) => page.getByText('Duplicated as “Copy of Renamed”')),
  ),
  item('Version history', opensVersions),
  exportTab,
  item('Tab theme…', shownDialog(/^Theme for /)),
  item('Document settings…', shownDialog('Document settings')),
  choice('Dark', looks('dark')),
  choice('Light', looks('light')),
  choice('System', looks('')),
  item('Command palette', shownDialog('Command palette')),
  item('Keyboard shortcuts', shownDialog('Keyboard shortcuts')),
];

export const topBar: readonly PressedControl[] = [
  button('Undo', elsewhere),
  button('Redo', elsewhere),
  button(/^(?:Drawing|Renamed)$/, {
    press: rename,
    effect: effect(
      async (bench) => (await bench.document()).name,
      (name) => name === 'Renamed',
    ),
  }),
  button(/^\d (?:person|people) in this document/, elsewhere),
  button('Share', shownDialog('Share')),
  ...panelTitles.map((name) =>
    button(name, {
      effect: shown(panel(name)),
      after: ({ page }) => page.getByRole('banner').getByRole('button', { name, exact: true }).click(),
    }),
  ),
  button('Document menu', menu(documentMenu)),
  link('Your documents', {
    effect: effect(
      async ({ page }) => new URL(page.url()).pathname,
      (path) => path === '/',
    ),
    after: async ({ page }) => {
      await page.goBack();
      await page.getByText('Saved').waitFor();
    },
  }),
];

export const tabBar: readonly PressedControl[] = [
  tabLink('Tab 1', elsewhere),
  button('Actions for Tab 1', elsewhere),
  button('Add tab', elsewhere),
];

export const bars: readonly PressedControl[] = [...toolBar, ...zoomBar, ...topBar, ...tabBar];
