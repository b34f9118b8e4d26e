/**
 * Every control that people have who may not edit: a member who may view, guests of links, a member who may comment; in a real
 * browser. Each list is that of the whole page: a control that edits would be one too many.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CommentThread } from '#schema/comment.ts';
import type { Item } from '#schema/board.ts';

import { type EditorStage, startStage } from '../stage.ts';
import {
  documentMenu,
  exportSelection,
  exportTab,
  panelsByTitle,
  type PanelTitle,
  panelTitles,
  shownDialog,
  zoomBar,
} from './bars.ts';
import { ControlBench, type Place } from './bench.ts';
import { alertdialog, button, checkbox, combobox, type ControlEffect, disabled, effect, elsewhere, fill, dialog, item, link, menu, type PressedControl, searchbox, spinbutton, tabLink, textbox, toggle } from './control.ts'; // prettier-ignore
import { titles } from './command-titles.ts';
import { copied, downloaded, held, hidden, shown } from './effects.ts';
import { callOf } from './home-controls.ts';
import { panel } from './panel-controls.ts';
import { type Context, pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
/** Ben's page, who may view. */
let viewer: ControlBench;
/** The page of a guest who may view. */
let guest: ControlBench;
/** The page of a guest who may comment. */
let speaker: ControlBench;
/** Pam's page, who may comment. */
let participant: ControlBench;
let place: Place;
let sheet: string;
let speakersLink: string;

beforeAll(async () => {
  stage = await startStage('viewers');
  stage.expectComplaints(/status of (?:401|403|404)|Failed to load resource|WebSocket/);
  const [ada, ben, pam] = await Promise.all(
    ['Ada', 'Ben', 'Pam'].map((name) =>
      stage.person(name, { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] }),
    ),
  );
  if (ada === undefined || ben === undefined || pam === undefined) throw new Error('three people');
  place = await stage.document(ada, 'Drawing');
  const owner = new ControlBench(await ada.open('/'), place, ada.agent);
  const { tab } = place;
  const made = await owner.send<{ sheet: { id: string } }>('POST', '/sheets', { tabId: tab, title: 'Budget' });
  sheet = made.sheet.id;
  await owner.send('PATCH', `/tabs/${tab}`, { layers: [{ id: 'layer-ground', name: 'Ground', hidden: false, locked: false }] });
  const at = (x: number, y: number, width = 160, height = 80) => ({ x, y, width, height });
  const elements = [
    { id: 'box', type: 'shape', shape: 'square', label: 'Box', layer: 'layer-ground', ...at(200, 140) },
    { id: 'other', type: 'shape', shape: 'square', label: 'Other', ...at(400, 140) },
    // Smaller than its text, which is a finding of lint.
    {
      id: 'third',
      type: 'shape',
      shape: 'square',
      label: 'Third of all the boxes on this tab, and the last',
      ...at(600, 140, 60, 30),
    },
    { id: 'board', type: 'shape', shape: 'plan-board', label: 'Board', ...at(200, 340, 480, 260) },
    { id: 'sheet', type: 'shape', shape: 'plan-sheet', planSheet: { sheetId: sheet }, ...at(720, 340, 240, 160) },
  ];
  await owner.send('POST', `/tabs/${tab}/changesets`, {
    operations: elements.map((element) => ({ op: 'add', element })),
    summary: 'Drawn',
  });
  await owner.send('POST', `/tabs/${tab}/comments`, { elementId: (await owner.element('box'))?.id, text: 'Is it right?' });
  const { boards } = await owner.get<{ boards: { columns: { status: string }[] }[] }>('/plan');
  const status = boards[0]?.columns[0]?.status;
  const { item: card } = await owner.send<{ item: Item }>('POST', '/items', {
    type: 'note',
    fields: { title: 'Alpha' },
    place: { status },
  });
  await owner.send('POST', `/items/${card.id}/comments`, { text: 'Which color?' });
  await owner.send('POST', '/tabs', { name: 'Slides', mode: 'pages' });
  const slides = (await owner.document()).tabs[1]!.id;
  await owner.send('POST', `/tabs/${slides}/illustrate`, { pages: [{ op: 'add', kind: 'slide', name: 'One' }] });
  await stage.invite(place.id, ben, 'viewer');
  await stage.invite(place.id, pam, 'participant');
  const join = async (level: string): Promise<{ bench: ControlBench; id: string }> => {
    const { link: made } = await owner.send<{ link: { id: string; url: string } }>('POST', '/share-links', { level });
    const page = await (await stage.stranger({ reducedMotion: 'reduce' })).open(made.url);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Katherine');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    return { bench: new ControlBench(page, place, ada.agent), id: made.id };
  };
  viewer = await ControlBench.at(ben, place);
  participant = await ControlBench.at(pam, place);
  guest = (await join('viewer')).bench;
  const { bench, id } = await join('participant');
  speaker = bench;
  speakersLink = id;
});
afterAll(() => stage.stop());

