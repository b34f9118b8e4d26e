/** Every control of what interrupts work on a document: refusals, lost access, no network, no server; in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { type BrowserVisitor, type EditorStage, startStage, theEditor } from '../stage.ts';
import { unsentRows } from '../unsent-rows.ts';
import { ControlBench, type Place, waitUntil } from './bench.ts';
import { button, type ControlEffect, elsewhere, link, type PressedControl } from './control.ts';
import { documentsScreen, frame, skipLink } from './home-controls.ts';
import { downloaded, hidden, shown } from './effects.ts';
import { type Context, pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
let refused: ControlBench;
let member: ControlBench;
let stranger: ControlBench;
/** Of a person whose session ends elsewhere. */
let signedOut: ControlBench;
/** Of Ada's, which Ben never opened. */
let unopened: Place;

beforeAll(async () => {
  stage = await startStage('interruptions');
  // What a browser notes of calls that are refused, and of those without a network.
  stage.expectComplaints(/status of (?:401|403|404)|ERR_|WebSocket|Failed to load resource|Failed to fetch|Worker registration/);
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  ben = await stage.person('Ben', { reducedMotion: 'reduce' });
  refused = await ControlBench.open(stage, ada);
  const place = await stage.document(ada, 'Shared');
  unopened = await stage.document(ada, 'Unopened');
  await stage.invite(place.id, ben, 'editor');
  await stage.invite(unopened.id, ben, 'editor');
  member = await ControlBench.at(ben, place);
  signedOut = await ControlBench.open(stage, await stage.person('Cy', { reducedMotion: 'reduce' }));
  const nobody = await stage.stranger({ reducedMotion: 'reduce' });
  stranger = new ControlBench(await nobody.open('/'), place, ada.agent);
});
afterAll(() => stage.stop());

const main: Context['part'] = (page) => page.getByRole('main');
const text = (words: RegExp) => (page: Page) => page.getByText(words);
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name });
const status = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('[role=status][data-kind]').filter({ hasText: words }).waitFor();
const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map(({ role, name }) => ({ role, name, ...elsewhere }));

/** Draws a box, as an editor does. */
const drawing = (slug: string): string => `(() => {
  const { session, tab } = ${theEditor};
  const id = '${slug}~' + String(tab.view.size).padStart(8, '0');
  const after = { type: 'shape', shape: 'square', id, z: 'a0', x: 0, y: 0, width: 120, height: 80 };
  if (!session.edit(tab.id, [{ id, before: null, after }])) throw new Error('nothing is written');
})()`;
/** Writes what no editor may write, and a box with it: the server refuses both. */
const forge = async ({ page }: ControlBench): Promise<void> => {
  await page.evaluate(`(() => { ${theEditor}.session.doc.getMap('meta').set('name', 'forged'); ${drawing('lost')}; })()`);
};
const rejected = text(/were rejected/);
const refuse = async (on: ControlBench): Promise<void> => {
  await on.page.reload();
  await status(on.page, /^Saved$/);
  await forge(on);
  await rejected(on.page).first().waitFor();
  await status(on.page, /^Saved$/);
};
const download = button('Download my changes', downloaded(/not saved\.json$/m));
const refusedWork: Context['part'] = (page) => page.locator('.refused-work');

pressEveryControl({
  title: 'work that the server refused',
  bench: () => refused,
  ready: refuse,
  part: refusedWork,
  controls: [download, button('Dismiss', hidden(rejected))],
});

pressEveryControl({
  title: 'work that the server refused twice in a row',
  bench: () => refused,
  ready: async (on) => {
    if (await on.shows(text(/Editing is paused/))) return;
    await refuse(on);
    await forge(on);
    await text(/Editing is paused/)(on.page).waitFor();
  },
  part: refusedWork,
  // The refused session still has the name that was written.
  beside: [button('forged', elsewhere)],
  controls: [
    button('Reload', hidden(text(/Editing is paused/))),
    ...[download, button('Dismiss', elsewhere)].map((control): PressedControl => ({ role: control.role, name: control.name, ...elsewhere, times: 'several' })),
  ],
}); // prettier-ignore

