import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';

import { EventIds } from './event-id.ts';

const ids = new EventIds('secret');
const doc = newId('doc');

test('an event id decodes to its place on every node that has the secret', () => {
  for (const place of [
    { position: 0, at: 0 },
    { position: 1, at: 1_790_000_000_000 },
    { position: 2 ** 48 - 1, at: 2 ** 48 - 1 },
  ]) {
    const id = ids.idOf(doc, place);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(new EventIds('secret').placeOf(doc, id)).toEqual(place);
    expect(ids.idOf(doc, place)).toBe(id);
  }
});

test('ids of other documents and installations, and invented ids, decode to null', () => {
  const id = ids.idOf(doc, { position: 5, at: 5 });
  expect(ids.placeOf(newId('doc'), id)).toBeNull();
  expect(new EventIds('other').placeOf(doc, id)).toBeNull();
  for (const junk of ['', '5', 'x'.repeat(22), `${id}A`, id.slice(1), `${id} `, 'é'.repeat(22), '__proto__', 'x'.repeat(10_000)])
    expect(ids.placeOf(doc, junk)).toBeNull();
  for (let round = 0; round < 1_000; round += 1) expect(ids.placeOf(doc, randomBytes(16).toString('base64url'))).toBeNull();
});

test('ids of adjacent positions have nothing in common', () => {
  const [one, two] = [1, 2].map((position) => Buffer.from(ids.idOf(doc, { position, at: 7 }), 'base64url'));
  expect(one!.filter((byte, index) => byte === two![index]).length).toBeLessThan(4);
});
