import { describe, expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

describe('page', () => {
  test('adds, sets, arranges, moves, duplicates and deletes pages, and lists them', async () => {
    const { id } = await shell.server.addDocument(shell.ada.token, 'Deck');
    const added = await said('page', 'add', 'deck', 'slide', '--name', 'Cover', '--background', '#dbeafe,#ffffff');
    expect(added).toMatch(/^1 {2}page_\w+ {2}Cover {2}slide 16:9 landscape {2}at 0,0 1280×720\nrev 0→1 · cs_\w+\n$/);
    await said('page', 'add', id, 'infographic', '--at', '1', '--orientation', 'landscape');
    await said('page', 'set', id, 'Cover', '--size', '4:3', '--background', 'none');
    await said('page', 'layout', id, '2', 'title');
    await said('page', 'duplicate', id, 'Cover', '--name', 'Back');
    await said('page', 'move', id, 'Back', '--at', '1');
    await said('page', 'rm', id, 'Infographic 1');
    const { pages } = JSON.parse(await said('--json', 'page', 'ls', id));
    expect(pages).toMatchObject([
      { name: 'Back', size: '4:3', background: null, layout: 'title' },
      { name: 'Cover', place: 2 },
    ]);
  });

  test('CM6 article lays out Markdown from stdin on pages; a refusal ends with 1, a missing file with 2', async () => {
    const { id } = await shell.server.addDocument(shell.ada.token);
    const set = await atelier(['page', 'article', id, '-f', '-', '--size', '16:9'], { input: '# Title\n\nText.' });
    expect([set.code, set.err]).toEqual([0, '']);
    expect(set.out).toMatch(/\n2 elements on 1 page · rev 0→1 · cs_\w+\n$/);
    const quiet = await atelier(['-q', 'page', 'article', id, '-f', '-', '--append'], { input: 'More.' });
    expect(quiet.out).toMatch(/^cs_\w+\n$/);
    const refused = await atelier(['page', 'rm', id, '9']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^page_not_found: /)]);
    expect((await atelier(['page', 'article', id, '-f', '/nowhere.md'])).code).toBe(2);
  });
});