const drawOffline = async ({ page }: ControlBench, slug: string): Promise<void> => {
  await page.context().setOffline(true);
  await status(page, /^Offline/);
  await page.evaluate(drawing(slug));
  await status(page, 'Offline. Changes saved on this device');
};
const documentsShown: ControlEffect = shown(heading('Documents'));
const signInShown: ControlEffect = shown(heading('Sign in to Atelier'));

pressEveryControl({
  title: 'a document to which access was removed, with work that is not saved',
  bench: () => member,
  ready: async (on) => {
    if (await on.shows(heading('You don’t have access'))) return;
    await on.page.goto(`/d/${on.place.id}`);
    await status(on.page, /^Saved$/);
    await drawOffline(on, 'unsaved');
    await ada.agent.call('DELETE', `/documents/${on.place.id}/members/${ben.userId}`);
    await on.page.context().setOffline(false);
    await heading('You don’t have access')(on.page).waitFor();
  },
  part: main,
  controls: [download, button('Your documents', documentsShown)],
});

pressEveryControl({
  title: 'a document whose session has ended in another window',
  bench: () => signedOut,
  ready: async ({ page }) => {
    await page.context().request.delete('/api/v1/session', { headers: { Origin: stage.node.url } });
    await heading('You are signed out')(page).waitFor();
  },
  part: (page) => page.locator('body'),
  controls: [button('Sign in', signInShown)],
});

pressEveryControl({
  title: 'a document that this browser has no copy of, without a network',
  bench: () => member,
  ready: async (on) => {
    // With the network back it would open the document, and keep a copy of it.
    if (await on.shows(heading('Can’t open document'))) return;
    await on.page.goto('/');
    await on.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await on.page.context().setOffline(true);
    await on.page.goto(`/d/${unopened.id}`);
    await heading('Can’t open document')(on.page).waitFor();
  },
  part: main,
  controls: [button('Your documents', documentsShown)],
});

pressEveryControl({
  title: 'the documents, without a network',
  bench: () => refused,
  ready: async (on) => {
    await on.page.context().setOffline(false);
    await on.page.goto(`/d/${on.place.id}`);
    await status(on.page, /^Saved$/);
    await on.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await on.page.context().setOffline(true);
    await on.page.goto('/');
    await heading('Available offline')(on.page).waitFor();
  },
  part: main,
  beside: elsewhereOf([skipLink, ...frame]),
  controls: [
    ...elsewhereOf(documentsScreen.filter(({ name }) => ['Search documents', 'Templates', 'New document'].includes(String(name)))),
    link('Drawing', shown((page) => page.locator('[role=status][data-kind]').filter({ hasText: /^Offline/ }))),
    button('Try again', {
      press: async (control, { page }) => {
        await page.context().setOffline(false);
        await control.click();
      },
      effect: hidden(heading('Available offline')),
    }),
  ],
}); // prettier-ignore

let hasUnsent = false;
pressEveryControl({
  title: 'signing out with work that is not saved',
  bench: () => refused,
  ready: async (on) => {
    const { page } = on;
    if (!hasUnsent) {
      await page.context().setOffline(false);
      await page.goto(`/d/${on.place.id}`);
      await status(page, /^Saved$/);
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      await drawOffline(on, 'unsent');
      if (!(await waitUntil(async () => (await page.evaluate<number>(unsentRows)) > 0, 10_000))) throw new Error('not kept');
      await page.goto('/');
      await page.context().setOffline(false);
      hasUnsent = true;
    }
    await page.getByRole('button', { name: /account menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  },
  part: (page) => page.getByRole('alertdialog'),
  beside: elsewhereOf([skipLink, ...frame, ...documentsScreen]),
  // The link opens the document, whose work is saved then: test/editor/foundation.browser.test.ts.
  controls: [
    link('Drawing', elsewhere),
    button('Cancel', hidden((page) => page.getByRole('alertdialog'))),
    button('Sign out and discard', signInShown),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'a page whose server cannot be reached',
  bench: () => stranger,
  ready: async ({ page }) => {
    await page.route('**/api/v1/me', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('alert').waitFor();
  },
  part: main,
  controls: [
    button('Try again', {
      press: async (control, { page }) => {
        await page.unroute('**/api/v1/me');
        await control.click();
      },
      effect: signInShown,
    }),
  ],
});
