/** Every control of the screens beside documents, pressed in a real browser. */
import { afterAll, beforeAll, expect } from 'vitest';

import { light } from '#core/render/themes/light.ts';

import { definitionOf } from '#clients/editor/home/themes/theme-definition.ts';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { button, elsewhere, link, type PressedControl } from './control.ts';
import { shown } from './effects.ts';
import { uploadedImage } from './every-kind.ts';
import { callOf, documentsScreen, frame, imagesScreen, librariesScreen, mentionsScreen, nothingFound, profileScreen, secretDialog, skipLink, themeEditor, themesScreen, tokensScreen, trashScreen } from './home-controls.ts'; // prettier-ignore
import { type Context, pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
/** Of a person with more documents than are listed at once. */
let full: ControlBench;
beforeAll(async () => {
  stage = await startStage('home-controls');
  // What a browser notes of calls that are refused.
  stage.expectComplaints(/status of 401/);
  // A picture that was still on its way when its document went to the trash, and a page that was left while it connected.
  stage.expectComplaints(/status of 404 .*\/render\.svg|WebSocket is closed before/);
  // A picture that a busy server draws later.
  stage.expectComplaints(/status of 503 .*\/render\./);
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const place = await stage.document(ada, 'Drawing');
  const imageId = await uploadedImage(stage, ada);
  await stage.document(ada, 'Old plans');
  bench = new ControlBench(await ada.open('/'), place, ada.agent);
  const element = { type: 'image', imageId, x: 0, y: 0, width: 80, height: 80 };
  await bench.send('POST', `/tabs/${place.tab}/changesets`, { operations: [{ op: 'add', element }] });
  const item = (title: string) => ({ id: crypto.randomUUID(), title, width: 80, height: 40, elements: [{ type: 'shape', shape: 'square', x: 0, y: 0, width: 80, height: 40 }] }); // prettier-ignore
  const made = [
    await ada.agent.call('POST', '/shape-libraries', { name: 'Icons', items: Array.from({ length: 17 }, (_, n) => item(`Icon ${n}`)) }), // prettier-ignore
    await ada.agent.call('POST', '/custom-themes', { name: 'Night', definition: definitionOf(light) }),
  ];
  await callOf(bench.page, 'POST', '/tokens', { name: 'spare', access: 'read', documents: null, expiresAt: null });
  for (const { status, body } of made) if (status >= 300) throw new Error(JSON.stringify(body));
  for (const headers of [chromeOnLinux, chromeOnLinux]) {
    const body = JSON.stringify({ email: `${ada.userId}@example.org`, password: 'correct horse battery staple' });
    const { status } = await fetch(`${stage.node.url}/api/v1/session`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  }
  await bench.page.reload();
  await bench.page.getByRole('link', { name: /^Old plans/ }).focus();
  await bench.page.keyboard.press('Delete');
  await bench.page.getByText('to trash').waitFor();
  const grace = await stage.person('Grace', { reducedMotion: 'reduce' });
  for (let count = 1; count <= 41; count += 1) await stage.document(grace, `Plan ${count}`);
  full = new ControlBench(await grace.open('/'), place, grace.agent);
  // The toast that tells of the document in the trash.
  await bench.page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
});
afterAll(() => stage.stop());

const chromeOnLinux = { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };

const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ ...control, ...elsewhere }));

const at =
  (path: string) =>
  async ({ page }: ControlBench): Promise<void> => {
    if (new URL(page.url()).pathname !== path) await page.goto(path);
    await page.getByRole('main').getByRole('heading').first().waitFor();
  };
pressEveryControl({
  title: 'the way past what is beside the screens',
  bench: () => bench,
  ready: at('/'),
  part: (page) => page.locator('body'),
  controls: [skipLink, ...elsewhereOf([...frame, ...documentsScreen])],
});

const main: Context['part'] = (page) => page.getByRole('main');

pressEveryControl({
  title: 'what is beside the screens of home',
  bench: () => bench,
  ready: at('/'),
  part: (page) => page.getByRole('banner'),
  beside: [skipLink, ...elsewhereOf(documentsScreen)],
  controls: frame,
});