const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ role: control.role, name: control.name, ...elsewhere }));
const whole: Context['part'] = (page) => page.locator('body');
const dialogOf = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const takes = (tool: string): ControlEffect => held<string>('editor.tool.get().name', (name) => name === tool);

/** Only editors read proposals. */
const panels = panelTitles
  .filter((name) => name !== 'Proposals' && name !== 'Shape libraries')
  .map((name) =>
    button(name, {
      effect: shown(panel(name)),
      after: ({ page }) => page.getByRole('banner').getByRole('button', { name, exact: true }).click(),
    }),
  );
const duplicate = item('Duplicate document', {
  effect: effect(
    async ({ page }) => (await callOf<{ documents: readonly object[] }>(page, 'GET', '/documents')).documents.length,
    (now, before) => now === before + 1,
  ),
});
const star = item('Add star', elsewhere);
const settings = item('Document settings…', dialog([
  button('Copy Document ID (for API and CLI)', elsewhere),
  button('Close', hidden(dialogOf('Document settings'))),
])); // prettier-ignore
/** The entries that are pressed here, and those that everyone has. */
const documentMenuOf = (...pressed: readonly PressedControl[]): PressedControl =>
  button('Document menu', menu([
    ...pressed,
    item('Tab theme…', disabled),
    ...elsewhereOf(documentMenu.filter(({ name }) => ![duplicate, star, ...pressed].some((one) => one.name === name) && name !== 'Tab theme…' && name !== 'Version history')),
  ])); // prettier-ignore

