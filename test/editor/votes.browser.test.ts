/** A vote on a tab in real browsers: started by one, placed by all with mouse, keyboard and finger, secret while it is private. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('votes');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { colorScheme: 'dark' });
});
afterAll(() => stage.stop());

const ideas = [
  'add sticky "Shorter stand-ups" id=a at:180,180 color=yellow',
  'add sticky "Pair on reviews" id=b at:460,180 color=blue',
  'add square "One board" id=c at:740,200',
  'connect b -> c id=arrow',
].join('\n');

const chip = (page: Page) => page.getByRole('toolbar', { name: 'Vote' });
const words = (page: Page) => chip(page).getByRole('status');
const badge = (page: Page, name: string | RegExp) => page.getByRole('group', { name });
const announcement = (page: Page) => page.locator('p[aria-live=polite]');

async function startVote(
  page: Page,
  { votes, isPrivate }: { readonly votes: string; readonly isPrivate: boolean },
): Promise<void> {
  await page.getByRole('button', { name: 'Vote', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a vote' });
  await dialog.getByRole('textbox', { name: 'Votes per person' }).fill(votes);
  if (isPrivate) await dialog.getByRole('switch', { name: /^Private/ }).click();
  await dialog.getByRole('button', { name: 'Start vote' }).click();
}

const clickOn = async (bench: ControlBench, ref: string, more: Parameters<Page['mouse']['click']>[2] = {}): Promise<void> => {
  const { x, y } = await bench.pointOf(ref);
  await bench.page.mouse.click(x, y, more);
};

test('an editor starts a vote, everyone places votes and takes them back, and the results stay until they are cleared', async () => {
  const bench = await ControlBench.open(stage, ada, ideas);
  await stage.invite(bench.place.id, ben, 'participant');
  const other = await ControlBench.at(ben, bench.place);
  const { page } = bench;
  await page.bringToFront();
  await page.getByRole('button', { name: 'Vote', exact: true }).click();
  await page.getByRole('textbox', { name: 'Votes per person' }).fill('half');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a whole number from 1 to 20.').waitFor();
  await shoot(page, 'vote-menu');
  await page.keyboard.press('Escape');
  await startVote(page, { votes: '3', isPrivate: false });
  await expect.poll(() => words(page).innerText()).toBe('3 votes left\nStarted by Ada');

  // With the mouse.
  await clickOn(bench, 'a');
  await badge(page, '1 vote on Shorter stand-ups, 1 of them yours').waitFor();
  await clickOn(bench, 'a');
  await clickOn(bench, 'c');
  await expect.poll(() => words(page).innerText()).toContain('No votes left');
  await clickOn(bench, 'b');
  await page.getByText('You have no votes left.').first().waitFor();
  expect(await badge(page, /Pair on reviews/).count()).toBe(0);
  await page.getByRole('button', { name: 'Take back a vote from Shorter stand-ups' }).click();
  await badge(page, '1 vote on Shorter stand-ups, 1 of them yours').waitFor();
  await page.keyboard.down('Shift');
  await clickOn(bench, 'c');
  await page.keyboard.up('Shift');
  await expect.poll(() => words(page).innerText()).toContain('2 votes left');
  await clickOn(bench, 'c');
  // By the menu of an element, and by the palette.
  await page.keyboard.press('Escape');
  await clickOn(bench, 'c', { button: 'right' });
  await page.getByRole('menuitem', { name: 'Take back a vote' }).click();
  await expect.poll(() => words(page).innerText()).toContain('2 votes left');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Command or changeset' }).pressSequentially('upvote');
  await page.getByRole('option', { name: 'Vote for this' }).click();
  await expect.poll(() => words(page).innerText()).toContain('1 vote left');
  await chip(page).getByRole('button', { name: 'Place votes' }).click();
  // Nothing of the drawing has changed.
  expect(await bench.editor<boolean>('editor.session.steps.canUndo')).toBe(false);
  await page.mouse.move(640, 620);
  await shoot(page, 'vote-running');

  // With the keyboard, by someone who may only comment.
  await other.page.bringToFront();
  await expect.poll(() => words(other.page).innerText()).toBe('3 votes left\nStarted by Ada');
  await badge(other.page, '1 vote on Shorter stand-ups').waitFor();
  await shoot(other.page, 'vote-participant-dark');
  await other.select('b');
  await other.page.keyboard.press('Shift+V');
  await other.page.keyboard.press('u');
  await other.page.keyboard.press('u');
  await badge(other.page, '2 votes on Pair on reviews, 2 of them yours').waitFor();
  await expect.poll(() => announcement(other.page).textContent()).toBe('Voted for Pair on reviews. 1 vote left');
  await other.page.keyboard.press('Shift+U');
  await other.page.keyboard.press('u');
  await other.select('a');
  await other.page.keyboard.press('u');
  for (const one of [page, other.page]) await badge(one, /^2 votes on Shorter stand-ups/).waitFor();
  expect(await chip(other.page).getByRole('button', { name: 'End vote' }).count()).toBe(0);
  for (const one of [other.page, page]) expect(await seriousFaults(one)).toEqual([]);

  // What is removed no longer shows, and its votes can be placed again.
  await page.bringToFront();
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, { operations: 'rm c' });
  await badge(page, /One board/).waitFor({ state: 'detached' });
  await expect.poll(() => words(page).innerText()).toContain('2 votes left');

  await chip(page).getByRole('button', { name: 'End vote' }).click();
  for (const one of [page, other.page]) await expect.poll(() => words(one).innerText()).toBe('Vote ended\n4 votes from 2 people');
  expect(await bench.editor<string>('editor.tool.get().name')).toBe('select');
  await shoot(page, 'vote-ended');
  await chip(page).getByRole('button', { name: 'Results', exact: true }).click();
  const results = page.getByRole('dialog', { name: 'Results' }).getByRole('listitem');
  await expect.poll(() => results.allInnerTexts()).toEqual(['Shorter stand-ups\n2 votes', 'Pair on reviews\n2 votes']);
  await shoot(page, 'vote-results');
  await results.last().getByRole('button').click();
  expect(await bench.editor<string>('[...editor.selection.get()].join(" ")')).toMatch(/^b~/);
  await other.page.reload();
  await expect.poll(() => words(other.page).innerText()).toContain('Vote ended');
  await chip(page).getByRole('button', { name: 'Clear results' }).click();
  for (const one of [page, other.page]) await chip(one).waitFor({ state: 'detached' });
  expect(await badge(page, /votes? on/).count()).toBe(0);
  await Promise.all([page.close(), other.page.close()]);
});

test('APP183 in a private vote others see neither votes nor where those who vote are pointing, until it has ended', async () => {
  const bench = await ControlBench.open(stage, ada, ideas);
  await stage.invite(bench.place.id, ben, 'editor');
  const other = await ControlBench.at(ben, bench.place);
  const { page } = bench;
  const cursors = (): Promise<number> =>
    bench.editor<number>(
      'editor.session.people.get().filter(({ cursor, selection }) => cursor !== null || selection.length > 0).length',
    );
  await other.page.bringToFront();
  await other.select('b');
  await expect.poll(cursors).toBe(1);
  await page.bringToFront();
  await startVote(page, { votes: '2', isPrivate: true });
  await expect.poll(() => words(other.page).innerText()).toBe('2 votes left\nStarted by Ada · Private');
  await other.page.bringToFront();
  await other.page.getByText('Ada started a vote. You have 2 votes.').first().waitFor();
  await shoot(other.page, 'vote-private-dark');
  await chip(other.page).getByRole('button', { name: 'Place votes' }).click();
  await expect.poll(cursors).toBe(0);
  await clickOn(other, 'b');
  await clickOn(other, 'b');
  await badge(other.page, '2 votes on Pair on reviews, 2 of them yours').waitFor();
  expect(await cursors()).toBe(0);
  await page.reload();
  await words(page).waitFor();
  expect(await badge(page, /votes? on/).count()).toBe(0);
  expect(await chip(page).getByRole('button', { name: 'Results' }).count()).toBe(0);
  expect(await chip(other.page).getByRole('button', { name: 'End vote' }).count()).toBe(0);
  // A person who puts the tool away is seen again.
  await other.page.keyboard.press('Escape');
  await expect.poll(cursors).toBe(1);
  await page.bringToFront();
  await chip(page).getByRole('button', { name: 'End vote' }).click();
  for (const one of [page, other.page]) await badge(one, /^2 votes on Pair on reviews/).waitFor();
  await Promise.all([page.close(), other.page.close()]);
});

test('viewers see the vote and its results, and do not vote', async () => {
  const bench = await ControlBench.open(stage, ada, ideas);
  await stage.invite(bench.place.id, ben, 'viewer');
  await bench.send('POST', `/tabs/${bench.place.tab}/vote`, { votes: 2 });
  const viewer = await ControlBench.at(ben, bench.place);
  await expect.poll(() => words(viewer.page).innerText()).toBe('Vote\nStarted by Ada');
  await bench.send('PUT', `/tabs/${bench.place.tab}/vote/mine`, { element: 'a', votes: 2 });
  await badge(viewer.page, '2 votes on Shorter stand-ups').waitFor();
  expect(await chip(viewer.page).getByRole('button').allInnerTexts()).toEqual(['Results']);
  expect(await viewer.page.getByRole('button', { name: 'Vote', exact: true }).count()).toBe(0);
  await viewer.select('a');
  await viewer.page.keyboard.press('u');
  await expect.poll(() => bench.editor<number>('editor.vote.get()?.voters ?? 0')).toBe(1);
  await Promise.all([bench.page.close(), viewer.page.close()]);
});

test('on a phone a finger places votes and takes them back, also beside the timer', async () => {
  const grace = await stage.person('Grace', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const bench = await ControlBench.open(stage, grace, ideas);
  const { page } = bench;
  await page.getByRole('button', { name: 'Vote', exact: true }).tap();
  await page.getByRole('button', { name: 'Start vote' }).waitFor();
  await shoot(page, 'vote-phone-menu');
  await page.getByRole('button', { name: 'Start vote' }).tap();
  await expect.poll(() => words(page).innerText()).toContain('3 votes left');
  for (const ref of ['a', 'a', 'b']) {
    const { x, y } = await bench.pointOf(ref);
    await page.touchscreen.tap(x, y);
  }
  await badge(page, /^2 votes on Shorter stand-ups/).waitFor();
  await expect.poll(() => words(page).innerText()).toContain('No votes left');
  await shoot(page, 'vote-phone');
  const box = await chip(page).boundingBox();
  expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 390, (box?.y ?? 999) < 120]).toEqual([true, true, true]);
  await page.getByRole('button', { name: 'Take back a vote from Shorter stand-ups' }).tap();
  await badge(page, /^1 vote on Shorter stand-ups/).waitFor();
  await page.getByRole('button', { name: 'Timer', exact: true }).tap();
  await page.getByRole('button', { name: '3 min', exact: true }).tap();
  await page.getByRole('timer').waitFor();
  await shoot(page, 'vote-phone-timer');
  await chip(page).getByRole('button', { name: 'End vote' }).tap();
  await expect.poll(() => words(page).innerText()).toContain('2 votes from 1 person');
  await chip(page).getByRole('button', { name: 'Results', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Results' }).waitFor();
  await shoot(page, 'vote-phone-results');
  await page.close();
});
