/**
 * Screens of work in a document: an agent's notice, the panels, the palette, a board and a card, a sheet, and presented pages.
 */
import type { Page } from 'playwright-core';

import type { BoardDocument } from '#schema/board.ts';
import type { Sheet } from '#schema/sheet.ts';

import type { Studio, Shot } from './studio.ts';

const costs = [
  ['Item', 'Months', 'A month', 'In all'],
  ['Rent', 12, 1_200, '=B2*C2'],
  ['Servers', 12, 310.5, '=B3*C3'],
  ['Design', 4, 900, '=B4*C4'],
  ['', '', 'Sum', '=SUM(D2:D4)'],
] as const;

type Place = { readonly id: string; readonly tab: string };

const flow = `add actor id=customer label="Customer"
add square id=shop label="Shop" right-of:customer fill=blue
add diamond id=paid label="Paid?" right-of:shop
add cylinder id=orders label="Orders" below:shop
add square id=ship label="Ship" right-of:paid fill=green
add sticky id=idea label="What about refunds?" below:ship
connect customer -> shop label="orders"
connect shop -> paid
connect paid -> ship label="yes"
connect shop -> orders`;

export const workShots: readonly Shot[] = [
  { name: 'notice', take: (studio) => drawn(studio) },
  panelShot('comments', 'Comments'),
  panelShot('history', 'History'),
  panelShot('lint', 'Issues', 'add square id=audit label="Audit" x=120 y=190\nconnect audit -> customer'),
  panelShot('layers', 'Layers'),
  {
    name: 'palette',
    async take(studio) {
      const page = await drawn(studio);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command or changeset' }).fill('add square label="Cancel" below:orders fill=red');
      await page.getByRole('status').getByText('+ cancel').waitFor();
      await page.waitForTimeout(500);
      return page;
    },
  },
  {
    name: 'selection',
    async take(studio) {
      const page = await drawn(studio);
      await page.getByRole('list', { name: 'Recent changes by others' }).getByRole('button', { name: 'Dismiss' }).click();
      await page.keyboard.press('Control+a');
      return page;
    },
  },
  { name: 'board', take: (studio) => board(studio) },
  {
    name: 'card',
    async take(studio) {
      const page = await board(studio);
      await page.locator('[data-card][aria-label*="Refund"]').click();
      await page.getByRole('dialog', { name: /^Card #/ }).waitFor();
      return page;
    },
  },
  {
    name: 'board-open',
    async take(studio) {
      const page = await board(studio);
      await page.getByRole('button', { name: 'Open Sprint 12' }).click();
      await page.getByRole('combobox', { name: 'Swimlanes' }).click();
      await page.getByRole('option', { name: 'Assignee' }).click();
      await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
      return page;
    },
  },
  {
    name: 'board-columns',
    async take(studio) {
      const page = await board(studio);
      await page.getByRole('application').focus();
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Board columns' }).click();
      const dialog = page.getByRole('dialog', { name: 'Board' });
      await dialog.getByRole('spinbutton', { name: 'WIP limit for Doing' }).fill('1');
      await page.keyboard.press('Enter');
      await dialog.getByRole('checkbox', { name: 'All types (including new ones)' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: 'card-types',
    async take(studio) {
      const page = await board(studio);
      await page.getByRole('application').focus();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command or changeset' }).fill('Card types');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Card types' });
      await dialog.getByRole('button', { name: /Task/ }).click();
      await dialog.getByRole('textbox', { name: 'New field' }).fill('Customer');
      await page.keyboard.press('Enter');
      await dialog.getByRole('textbox', { name: 'Name of field 1' }).waitFor();
      return page;
    },
  },
  {
    name: 'sheet',
    async take(studio) {
      const page = await sheet(studio, true);
      await page.getByRole('grid').getByText('Grace Hopper').waitFor();
      return page;
    },
  },
  {
    name: 'sheet-fill',
    async take(studio) {
      const page = await sheet(studio);
      for (let col = 0; col < 4; col += 1) await page.keyboard.press('ArrowRight');
      for (const text of ['From', 'Week 2', 'Week 4']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Shift+ArrowUp');
      const knob = await page.getByTitle('Drag to fill').boundingBox();
      const [x, y] = [(knob?.x ?? 0) + 4, (knob?.y ?? 0) + 4];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 40);
      await page.mouse.move(x, y + 65);
      return page;
    },
  },
  {
    name: 'sheet-formula',
    async take(studio) {
      const page = await sheet(studio);
      await page.keyboard.press('Control+Home');
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      await page.keyboard.type('=ROUND(D2/SUM(D2:D4)*C2,');
      await page.getByText('ROUND(number').waitFor();
      return page;
    },
  },
  {
    name: 'sheet-filter',
    async take(studio) {
      const page = await sheet(studio);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Alt+ArrowDown');
      const filter = page.getByRole('dialog', { name: 'Filter column A' });
      await filter.getByRole('checkbox', { name: 'Servers' }).click();
      return page;
    },
  },
  {
    name: 'video',
    async take(studio) {
      const page = await drawn(studio);
      await page.getByRole('list', { name: 'Recent changes by others' }).getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Shapes' }).click();
      await page.getByRole('button', { name: 'Video', exact: true }).click();
      const asked = page.getByRole('dialog', { name: 'Video' });
      await asked.getByRole('textbox', { name: 'URL' }).fill('example.org/refunds');
      await asked.getByRole('textbox', { name: 'Title' }).fill('How refunds work');
      return page;
    },
  },
  { name: 'pages', take: (studio) => pages(studio) },
  {
    name: 'article',
    async take(studio) {
      const page = await pages(studio);
      await page.getByRole('button', { name: 'Add page' }).click();
      await page.getByRole('menuitem', { name: 'Import Markdown…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import Markdown' });
      await dialog.getByRole('textbox', { name: 'Markdown' }).fill(releaseNotes);
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Release notes');
      await dialog.getByRole('combobox', { name: 'Page size' }).click();
      await page.getByRole('option', { name: '16:9' }).click();
      await dialog.getByRole('status').getByText('4 pages').waitFor();
      await dialog.getByRole('textbox', { name: 'Markdown' }).press('Control+Home');
      return page;
    },
  },
  {
    name: 'presenting',
    async take(studio) {
      const page = await pages(studio);
      await page.keyboard.press('F5');
      await page.getByRole('dialog', { name: /^Page 1/ }).waitFor();
      return page;
    },
  },
];

/** `lines`: drawn last. */
function panelShot(name: string, title: string, lines?: string): Shot {
  return {
    name,
    async take(studio) {
      const page = await drawn(studio, lines);
      await page.getByRole('button', { name: title, exact: true }).click();
      await page.getByRole('complementary', { name: title }).waitFor();
      await page.waitForTimeout(800);
      return page;
    },
  };
}

/** A flow that Grace's agent has just extended, with a question of the agent's. */
async function drawn({ stage, ada, grace }: Studio, lines?: string): Promise<Page> {
  const place = await stage.document(ada, 'Order flow');
  await stage.invite(place.id, grace, 'editor');
  await ada.agent.changeset(place, flow, { summary: 'Draw the order flow' });
  const page = await opened(ada.open(`/d/${place.id}`));
  await grace.agent.call('PUT', `/documents/${place.id}/tabs/${place.tab}/presence`, {
    status: 'Adding refunds',
    focus: ['paid'],
  });
  const refund = 'add square id=refund label="Refund" below:paid fill=yellow\nconnect paid -> refund label="no"';
  await grace.agent.changeset(place, refund, { summary: 'Draw the refund branch' });
  const question = { elementId: 'paid', text: 'Is a partial payment paid?' };
  await grace.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/comments`, question);
  await page.getByText('Draw the refund branch', { exact: true }).waitFor();
  await page.getByRole('button', { name: '1 comment on Paid?' }).waitFor();
  if (lines !== undefined) await ada.agent.changeset(place, lines, { summary: 'Note the audit' });
  // The outlines of changed elements disappear after two seconds, so the picture is the same each time.
  await page.waitForTimeout(2_500);
  return page;
}

async function board({ stage, ada, grace }: Studio): Promise<Page> {
  const place = await stage.document(ada, 'Spring release');
  await stage.invite(place.id, grace, 'editor');
  await ada.agent.changeset(place, 'add plan-board id=sprint label="Sprint 12" x=0 y=0 width=960 height=480');
  const { boards } = (await ada.agent.call<BoardDocument>('GET', `/documents/${place.id}/plan`)).body;
  const columns = boards[0]?.columns ?? [];
  const assignee = { id: ada.userId, name: ada.name, color: '#c2410c' };
  const cards = [
    { type: 'task', title: 'Write the changelog', column: 0 },
    { type: 'idea', title: 'Measure the cold start', labels: ['server'], column: 0 },
    { type: 'task', title: 'Contrast of notices', labels: ['editor', 'access'], due: '2026-12-04', column: 0 },
    { type: 'task', title: 'Refund flow with partial payments', priority: 'urgent', assignee, estimate: 5, column: 1 },
    { type: 'action', title: 'Ask the bank for its time limits', assignee, column: 1 },
    { type: 'task', title: 'Shortcut sheet', labels: ['editor'], column: 2 },
  ];
  for (const { type, column, ...fields } of cards) {
    const of = type === 'task' && fields.title.startsWith('Refund') ? { description: 'Refunded in the order in which they came.', checklist: [{ id: 'a', text: 'Ask the bank', done: true }, { id: 'b', text: 'Draw the flow', done: false }] } : {}; // prettier-ignore
    const status = columns[column]?.status;
    await ada.agent.call('POST', `/documents/${place.id}/items`, { type, fields: { ...fields, ...of }, place: { status } });
  }
  const page = await opened(ada.open(`/d/${place.id}`));
  await page.locator('[data-card]').nth(5).waitFor();
  return page;
}

/** `isShared`: Grace has the sheet open, too. */
async function sheet({ stage, ada, grace }: Studio, isShared = false): Promise<Page> {
  const place = await stage.document(ada, 'Budget');
  const { body } = await ada.agent.call<{ sheet: Sheet }>('POST', `/documents/${place.id}/sheets`, {
    tabId: place.tab,
    title: 'Costs',
  });
  const { id } = body.sheet;
  const { rows, cols } = body.sheet.layout;
  const cells = costs.flatMap((line, row) =>
    line.map((value, col) => ({
      r: rows[row],
      c: cols[col],
      i: typeof value === 'number' ? { n: value } : { s: value },
      f: { ...(row === 0 && { b: true, bg: '#e0e7ff' }), ...(row > 0 && col > 1 && { nf: '#,##0.00' }) },
    })),
  );
  await ada.agent.call('POST', `/documents/${place.id}/sheets/${id}/writes`, { write: { kind: 'cells', cells } });
  const element = { type: 'shape', shape: 'plan-sheet', x: 200, y: 120, width: 480, height: 220, planSheet: { sheetId: id } };
  const operations = [{ op: 'add', element }];
  await ada.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { operations });
  if (isShared) {
    await stage.invite(place.id, grace, 'editor');
    const hers = await onSheet(grace.open(`/d/${place.id}`));
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await hers.keyboard.press(key);
  }
  return onSheet(ada.open(`/d/${place.id}`));
}

async function onSheet(opening: Promise<Page>): Promise<Page> {
  const page = await opened(opening);
  const canvas = await page.locator('.canvas').boundingBox();
  await page.mouse.dblclick((canvas?.x ?? 0) + 400, (canvas?.y ?? 0) + 220);
  await page.getByRole('gridcell').getByText('Servers').waitFor();
  await page.waitForTimeout(500);
  return page;
}

const releaseNotes = `# Spring release

What changed since the winter, for people and for agents.

## Faster

- A zoom draws nothing anew
- The page is **a third** of its size
- Sheets of 100,000 cells

## Together

1. Comments on every box
2. Undo for what an agent did
3. Boards with votes

## In numbers

| What | Winter | Spring |
|---|---:|---:|
| Elements at 60 frames | 2,000 | 5,000 |
| Formulas | 180 | 290 |
`;

async function pages({ stage, ada }: Studio): Promise<Page> {
  const place: Place = await stage.document(ada, 'Launch deck');
  const markdown =
    '# The spring release\n\nWhat people asked for, and what agents need.\n\n## For people\n\n- A canvas that keeps up at 5,000 elements\n- Undo for what an agent did\n- Works on the train\n\n## For agents\n\n| Before | Now |\n|---|---|\n| Arrows that miss | Arrows are pinned |\n| Overlaps nobody reports | Lint with fixes |\n';
  const article = { markdown, size: '16:9' };
  await ada.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/illustrate`, { article });
  const page = await opened(ada.open(`/d/${place.id}`));
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.getByRole('application').focus();
  return page;
}

async function opened(opening: Promise<Page>): Promise<Page> {
  const page = await opening;
  await page
    .getByRole('status')
    .getByText(/^Saved$/)
    .first()
    .waitFor();
  await page.waitForTimeout(400);
  return page;
}