/** What everyone has around the drawing of the first tab. */
const around: readonly PressedControl[] = [
  button(/^\d people in this document/, elsewhere),
  ...panels,
  button('Hand', takes('hand')),
  button('Laser pointer', takes('laser')),
  button('Select', takes('select')),
  ...zoomBar.flatMap((control) => (control.opens === undefined && control.name !== titles['zoom-to-fit'] ? [control] : [])),
  button('Reactions', elsewhere),
  button(/^Zoom: \d+%$/, elsewhere),
  button(
    titles['zoom-to-fit'],
    held<number>('editor.viewport.get().zoom', (now, before) => now !== before),
  ),
  tabLink('Tab 1', elsewhere),
  tabLink('Slides', {
    effect: held<string>('editor.tab.settings.get().name', (name) => name === 'Slides'),
    after: (on) => on.showTab(on.place.tab),
  }),
  button('Open Board', {
    effect: shown((page) => page.getByRole('region', { name: 'Board Board' })),
    after: ({ page }) => page.getByRole('button', { name: 'Close board' }).click(),
  }),
  button(/^#1 Alpha/, { effect: shown(dialogOf('Card #1')), after: ({ page }) => page.keyboard.press('Escape') }),
  button('1 comment on Box', {
    effect: shown(panel('Comments')),
    after: ({ page }) => page.getByRole('button', { name: 'Close Comments' }).click(),
  }),
];
const comments = button('Comment', { effect: takes('comment'), after: ({ page }) => page.keyboard.press('Escape') });
const forMembers: readonly PressedControl[] = [
  link('Your documents', elsewhere),
  button('People with access', shown(dialogOf('People with access'))),
];

const onTab = async (on: ControlBench): Promise<void> => {
  if ((await on.editor<string>('editor.tab.id')) !== on.place.tab) await on.showTab(on.place.tab);
  await on.editor<void>(
    '(editor.sheet.set(null), editor.board.close(), editor.panel.set(null), editor.viewport.fit({ x: 0, y: 0, width: 1280, height: 720 }, 0))',
  );
};
/** With this selected, which has no bar over it. */
const selecting =
  (...refs: readonly string[]) =>
  async (on: ControlBench): Promise<void> => {
    await onTab(on);
    await on.select(...refs);
  };

pressEveryControl({
  title: 'the page of a member who may view',
  bench: () => viewer,
  ready: selecting('box'),
  part: whole,
  controls: [...around, ...forMembers, documentMenuOf(star, duplicate, exportTab, settings)],
});

pressEveryControl({
  title: 'the page of a guest who may view',
  bench: () => guest,
  ready: selecting('box'),
  part: whole,
  controls: [...elsewhereOf(around), documentMenuOf(exportTab)],
});

pressEveryControl({
  title: 'the page of a guest who may comment',
  bench: () => speaker,
  ready: selecting('box'),
  part: whole,
  controls: [comments, ...elsewhereOf([...around, documentMenuOf()])],
});

const openMenuOn =
  (ref: string) =>
  async (on: ControlBench): Promise<void> => {
    await selecting(ref)(on);
    const { x, y } = await on.pointOf(ref, 0.5, 0.1);
    await on.page.mouse.click(x, y, { button: 'right' });
  };
const contextMenu = (
  on: 'viewer' | 'guest' | 'speaker',
  bench: () => ControlBench,
  ref: string,
  controls: readonly PressedControl[],
): void =>
  pressEveryControl({
    title: `the menu of a ${ref}, for a ${on}`,
    bench,
    ready: openMenuOn(ref),
    part: (page) => page.getByRole('menu').first(),
    popup: 'menu',
    controls,
  });
const copyAs = item('Copy as', menu([item('PNG', elsewhere), item('SVG', elsewhere), item('Changeset', elsewhere)]));
const taking: readonly PressedControl[] = [copyAs, exportSelection];
const always: readonly PressedControl[] = [
  item(titles.copy, elsewhere),
  item(titles['copy-style'], elsewhere),
  item(titles['toggle-grid'], elsewhere),
  item(
    titles['select-all'],
    held<number>('editor.selection.get().size', (now) => now > 2),
  ),
  item(
    titles['zoom-to-fit'],
    held<number>('editor.viewport.get().zoom', (now, before) => now !== before),
  ),
];
const opens = (name: string, region: string, close: string): PressedControl =>
  item(name, {
    effect: shown((page) => page.getByRole('region', { name: region })),
    after: ({ page }) => page.getByRole('button', { name: close }).click(),
  });
contextMenu('viewer', () => viewer, 'box', [...always.slice(1), item(titles.copy, copied('Box')), ...taking]);
contextMenu('viewer', () => viewer, 'board', [
  opens(titles['board-open'], 'Board Board', 'Close board'),
  opens(titles['edit-label'], 'Board Board', 'Close board'),
  item(titles['board-columns'], shown(dialogOf('Board'))),
  ...elsewhereOf([...always, ...taking]),
]);
contextMenu('viewer', () => viewer, 'sheet', [
  opens(titles['edit-label'], 'Sheet Budget', 'Close sheet'),
  ...elsewhereOf([...always, ...taking]),
]);
contextMenu('guest', () => guest, 'box', [exportSelection, ...elsewhereOf([...always, copyAs])]);
contextMenu('speaker', () => speaker, 'box', [
  item(titles['add-comment'], { effect: shown(panel('Comments')), after: ({ page }) => page.getByRole('button', { name: 'Close Comments' }).click() }),
  item(titles['hand-to'], shownDialog('Hand to an agent')),
  ...elsewhereOf([...always, ...taking]),
]); // prettier-ignore

type PanelOf = { readonly on: string; readonly bench: () => ControlBench; readonly select?: readonly string[]; readonly ready?: (on: ControlBench) => Promise<void> }; // prettier-ignore
function pressPanel(
  name: PanelTitle,
  { on, bench, select = ['box'], ready }: PanelOf,
  controls: readonly PressedControl[],
): void {
  pressEveryControl({
    title: `${name}, for a ${on}`,
    bench,
    ready: async (shown) => {
      await selecting(...select)(shown);
      await shown.editor<void>(`editor.panel.set('${panelsByTitle[name]}')`);
      await ready?.(shown);
    },
    part: panel(name),
    beside: elsewhereOf([...around, ...forMembers]),
    controls: [...controls, button(`Close ${name}`, hidden(panel(name)))],
  });
}
const asViewer: PanelOf = { on: 'viewer', bench: () => viewer };
const threads = async (bench: ControlBench): Promise<readonly CommentThread[]> =>
  (await bench.get<{ threads: readonly CommentThread[] }>('/comments?status=all')).threads;
pressPanel('Comments', { ...asViewer, select: ['other'] }, [
  combobox('Filter', elsewhere),
  button('Mentions', elsewhere),
  button('Box', held<string>('[...editor.selection.get()].join()', (now) => now.startsWith('box'))),
]); // prettier-ignore
pressPanel('Tasks for agents', asViewer, [combobox('Filter', elsewhere)]);
pressPanel('History', { ...asViewer, select: ['other'] }, [
  toggle('All tabs', shown((page) => panel('History')(page).getByText('· Tab 1').first())),
  button('Details', { effect: shown((page) => panel('History')(page).getByText('+ box', { exact: false })), times: 'several' }),
]); // prettier-ignore
pressPanel('Issues', asViewer, [
  button(/\.$/, {
    effect: held<string>('[...editor.selection.get()].join()', (now) => now.startsWith('third')),
    times: 'several',
  }),
]);
pressPanel('Layers', { ...asViewer, select: ['other'] }, [
  button('Hide Ground', disabled),
  button('Ground', disabled),
  button(
    'Select 1 element on Ground',
    held<string>('[...editor.selection.get()].join()', (now) => now.startsWith('box')),
  ),
]);

const openBoard = async (on: ControlBench): Promise<void> => {
  await onTab(on);
  await on.page.getByRole('button', { name: 'Open Board' }).click();
};
pressEveryControl({
  title: 'an open board, for a viewer',
  bench: () => viewer,
  ready: openBoard,
  part: (page) => page.getByRole('region', { name: 'Board Board' }),
  beside: elsewhereOf([...around, ...forMembers]),
  controls: [
    button('Board', disabled),
    searchbox('Search cards', elsewhere),
    ...['Assignee', 'Swimlanes'].map((name) => combobox(name, elsewhere)),
    button(/^Alpha/, { effect: shown(dialogOf('Card #1')), after: ({ page }) => page.keyboard.press('Escape') }),
    button('Board columns', dialog([
      textbox(/^Name(?: of column \d)?$/, { ...disabled, times: 4 }),
      spinbutton(/^WIP limit for /, { ...disabled, times: 3 }),
      button(/^(?:Move|Delete) /, { ...disabled, times: 9 }),
      checkbox('All types (including new ones)', disabled),
      button('Done', hidden(dialogOf('Board'))),
      button('Close', elsewhere),
      button('View card types', shown(dialogOf('Card types'))),
    ])),
    button('Close board', hidden((page) => page.getByRole('region', { name: 'Board Board' }))),
  ],
}); // prettier-ignore

const cardComments = (by: number): ControlEffect =>
  effect(
    async (bench) => (await bench.get<{ items: readonly Item[] }>('/items')).items[0]?.comments.length ?? 0,
    (now, before) => now === before + by,
  );
const cardFields: readonly PressedControl[] = [
  textbox(/^(?:Title|Description|Labels|Start|Due)$/, { ...disabled, times: 'several' }),
  combobox(/^(?:Type|Status|Assignee|Priority)$/, { ...disabled, times: 'several' }),
];
const pressCard = (on: string, bench: () => ControlBench, controls: readonly PressedControl[]): void =>
  pressEveryControl({
    title: `a card, for a ${on}`,
    bench,
    ready: async (shown) => {
      await openBoard(shown);
      await shown.page
        .getByRole('region', { name: 'Board Board' })
        .getByRole('button', { name: /^Alpha/ })
        .click();
    },
    part: dialogOf('Card #1'),
    popup: 'dialog',
    beside: [button(/./, elsewhere), link(/./, elsewhere), combobox(/./, elsewhere), searchbox(/./, elsewhere)],
    controls: [...cardFields, ...controls, button('Close', hidden(dialogOf('Card #1')))],
  });
pressCard('viewer', () => viewer, []);

pressEveryControl({
  title: 'an open sheet, for a viewer',
  bench: () => viewer,
  ready: async (on) => {
    await onTab(on);
    await on.editor<void>(`editor.sheet.set('${sheet}')`);
    await on.page.getByRole('grid', { name: 'Cells of Budget' }).waitFor();
  },
  part: (page) => page.getByRole('region', { name: 'Sheet Budget' }),
  beside: elsewhereOf([...around, ...forMembers]),
  controls: [
    button('Budget', { ...disabled, times: 2 }),
    link('CSV', downloaded(/^Budget\.csv$/m)),
    textbox(/^Value of /, elsewhere),
    button('Close sheet', hidden((page) => page.getByRole('grid'))),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'the strip of pages, for a viewer',
  bench: () => viewer,
  ready: async (on) => {
    const { tabs } = await on.document();
    await on.showTab(tabs[1]?.id ?? '');
    await on.editor<void>('editor.viewport.fit({ x: 4000, y: 4000, width: 100, height: 100 }, 0)');
  },
  part: (page) => page.getByRole('navigation', { name: 'Pages' }),
  beside: elsewhereOf([...around, ...forMembers]),
  controls: [
    button('1 One', held<{ x: number }>('editor.viewport.visible()', (now, before) => now.x !== before.x)),
    button('Present', shown(dialogOf(/^Page 1 of 1/))),
  ],
}); // prettier-ignore

const votes: ControlEffect = effect(
  async (bench) => Object.values((await bench.get<{ items: readonly Item[] }>('/items')).items[0]?.votes ?? {}).reduce((sum, dots) => sum + dots, 0),
  (now, before) => now === before + 1,
); // prettier-ignore
pressCard('participant', () => participant, [
  button('Hand to…: Card #1', shownDialog('Hand to an agent')),
  textbox('Comment on card #1', { press: fill('By Pam', 'Control+Enter'), effect: cardComments(1) }),
  button('Comment', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Comment on card #1' }).fill('Once more');
      await control.click();
    },
    effect: cardComments(1),
  }),
  button('Resolve', {
    effect: effect(async (bench) => (await bench.get<{ items: readonly Item[] }>('/items')).items[0]?.commentsResolved, Boolean),
    after: ({ page }) => page.getByRole('button', { name: 'Reopen' }).click(),
  }),
  button('Remove vote', disabled),
  button('Vote', { effect: votes, after: ({ page }) => page.getByRole('button', { name: 'Remove vote' }).click() }),
]); // prettier-ignore

