/** The editor's foundation in a real browser: signing in, saving, working offline, and refusals of the server. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type EditorStage, startStage, theEditor, type BrowserVisitor } from './stage.ts';
import { unsentRows } from './unsent-rows.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben');
  // Messages of a browser for calls without a network, and without a session.
  stage.expectComplaints(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Worker registration blocked|WebSocket connection|401 \(|404 \(|403 \(/,
  );
});
afterAll(() => stage.stop());

const status = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('[role=status][data-kind]').filter({ hasText: text }).waitFor();

/** A box at x, added as an editor adds it. */
const draw = (page: Page, slug: string, x = 0): Promise<boolean> => page.evaluate(drawing(slug, x));

const drawing = (slug: string, x = 0): string => `(() => {
    const { session, tab } = ${theEditor};
    const id = '${slug}~' + Math.random().toString(36).slice(2).padEnd(8, '0').slice(0, 8);
    const after = { type: 'shape', shape: 'square', id, z: 'a' + (tab.view.size % 10), x: ${x}, y: 0, width: 120, height: 80, label: '${slug}' };
    return session.edit(tab.id, [{ id, before: null, after }]);
  })()`;

const labels = (page: Page): Promise<string[]> =>
  page.evaluate(`Array.from(${theEditor}?.tab.view.elements() ?? [], ({ label }) => label).sort()`);

async function drawn({ agent }: BrowserVisitor, { id, tab }: { id: string; tab: string }): Promise<string[]> {
  const { body } = await agent.call<{ elements: { label?: string }[] }>('GET', `/documents/${id}/tabs/${tab}`);
  return body.elements.map(({ label }) => label ?? '').sort();
}

/** Waits until the latest edits are in the browser's copy. */
const kept = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));

/** Waits until the service worker has stored the page. */
const pageKept = (page: Page): Promise<unknown> => page.evaluate('navigator.serviceWorker.ready.then(() => true)');

async function open(visitor: BrowserVisitor, place: { id: string }): Promise<Page> {
  const page = await visitor.open(`/d/${place.id}`);
  await status(page, /^Saved$/);
  return page;
}

describe('the page', () => {
  test('shows the documents of the signed-in person, and opens one', async () => {
    const { id } = await stage.document(ada, 'Orders');
    const page = await ada.open('/');
    await page.getByRole('link', { name: 'Orders' }).click();
    await status(page, /^Saved$/);
    expect(new URL(page.url()).pathname).toBe(`/d/${id}`);
    expect(await page.title()).toBe('Orders · Atelier');
    await page.close();
  });

  test('edits are saved and reach others and their agents, and undo reverts only one’s own', async () => {
    const place = await stage.document(ada);
    await stage.invite(place.id, ben, 'editor');
    const [hers, his] = await Promise.all([open(ada, place), open(ben, place)]);
    expect(await draw(hers, 'mine')).toBe(true);
    await status(hers, /^Saved$/);
    await expect.poll(() => labels(his)).toEqual(['mine']);
    await draw(his, 'his', 200);
    await ada.agent.changeset(place, 'add square id=agents label=agents');
    await expect.poll(() => labels(hers)).toEqual(['agents', 'his', 'mine']);
    await hers.keyboard.press('Control+z');
    await expect.poll(() => labels(his)).toEqual(['agents', 'his']);
    await hers.keyboard.press('Control+Shift+z');
    await expect.poll(() => drawn(ada, place)).toEqual(['agents', 'his', 'mine']);
    await Promise.all([hers.close(), his.close()]);
  });

  test('"Saved" does not appear before the server has acknowledged the edits', async () => {
    const page = await open(ada, await stage.document(ada));
    const kinds = await page.evaluate<string[]>(`(async () => {
      const { status } = ${theEditor}.session;
      const kinds = [status.get().kind];
      status.subscribe(() => kinds.push(status.get().kind));
      ${drawing('box')};
      await new Promise((resolve) => setTimeout(resolve, 0));
      kinds.push('a moment later: ' + status.get().kind);
      return kinds;
    })()`);
    expect(kinds).toEqual(['saved', 'saving', 'a moment later: saving']);
    await status(page, /^Saved$/);
    await page.close();
  });

  test('a person whose level is lowered cannot write, without a reload, and can again when it is raised', async () => {
    const place = await stage.document(ada);
    await stage.invite(place.id, ben, 'editor');
    const page = await open(ben, place);
    const level = async (to: 'viewer' | 'editor'): Promise<void> => {
      await stage.invite(place.id, ben, to);
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      await expect.poll(() => page.evaluate(`${theEditor}.session.level.get()`)).toBe(to);
    };
    expect(await draw(page, 'allowed')).toBe(true);
    await status(page, /^Saved$/);
    await level('viewer');
    expect(await draw(page, 'refused')).toBe(false);
    expect(await page.evaluate(`${theEditor}.mayEdit.get()`)).toBe(false);
    await level('editor');
    expect(await draw(page, 'again')).toBe(true);
    await status(page, /^Saved$/);
    expect(await drawn(ada, place)).toEqual(['again', 'allowed']);
    await page.close();
  });

  test('a change that exceeds one update is several, and one undo step: 1,000 elements pasted, undone, redone', async () => {
    const place = await stage.document(ada);
    const page = await open(ada, place);
    await page.evaluate(`(() => {
      const { session, tab } = ${theEditor};
      session.edit(tab.id, Array.from({ length: 1000 }, (_, n) => {
        const id = 'b' + n + '~00000000';
        return { id, before: null, after: { type: 'shape', shape: 'square', id, z: 'a0', x: n * 10, y: 0, width: 8, height: 8 } };
      }));
    })()`);
    await status(page, /^Saved$/);
    await expect.poll(async () => (await drawn(ada, place)).length).toBe(1_000);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await drawn(ada, place)).length).toBe(0);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(async () => (await drawn(ada, place)).length).toBe(1_000);
    await status(page, /^Saved$/);
    await page.close();
  });
});

