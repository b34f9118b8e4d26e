/** Home in a real browser: signing in, documents, tokens, and the other things of a person. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { shoot } from './shoot.ts';
import { lateFrames, type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('home');
  // The browser logs the answers to calls without a session, and refusals.
  stage.expectComplaints(/status of (401|404|409|422)/);
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

describe('signing in', () => {
  test('the link that the first start prints signs in, once', async () => {
    const link = /http\S+#code=\w+/.exec(stage.node.output())?.[0] ?? '';
    const stranger = await stage.stranger();
    const page = await stranger.open(link);
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(page.url()).not.toContain('code');
    const other = await (await stage.stranger()).open(link);
    await other.getByRole('alert').waitFor();
    await other.getByLabel('Email').waitFor();
  });

  test('a wrong password is reported, and the right one opens the requested page', async () => {
    const page = await (await stage.stranger()).open('/tokens');
    await page.getByLabel('Email').fill(`${ada.userId}@example.org`);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    await page.getByRole('button', { name: 'account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('a share link asks a guest for a name, and lets a signed-in person in directly', async () => {
    const { id } = await stage.document(ada, 'Shared plan');
    const { body } = await ada.agent.call<{ link: { url: string } }>('POST', `/documents/${id}/share-links`, { level: 'viewer' });
    const guest = await (await stage.stranger()).open(body.link.url);
    expect(guest.url()).not.toContain('#');
    await guest.getByLabel('Your name').fill('Katherine');
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.getByRole('heading', { name: 'Shared plan' }).waitFor();
    expect(await guest.getByRole('button', { name: 'Add tab' }).count()).toBe(0);

    const grace = await stage.person('Grace');
    const page = await grace.open(body.link.url);
    await page.getByRole('heading', { name: 'Shared plan' }).waitFor();
    await page.getByRole('link', { name: 'Your documents' }).click();
    await page.getByRole('link', { name: 'Shared plan' }).waitFor();
  });
});

describe('documents', () => {
  test('are created, renamed, found, copied, trashed and restored', async () => {
    const page = await ada.open('/');
    await page.getByRole('button', { name: 'New document' }).first().click();
    await page.getByRole('heading', { name: 'Untitled' }).waitFor();
    await page.getByRole('link', { name: 'Your documents' }).click();

    await page.getByRole('link', { name: 'Untitled' }).focus();
    await page.evaluate(lateFrames);
    await page.keyboard.press('F2');
    await page.keyboard.type('Quarter four');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Quarter four' }).waitFor();
    await page.reload();

    await page.getByLabel('Search documents').fill('QUARTER');
    await page.getByRole('status').getByText('1 found').waitFor({ state: 'attached' });
    await page.getByLabel('Search documents').fill('nothing like it');
    await page.getByText('No documents match').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();

    await page.getByRole('button', { name: 'Actions for Quarter four', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('link', { name: 'Copy of Quarter four' }).waitFor();

    await page.getByRole('link', { name: 'Copy of Quarter four' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByRole('link', { name: 'Copy of Quarter four' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Copy of Quarter four' }).waitFor();

    await page.getByRole('link', { name: 'Copy of Quarter four' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('link', { name: 'Copy of Quarter four' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Trash' }).click();
    const one = await stage.document(ada, 'Never again');
    await ada.agent.call('DELETE', `/documents/${one.id}`);
    await page.reload();
    await page
      .getByText(/can be restored until/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Delete Never again permanently' }).click();
    await shoot(page, 'purge');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete Never again permanently' }).click();
    await page.getByRole('button', { name: 'Delete permanently', exact: true }).click();
    await page.getByText('Never again', { exact: true }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'trash-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Restore Copy of Quarter four' }).click();
    await page.getByText('Trash is empty').waitFor();
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('link', { name: 'Copy of Quarter four' }).waitFor();
    await page.close();
  });

  test('are sorted and starred as each person likes, and stay so after a reload', async () => {
    const grace = await stage.person('Grace Sorts');
    for (const name of ['Beta', 'alpha', 'Gamma']) await stage.document(grace, name);
    const page = await grace.open('/');
    const listed = async (names: readonly string[]): Promise<void> => {
      await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(names);
    };
    const sortBy = async (title: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Sort by' }).click();
      await page.getByRole('option', { name: title }).click();
    };
    await listed(['Gamma', 'alpha', 'Beta']);
    await sortBy('Name');
    await listed(['alpha', 'Beta', 'Gamma']);
    await page.getByRole('link', { name: 'Beta' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Document menu' }).click();
    await page.getByRole('menuitem', { name: 'Add star' }).click();
    await page.getByText('Starred', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Your documents' }).click();
    await listed(['alpha', 'Beta', 'Gamma']);
    await sortBy('Last opened by me');
    await listed(['Beta', 'Gamma', 'alpha']);
    await page.getByText(/^Opened /).waitFor();

    await page.getByRole('button', { name: 'Star Beta', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Star Gamma', pressed: false }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Star Gamma', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Starred', exact: true }).click();
    await listed(['Beta', 'Gamma']);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page)).toEqual([]);
      await shoot(page, `stars-${colorScheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'stars-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await listed(['Beta', 'Gamma']);
    await page.getByRole('button', { name: 'Star Beta', pressed: true }).click();
    await page.getByRole('button', { name: 'Star Beta', pressed: false }).waitFor();
    // Where it was, until the list is read again.
    await listed(['Beta', 'Gamma']);
    await page.reload();
    await listed(['Gamma']);
    await page.getByRole('button', { name: 'Starred', exact: true }).click();
    await listed(['Beta', 'Gamma', 'alpha']);
    await page.close();
  });

  test('show a picture of a document however large, which the browser keeps until the document changes', async () => {
    const place = await stage.document(ada, 'Continent');
    // So many boxes are asked for as a PNG, and so far apart it would have more pixels than the server draws.
    const boxes = Array.from(
      { length: 402 },
      (_, index) => `add square at:${(index % 20) * 4_000},${Math.floor(index / 20) * 4_000}`,
    );
    expect((await ada.agent.changeset(place, boxes.join('\n'))).status).toBe(201);
    const page = await ada.open('/images');
    // What the browser has in its memory it does not transfer.
    const transferred = (): Promise<number> =>
      page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('${place.tab}/render.png')).reduce((sum, { transferSize }) => sum + transferSize, 0)`,
      );
    const isDrawn = async (): Promise<void> => {
      const width = `document.querySelector('a[href*="${place.id}"] img')?.naturalWidth ?? 0`;
      await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(400);
    };
    await page.getByRole('link', { name: 'Documents' }).click();
    await isDrawn();
    expect(await transferred()).toBeGreaterThan(1_000);
    await page.reload();
    await isDrawn();
    expect(await transferred()).toBe(0);
    expect((await ada.agent.changeset(place, 'add square at:0,-4000')).status).toBe(201);
    await page.reload();
    await isDrawn();
    expect(await transferred()).toBeGreaterThan(1_000);
    await page.close();
  });

  test('do not go on loading pictures once another screen is shown', async () => {
    const place = await stage.document(ada, 'Slow to draw');
    expect((await ada.agent.changeset(place, 'add square "Pay" at:0,0')).status).toBe(201);
    const page = await ada.open('/images');
    // The server never answers it.
    await page.route(`**/${place.tab}/render.svg*`, () => undefined);
    const asked = page.waitForRequest((request) => request.url().includes(place.tab));
    await page.getByRole('link', { name: 'Documents' }).click();
    await asked;
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes(place.tab));
    await page.getByRole('link', { name: 'Libraries' }).click();
    expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.close();
  });

  test('show their picture as soon as a busy server has drawn it', async () => {
    const place = await stage.document(ada, 'Busy');
    expect((await ada.agent.changeset(place, 'add square "Pay" at:0,0')).status).toBe(201);
    stage.expectComplaints(/503 .*render\.svg/);
    const page = await ada.open('/tokens');
    const askedAt: number[] = [];
    await page.route(`**/${place.tab}/render.svg*`, async (route) => {
      askedAt.push(performance.now());
      if (askedAt.length > 2) await route.continue();
      else await route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, body: '{}' });
    });
    await page.getByRole('link', { name: 'Documents' }).click();
    const card = page.locator(`a[href*="${place.id}"]`);
    await card.locator('svg').waitFor();
    await card.locator('img[src^="blob:"]').waitFor();
    const picture = `document.querySelector('a[href*="${place.id}"] img')`;
    expect(await page.evaluate(`${picture}.decode().then(() => ${picture}.naturalWidth)`)).toBeGreaterThan(0);
    expect(askedAt.length).toBe(3);
    expect(askedAt[2]! - askedAt[1]!).toBeGreaterThan(1_900);
    await page.close();
  });

  test('have members with levels, and links that are created and revoked', async () => {
    const { id } = await stage.document(ada, 'Budget');
    const barbara = await stage.person('Barbara');
    await stage.invite(id, barbara, 'viewer');
    const page = await ada.open('/');
    await page.getByRole('button', { name: 'Actions for Budget' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await page.getByRole('combobox', { name: 'Role of Barbara' }).click();
    await page.getByRole('option', { name: 'Can edit' }).click();
    await expect
      .poll(async () => (await barbara.agent.call<{ access: string }>('GET', `/documents/${id}`)).body.access)
      .toBe('editor');
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText(/\/share#/).waitFor();
    await page.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('No share links').waitFor();
    await page.close();
  });
});

describe('tokens', () => {
  test('the secret is shown once, works in its setup line, and is refused when it is revoked', async () => {
    const page = await ada.open('/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name').fill('Claude');
    await page.getByRole('combobox', { name: 'Access' }).click();
    await page.getByRole('option', { name: 'Read only' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    const line = page.getByRole('dialog').getByText(/^export ATELIER_TOKEN=atl_/);
    await line.waitFor();
    const secret = (await line.textContent())?.replace('export ATELIER_TOKEN=', '') ?? '';
    const status = async (): Promise<number> =>
      (await fetch(`${stage.node.url}/api/v1/me`, { headers: { Authorization: `Bearer ${secret}` } })).status;
    expect(await status()).toBe(200);
    // Neither Escape nor a press outside hides a secret that is shown only once.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    await page.getByText('Claude', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke Claude' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Claude', { exact: true }).waitFor({ state: 'detached' });
    expect(await status()).toBe(401);
    await page.close();
  });

  test('AC22 a token is fenced to a frame of a tab, and its row says so', async () => {
    const { id, tab } = await stage.document(ada, 'Fenced plans');
    const frame = { type: 'frame', id: 'area', label: 'Drawing area', x: 0, y: 0, width: 400, height: 300 };
    await ada.agent.call('POST', `/documents/${id}/tabs/${tab}/changesets`, { operations: [{ op: 'add', element: frame }] });
    const page = await ada.open('/tokens');
    const choose = async (label: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name').fill('Painter');
    await page.getByRole('combobox', { name: 'Documents' }).click();
    await page.getByRole('option', { name: 'Selected documents' }).click();
    await page.getByRole('checkbox', { name: 'Fenced plans' }).click();
    await page.getByText('More limits').click();
    await page.getByRole('group', { name: 'Tabs it changes' }).getByRole('checkbox').click();
    await choose('Frame', 'Drawing area');
    await choose('Changes', 'Drawing and comments');
    await page.getByLabel('Calls a minute').fill('5000');
    expect(await page.getByRole('button', { name: 'Create token' }).isDisabled()).toBe(true);
    await page.getByLabel('Calls a minute').fill('60');
    await shoot(page, 'fence');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Painter' });
    for (const tag of ['1 document', '1 frame', 'Limited changes', '60 a minute']) await row.getByText(tag).waitFor();
    await page.getByRole('heading', { name: 'Sign in with your browser' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page)).toEqual([]);
      await shoot(page, `tokens-${colorScheme}`, { fullPage: true });
    }
    await page.close();
  });
});

describe('themes, libraries and images', () => {
  test('a theme is created from a built-in one, its low contrast is reported, and a tab uses it', async () => {
    const { id, tab } = await stage.document(ada, 'Themed');
    const page = await ada.open('/themes');
    await page.getByRole('button', { name: 'Actions for Paper' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate and edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Faint');
    await page.getByLabel('Text', { exact: true }).fill('#eeeeee');
    await page.getByText('fails').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Create theme' }).click();
    await page.getByText('Faint').waitFor();
    await page.getByText(/low-contrast pairs?/).waitFor();

    await page.goto(`/d/${id}/${tab}`);
    await page.getByRole('button', { name: 'Document menu' }).click();
    await page.getByRole('menuitem', { name: 'Tab theme' }).click();
    await page.getByText('Faint').click();
    await expect.poll(() => page.getByRole('radio', { name: 'Faint' }).isChecked()).toBe(true);
    await page.close();
  });

  test('a library is shown, renamed and deleted', async () => {
    const box = { type: 'shape', shape: 'square', id: 'a', x: 0, y: 0, width: 100, height: 60, label: 'Pump' };
    const item = { id: crypto.randomUUID(), title: 'A pump', width: 100, height: 60, elements: [box] };
    await ada.agent.call('POST', '/shape-libraries', { name: 'Water', items: [item] });
    const page = await ada.open('/libraries');
    await page.getByText('A pump').waitFor();
    await page.getByRole('button', { name: 'Actions for Water' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.keyboard.type('Water works');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Water works' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Water works' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No libraries yet').waitFor();
    await page.close();
  });

  test('an image is uploaded, an invalid one is reported, and its uses are listed', async () => {
    const { id, tab } = await stage.document(ada, 'Illustrated');
    const page = await ada.open('/images');
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.getByLabel('Images to upload').setInputFiles([
      { name: 'Ü 1.png', mimeType: 'image/png', buffer },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    ]);
    await page.getByText('Couldn’t upload “notes.txt”').first().waitFor();
    await page.getByText('Ü 1.png', { exact: true }).waitFor();
    const { body } = await ada.agent.call<{ images: { id: string }[] }>('GET', '/images');
    const element = { type: 'image', imageId: body.images[0]!.id, x: 0, y: 0, width: 100, height: 100 };
    await ada.agent.call('POST', `/documents/${id}/tabs/${tab}/changesets`, { operations: [{ op: 'add', element }] });
    await page.reload();
    await page.getByRole('button', { name: 'Used in 1 document' }).click();
    await page.getByRole('link', { name: 'Illustrated' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Ü 1.png' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No images yet').waitFor();
    await page.close();
  });
});

describe('accessible', () => {
  // In dark mode only the colors differ.
  test.each(['light', 'dark'] as const)('in %s axe finds nothing serious on any screen', async (colorScheme) => {
    const person = await stage.person('Mary', { colorScheme });
    const { id } = await stage.document(person, 'Looms');
    await person.agent.call('POST', '/custom-themes', { name: 'Own', definition: { backgroundColor: '#fafafa' } });
    const faults: Record<string, readonly string[]> = {};
    const page = await person.open('/');
    const look = async (where: string): Promise<void> => {
      await page.evaluate('Promise.allSettled(document.getAnimations().map((each) => each.finished))');
      const found = await seriousFaults(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      if (found.length > 0) faults[where] = found;
    };
    for (const [screen, shown] of [
      ['Documents', 'Looms'],
      ['Trash', 'Trash is empty'],
      ['Images', 'No images yet'],
      ['Libraries', 'No libraries yet'],
      ['Agents', 'Connect a client'],
    ] as const) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await page.getByText(shown).first().waitFor();
      await look(screen);
    }
    await page.getByRole('button', { name: 'New token' }).first().click();
    await look('new token');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'account menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByText('This browser').waitFor();
    await look('Profile');
    await page.getByRole('link', { name: 'Themes' }).click();
    await page.getByText('Own', { exact: true }).waitFor();
    await look('Themes');
    await page.getByRole('button', { name: 'Actions for Own' }).click();
    await look('a menu');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await look('theme editor');
    await page.goto(`/d/${id}`);
    await page.getByText('Saved').waitFor();
    await look('document');
    for (const item of ['Tab theme', 'Document settings', 'Keyboard shortcuts']) {
      await page.getByRole('button', { name: 'Document menu' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await look(item);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Mary (you)', { exact: true }).waitFor();
    await look('share');
    await page.goto('/d/none');
    await page.getByText('You don’t have access').waitFor();
    await look('no access');
    await person.context.clearCookies();
    await page.goto('/');
    await page.getByLabel('Password').waitFor();
    await look('sign-in');
    expect(faults).toEqual({});
    await page.close();
  });
});