/** In the thread of Box and under the card, which have a comment of Ada's and get one of this person's own. */
for (const [where, open, field] of [
  ['in a thread', async (on: ControlBench) => {
    await selecting('box')(on);
    await on.editor<void>("editor.panel.set('comments')");
    await panel('Comments')(on.page).getByRole('button', { name: 'Reply' }).click();
  }, 'Reply on Box'],
  ['on a card', async (on: ControlBench) => {
    await openBoard(on);
    await on.page.getByRole('region', { name: 'Board Board' }).getByRole('button', { name: /^Alpha/ }).click();
  }, 'Comment on card #1'],
] as const)
  test(`a participant deletes a comment of their own ${where}, and no other`, async () => {
    const { page } = participant;
    await participant.settle();
    await open(participant);
    const own = page.getByRole('button', { name: 'Delete comment by Pam' });
    const before = await own.count();
    await page.getByRole('textbox', { name: field }).fill('My own');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => own.count()).toBe(before + 1);
    expect(await page.getByRole('button', { name: 'Delete comment by Ada' }).count()).toBe(0);
    await own.last().click();
    await expect.poll(() => own.count()).toBe(before);
    await page.getByText('My own').waitFor({ state: 'detached' });
  }); // prettier-ignore

const commentsOfGuest = effect(
  async (on) => (await threads(on)).flatMap((thread) => thread.comments.filter(({ authorName }) => authorName === 'Katherine')).length,
  (now, before) => now === before + 1,
); // prettier-ignore
const asSpeaker: PanelOf = { on: 'guest who may comment', bench: () => speaker };
pressPanel('Comments', { ...asSpeaker, select: ['other'] }, [
  combobox('Filter', elsewhere),
  textbox('Add a comment…', elsewhere),
  button('Box', elsewhere),
  button('Hand to…: the comments on Box', elsewhere),
  button('Resolve', {
    effect: effect(async (on) => (await threads(on)).every(({ resolved }) => resolved), Boolean),
    after: async ({ agent }) => {
      const [thread] = await threads(speaker);
      await agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/comments/${thread?.comments[0]?.id}/reopen`);
    },
  }),
  button('Reply', {
    press: async (control, { page }) => {
      await control.click();
      await page.getByRole('textbox', { name: 'Reply on Box' }).fill('A reply');
      await page.keyboard.press('Control+Enter');
    },
    effect: commentsOfGuest,
  }),
  button('Comment', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Add a comment…' }).fill('By a press');
      await control.click();
    },
    effect: commentsOfGuest,
  }),
]); // prettier-ignore

pressEveryControl({
  title: 'the members of a document, for a viewer',
  bench: () => viewer,
  ready: async (on) => {
    await onTab(on);
    await on.page.getByRole('button', { name: 'People with access' }).click();
  },
  part: dialogOf('People with access'),
  beside: elsewhereOf([...around, ...forMembers]),
  controls: [
    button('Close', hidden(dialogOf('People with access'))),
    button('Leave document', alertdialog([
      button('Cancel', hidden((page) => page.getByRole('alertdialog'))),
      button('Leave', effect(
        async () => (await guest.get<{ members: readonly { user: { name: string } }[] }>('/members')).members.length,
        (now, before) => now === before - 1,
      )),
    ])),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'a document that a guest has lost access to',
  bench: () => speaker,
  ready: async ({ agent, page }) => {
    await agent.call('DELETE', `/documents/${place.id}/share-links/${speakersLink}`);
    await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
  },
  part: whole,
  controls: [
    button(
      'Sign in',
      shown((page) => page.getByRole('heading', { name: 'Sign in to Atelier' })),
    ),
  ],
});