test('a part of the page that cannot be fetched shows a message, and loads after a reload', async () => {
  const kay = await stage.person('Kay', { serviceWorkers: 'block' });
  const place = await stage.document(kay);
  await kay.context.route(/help-sheet-[^/]+\.js$/, (route) => route.abort());
  const page = await open(kay, place);
  await page.keyboard.press('?');
  const missing = page.getByRole('dialog').getByRole('alert');
  await missing.getByText('Couldn’t load this part').waitFor();
  await kay.context.unroute(/help-sheet-[^/]+\.js$/);
  const reloaded = page.waitForEvent('load');
  await missing.getByRole('button', { name: 'Reload page' }).click();
  // The page that is about to be replaced is saved, too.
  await reloaded;
  await status(page, 'Saved');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.close();
});

describe('without a network', () => {
  test('edits stay in the browser, which says so, and merge with those of others', async () => {
    const place = await stage.document(ada);
    const page = await open(ada, place);
    await ada.context.setOffline(true);
    await status(page, /^Offline$/);
    await draw(page, 'offline');
    await status(page, 'Offline. Changes saved on this device');
    await ada.agent.changeset(place, 'add square id=meanwhile label=meanwhile');
    expect(await drawn(ada, place)).toEqual(['meanwhile']);
    await ada.context.setOffline(false);
    await status(page, /^Saved$/);
    expect(await drawn(ada, place)).toEqual(['meanwhile', 'offline']);
    await expect.poll(() => labels(page)).toEqual(['meanwhile', 'offline']);
    await page.close();
  });

  test('after a reload the document is shown and editable, in two windows, and all edits merge later', async () => {
    const place = await stage.document(ada, 'On the train');
    await ada.agent.changeset(place, 'add square id=before label=before');
    const [first, second] = [await open(ada, place), await open(ada, place)];
    await pageKept(first);
    await ada.context.setOffline(true);
    await status(first, /^Offline$/);
    await draw(first, 'one');
    await kept();
    await Promise.all([first.reload(), second.reload()]);
    await status(first, 'Offline. Changes saved on this device');
    expect(await labels(first)).toEqual(['before', 'one']);
    await draw(first, 'two', 300);
    await draw(second, 'three', 600);
    await kept();
    await first.close();
    await second.goto('/');
    await second.getByRole('link', { name: 'On the train' }).click();
    await status(second, 'Offline. Changes saved on this device');
    expect(await labels(second)).toEqual(['before', 'one', 'three', 'two']);
    await ada.agent.changeset(place, 'add square id=meanwhile label=meanwhile');
    await ada.context.setOffline(false);
    await status(second, /^Saved$/);
    expect(await drawn(ada, place)).toEqual(['before', 'meanwhile', 'one', 'three', 'two']);
    await second.close();
  });

  test('without storage in the browser, the document still opens and saves', async () => {
    const place = await stage.document(ada);
    const page = await ada.context.newPage();
    await page.addInitScript(
      `Object.defineProperty(window, 'indexedDB', { value: { open() { throw new Error('not here'); } } });`,
    );
    await page.goto(`/d/${place.id}`);
    await status(page, /^Saved$/);
    await draw(page, 'unkept');
    await status(page, /^Saved$/);
    await expect.poll(() => drawn(ada, place)).toEqual(['unkept']);
    await page.close();
  });

  test('signing out deletes the copies, in every window', async () => {
    const eve = await stage.person('Eve');
    const place = await stage.document(eve, 'Secrets');
    const [page, other] = [await open(eve, place), await open(eve, place)];
    const home = await eve.open('/');
    await home.getByRole('button', { name: /account menu/ }).click();
    await home.getByRole('menuitem', { name: 'Sign out' }).click();
    await home.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.getByText('You are signed out').waitFor();
    const rows = await home.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('atelier');
      opening.onsuccess = () => {
        const names = [...opening.result.objectStoreNames];
        const counts = names.map((name) => new Promise((done) => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => done(counting.result);
        }));
        Promise.all(counts).then(resolve);
      };
    })`);
    expect(rows).toEqual([0, 0, 0]);
    await Promise.all([page.close(), other.close(), home.close()]);
  });
});

describe('leaving', () => {
  test('warns about unsaved work, and how to keep it', async () => {
    const finn = await stage.person('Finn');
    const place = await stage.document(finn, 'Half done');
    const page = await open(finn, place);
    await finn.context.setOffline(true);
    await status(page, /^Offline$/);
    await draw(page, 'unsent');
    await expect.poll(() => page.evaluate(unsentRows)).toBeGreaterThan(0);
    await page.close();
    await finn.context.setOffline(false);
    const home = await finn.open('/');
    const signOut = async (): Promise<void> => {
      await home.getByRole('button', { name: /account menu/ }).click();
      await home.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    const question = home.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('link', { name: 'Half done' }).click();
    await status(home, /^Saved$/);
    await expect.poll(() => drawn(finn, place)).toEqual(['unsent']);
    await expect.poll(() => home.evaluate(unsentRows)).toBe(0);
    await home.getByRole('link', { name: 'Your documents' }).click();
    await signOut();
    await home.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await question.count()).toBe(0);
    await home.close();
  });

  test('an offline guest has the documents from before, after a reload too, and others are unavailable', async () => {
    const [place, other] = [await stage.document(ada, 'Shared'), await stage.document(ada, 'Not shared')];
    await ada.agent.changeset(place, 'add square id=before label=before');
    const level = { level: 'viewer' };
    const { body } = await ada.agent.call<{ link: { url: string } }>('POST', `/documents/${place.id}/share-links`, level);
    const guest = await stage.stranger();
    const page = await guest.open(body.link.url);
    await page.getByLabel('Your name').fill('Katherine');
    await page.getByRole('button', { name: 'Join' }).click();
    await status(page, /^Saved$/);
    await pageKept(page);
    await expect.poll(() => page.evaluate(keptDocuments)).toBe(1);
    await guest.context.setOffline(true);
    await page.reload();
    await status(page, /^Offline/);
    expect(await labels(page)).toEqual(['before']);
    await page.goto(`/d/${other.id}`);
    await page.getByRole('heading', { name: 'Can’t open document' }).waitFor();
    await page.close();
  });
});

const keptDocuments = `new Promise((resolve) => {
  const opening = indexedDB.open('atelier');
  opening.onsuccess = () => {
    const counting = opening.result.transaction('documents').objectStore('documents').count();
    counting.onsuccess = () => {
      opening.result.close();
      resolve(counting.result);
    };
  };
})`;

describe('a refused edit', () => {
  test('is undone on the page and offered to the person, across a reload, until dismissed', async () => {
    const place = await stage.document(ada, 'Refused');
    await ada.agent.changeset(place, 'add square id=before label=before');
    const page = await open(ada, place);
    // At once: after the refusal, the page loads the document again.
    await page.evaluate(`(() => { ${theEditor}.session.doc.getMap('meta').set('name', 'forged'); ${drawing('lost')}; })()`);
    await page.getByText('were rejected').waitFor();
    await status(page, /^Saved$/);
    expect([await labels(page), await drawn(ada, place)]).toEqual([['before'], ['before']]);
    await page.reload();
    await status(page, /^Saved$/);
    expect(await labels(page)).toEqual(['before']);
    const notice = page.getByRole('alert').filter({ hasText: 'were rejected' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      notice.getByRole('button', { name: 'Download my changes' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Refused - not saved.json');
    const work = JSON.parse(readFileSync(await download.path(), 'utf8')) as { tabs: { elements: { changed: object } }[] };
    expect(JSON.stringify(work.tabs[0]!.elements.changed)).toContain('"label":"lost"');
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    await draw(page, 'after');
    await status(page, /^Saved$/);
    await expect.poll(() => drawn(ada, place)).toEqual(['after', 'before']);
    await page.reload();
    await status(page, /^Saved$/);
    expect(await notice.count()).toBe(0);
    await page.close();
  });
});