for (const [title, path, controls] of [
  ['the documents', '/', documentsScreen],
  ['the trash', '/trash', trashScreen],
  ['the mentions', '/mentions', mentionsScreen],
  ['the images', '/images', imagesScreen],
  ['the shape libraries', '/libraries', librariesScreen],
  ['the tokens', '/tokens', tokensScreen],
] as const)
  pressEveryControl({
    title,
    bench: () => bench,
    ready: at(path),
    part: main,
    beside: [skipLink, ...elsewhereOf(frame)],
    controls,
  });

pressEveryControl({
  title: 'the documents, where nothing is found',
  bench: () => bench,
  ready: async (on) => {
    await at('/')(on);
    await on.page.getByRole('searchbox', { name: 'Search documents' }).fill('zzz');
    await on.page.getByRole('heading', { name: 'No results' }).waitFor();
  },
  part: main,
  beside: [skipLink, ...elsewhereOf(frame)],
  controls: nothingFound,
});

pressEveryControl({
  title: 'a list of documents that is cut off',
  bench: () => full,
  ready: ({ page }) => page.getByRole('link', { name: /^Plan 41/ }).waitFor(),
  part: main,
  beside: [skipLink, ...elsewhereOf(frame), button('Grace account menu', elsewhere)],
  controls: [
    ...elsewhereOf(
      documentsScreen.filter(({ name }) =>
        ['Search documents', 'Starred', 'Owner', 'New folder', 'Sort by', 'Templates', 'New document'].includes(String(name)),
      ),
    ),
    link(/^Plan /, { ...elsewhere, times: 40 }),
    button(/^Star Plan /, { ...elsewhere, times: 40 }),
    button(/^Actions for Plan /, { ...elsewhere, times: 40 }),
    button('Show more', {
      press: async (control, { page }) => {
        await control.click();
        await control.waitFor({ state: 'detached' });
        expect(await page.getByRole('link', { name: /^Plan / }).count()).toBe(41);
      },
      effect: shown((page) => page.getByRole('link', { name: /^Plan 1 / })),
    }),
  ],
});

pressEveryControl({
  title: 'the secret of a new token',
  bench: () => bench,
  ready: async (on) => {
    await at('/tokens')(on);
    await on.page.getByRole('button', { name: 'New token' }).click();
    await on.page.getByRole('textbox', { name: 'Name' }).fill('Robot');
    await on.page.getByRole('button', { name: 'Create token' }).click();
  },
  part: (page) => page.getByRole('dialog', { name: 'Your token' }),
  popup: 'dialog',
  beside: elsewhereOf([skipLink, ...frame, ...tokensScreen]),
  controls: secretDialog,
});

pressEveryControl({
  title: 'a new theme',
  bench: () => bench,
  ready: async (on) => {
    await at('/themes')(on);
    await on.page.getByRole('button', { name: 'New theme' }).click();
  },
  part: (page) => page.getByRole('dialog', { name: 'New theme' }),
  popup: 'dialog',
  beside: elsewhereOf([skipLink, ...frame, ...themesScreen]),
  controls: themeEditor,
});

pressEveryControl({
  title: 'the themes',
  bench: () => bench,
  ready: async (on) => {
    const { body } = await on.agent.call<{ themes: { id: string; name: string }[] }>('GET', '/custom-themes');
    const dawn = body.themes.find(({ name }) => name === 'Dawn');
    if (dawn !== undefined) await on.agent.call('DELETE', `/custom-themes/${dawn.id}`);
    if (dawn !== undefined) await on.page.reload();
    await at('/themes')(on);
  },
  part: main,
  beside: [skipLink, ...elsewhereOf(frame)],
  controls: themesScreen,
});

pressEveryControl({
  title: 'the profile',
  bench: () => bench,
  ready: at('/profile'),
  part: main,
  beside: [skipLink, ...elsewhereOf(frame)],
  controls: profileScreen,
});

pressEveryControl({
  title: 'the documents, once the session has ended in another window',
  bench: () => full,
  ready: async ({ page }) => {
    await page.context().request.delete('/api/v1/session', { headers: { Origin: stage.node.url } });
    await page.getByRole('link', { name: 'Images' }).click();
    await page.getByRole('alert').filter({ hasText: 'You are signed out' }).waitFor();
  },
  part: main,
  beside: [skipLink, ...elsewhereOf(frame), button('Grace account menu', elsewhere)],
  controls: [
    ...elsewhereOf(imagesScreen.filter(({ name }) => name === 'Upload')),
    button('Sign in', shown((page) => page.getByRole('heading', { name: 'Sign in to Atelier' }))),
  ],
}); // prettier-ignore
