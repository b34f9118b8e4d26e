import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

describe('library', () => {
  test('a library is created from JSON, listed, renamed and removed; a number is appended to a name in use', async () => {
    const item = { id: randomUUID(), title: 'Box', width: 160, height: 80, elements: [{ type: 'shape', shape: 'square', x: 0, y: 0, width: 160, height: 80 }] }; // prettier-ignore
    const input = JSON.stringify({ name: 'Boxes', items: [item] });
    const { out, err } = await atelier(['-q', 'library', 'add', '-'], { input });
    expect(err).toBe('');
    const id = out.trim();
    expect(await said('library', 'ls')).toMatch(new RegExp(`^${id}  Boxes  1 item\\n$`));
    expect((await atelier(['library', 'add', '-'], { input: '{"name":"Boxes"}' })).out).toContain('Boxes 2');
    expect(await said('library', 'rename', id, 'Crates')).toContain('Crates');
    await said('library', 'rm', id);
    expect((await atelier(['library', 'rm', id])).err).toMatch(/^library_not_found: /);
  });

  test('an item is drawn on a tab with its parts and the arrow between them, any number of times', async () => {
    const { id: doc } = await shell.server.addDocument(shell.ada.token);
    const box = (id: string, x: number) => ({ type: 'shape', shape: 'square', id, x, y: 10, width: 80, height: 40, label: id });
    const arrow = { type: 'arrow', from: { element: 'a' }, to: { element: 'b' } };
    const elements = [box('a', 0), box('b', 200), arrow];
    const pair = { id: randomUUID(), title: 'Pair', width: 280, height: 60, elements };
    const twin = { ...pair, id: randomUUID(), title: 'Twin', elements: [] };
    const input = JSON.stringify({ name: 'Signs', items: [pair, twin, { ...twin, id: randomUUID() }] });
    await atelier(['library', 'add', '-'], { input });
    expect(await said('library', 'show', 'signs')).toContain(`${pair.id}  Pair  280×60  3 parts\n`);
    expect(await said('library', 'place', doc, 'Signs', 'Pair', '--at', '100,-50', '--dry-run')).toContain('+ b');
    expect(await said('library', 'place', doc, 'Signs', 'pair', '--at', '100,-50')).toContain('rev 0→1');
    const second = await said('library', 'place', doc, 'Signs', pair.id, '--base-rev', '1');
    expect(second).toContain('arrow a-2 -> b-2');
    const { elements: drawn } = JSON.parse(await said('tab', 'show', doc, '--json'));
    const placeOf = (name: string) => drawn.find((element: { id: string }) => element.id.startsWith(`${name}~`));
    expect(placeOf('a')).toMatchObject({ x: 100, y: -40 });
    expect(placeOf('b')).toMatchObject({ x: 300, y: -40 });
    expect(placeOf('b-2').x - placeOf('a-2').x).toBe(200);
    expect(placeOf('a-2').x).toBeGreaterThan(380);
    expect((await atelier(['library', 'place', doc, 'Sign', 'Pair'])).err).toMatch(/^library_not_found: /);
    expect((await atelier(['library', 'place', doc, 'Signs', 'Twin'])).err).toMatch(/^invalid_value: /);
    expect((await atelier(['library', 'place', doc, 'Signs', 'Pair', '--at', 'here'])).code).toBe(2);
  });

  test('CM6 a file that is not a JSON object is wrong usage; one that is not a library is refused', async () => {
    expect((await atelier(['library', 'add', '-'], { input: 'boxes' })).code).toBe(2);
    expect((await atelier(['library', 'add', '-'], { input: '[]' })).code).toBe(2);
    expect((await atelier(['library', 'add', '/nowhere.json'])).code).toBe(2);
    expect((await atelier(['library', 'add', '-'], { input: '{}' })).err).toMatch(/^invalid_request: /);
  });
});

describe('theme', () => {
  test('a theme is created from JSON, used by a tab, changed and removed', async () => {
    const input = '{"name":"Sand","definition":{"backgroundColor":"#f5ecd9"}}';
    const id = (await atelier(['-q', 'theme', 'add', '-'], { input })).out.trim();
    expect(id).toMatch(/^custom:/);
    const { id: doc } = await shell.server.addDocument(shell.ada.token);
    await said('tab', 'new', doc, 'Beach', '--theme', id);
    expect(await said('tab', 'render', doc, '--tab', 'Beach')).toContain('#f5ecd9');
    const changed = await atelier(['theme', 'set', id, '-'], { input: '{"name":"Dune"}' });
    expect([changed.code, changed.out]).toEqual([0, `${id}  Dune  #f5ecd9\n`]);
    expect(await said('theme', 'ls')).toContain('Dune');
    await said('theme', 'rm', id);
    expect((await atelier(['theme', 'rm', id])).err).toMatch(/^theme_not_found: /);
  });
});
