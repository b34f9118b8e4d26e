import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sweepImages } from '#server/images/sweep-images.ts';
import { pixelsOf } from '#server/pictures/pixels.test-support.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';
import { imagesById } from '#storage/images.ts';
import { sweepPast } from '#storage/past/sweep-past.ts';
import { chunk, pngFile } from '#test/harness/png.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { type Sent, startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;
let documentId: string;
let tab: string;

beforeAll(async () => {
  server = await startTestServer({ gallery: { images: 6, bytes: 12_000_000 } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [ada, grace] = [await server.addPerson('Ada'), await server.addPerson('Grace')];
  ({ id: documentId, tab } = await server.addDocument(ada.token));
});

const sample = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../core/images/samples/${name}`, import.meta.url)));
let made = 0;
/** A PNG of that size, different from all others here. */
function png(width = 4, height = 3, idat = deflateSync(Buffer.alloc((width * 3 + 1) * height))): Uint8Array {
  made += 1;
  return new Uint8Array(pngFile(width, height, [chunk('tEXt', Buffer.from(`Comment\0${made}`)), chunk('IDAT', idat)]));
}
const upload = (body: Uint8Array, headers: Sent['headers'] = {}, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', '/images', { token, body, headers: { 'Content-Type': 'image/png', ...headers } });
const uploaded = async (token = ada.token): Promise<string> => (await upload(png(), {}, token)).json.image.id;
const element = (imageId: string, more: object = {}) => ({
  op: 'add',
  element: { type: 'image', imageId, x: 0, y: 0, width: 40, height: 30, ...more },
});
const place = (imageId: string, token = ada.token, at = { documentId, tab }): Promise<TestAnswer> =>
  server.call('POST', `/documents/${at.documentId}/tabs/${at.tab}/changesets`, {
    token,
    body: { operations: [element(imageId)] },
  });
const read = (imageId: string, token: string): Promise<TestAnswer> => server.call('GET', `/images/${imageId}`, { token });
const join = (person: TestPerson, level = 'editor'): Promise<TestAnswer> =>
  server.call('PUT', `/documents/${documentId}/members/${person.id}`, { token: ada.token, body: { level } });

describe('uploading', () => {
  test('APP64 a new image is answered with the properties of its bytes, and reads byte by byte', async () => {
    const bytes = png(7, 5);
    const { status, json, headers } = await upload(bytes, {
      'X-Image-Width': '7',
      'X-Image-Height': '5',
      'X-Image-Original-Name': 'caf%C3%A9 "x".png',
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      deduped: false,
      image: {
        id: expect.stringMatching(/^img_[a-z0-9]{20}$/),
        contentType: 'image/png',
        byteSize: bytes.length,
        width: 7,
        height: 5,
        originalName: 'café "x".png',
        createdAt: expect.any(Number),
      },
    });
    expect(headers.get('location')).toBe(`${server.origin}/api/v1/images/${json.image.id}`);
    const found = await read(json.image.id, ada.token);
    expect(found.status).toBe(200);
    expect(Buffer.from(found.bytes).equals(bytes)).toBe(true);
    const shown = [
      'content-type',
      'x-content-type-options',
      'content-security-policy',
      'cache-control',
      'content-disposition',
      'cross-origin-resource-policy',
    ];
    expect(shown.map((name) => found.headers.get(name))).toEqual([
      'image/png',
      'nosniff',
      "default-src 'none'; frame-ancestors 'none'; sandbox",
      'private, max-age=31536000, immutable',
      "inline; filename*=UTF-8''caf%C3%A9%20%22x%22.png",
      'same-origin',
    ]);
    const again = await server.call('GET', `/images/${json.image.id}`, {
      token: ada.token,
      headers: { 'If-None-Match': found.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ['plain.png', 'image/png'],
    ['baseline.jpg', 'image/jpeg'],
    ['plain.gif', 'image/gif'],
    ['lossy.webp', 'image/webp'],
  ])('%s is accepted with and without a media type', async (name, contentType) => {
    const told = await upload(sample(name), { 'Content-Type': contentType });
    expect([told.status, told.json.image.contentType]).toEqual([201, contentType]);
    const untold = await upload(sample(name), { 'Content-Type': 'application/octet-stream' });
    expect([untold.status, untold.json]).toEqual([200, { ...told.json, deduped: true }]);
  });

  test('APP65 the same bytes are one image of a gallery, and reveal nothing about other galleries', async () => {
    const bytes = png();
    const first = await upload(bytes);
    expect((await upload(bytes)).json).toEqual({ image: first.json.image, deduped: true });
    const hers = await upload(bytes, {}, grace.token);
    expect([hers.status, hers.json.deduped]).toEqual([201, false]);
    expect(hers.json.image.id).not.toBe(first.json.image.id);
  });

  test('concurrent uploads of the same bytes create one image', async () => {
    const bytes = png();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(bytes)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.image.id)).size).toBe(1);
  });

  test.each([
    ['X-Image-Width', '8'],
    ['X-Image-Height', '1000000000'],
    ['X-Image-Width', '-1'],
    ['Content-Type', 'image/jpeg'],
  ])('a header that disagrees with the bytes is image_mismatch: %s %s', async (name, value) => {
    const { status, json } = await upload(png(), { [name]: value });
    expect([status, json.code]).toEqual([400, 'image_mismatch']);
  });

  test('a rotated photograph may be declared with its sides in either order', async () => {
    const bytes = sample('turned.jpg');
    const type = { 'Content-Type': 'image/jpeg' };
    const stored = await upload(bytes, { ...type, 'X-Image-Width': '37', 'X-Image-Height': '21' });
    expect(stored.json.image).toMatchObject({ width: 21, height: 37 });
    expect((await upload(bytes, { ...type, 'X-Image-Width': '21', 'X-Image-Height': '37' })).status).toBe(200);
    expect((await upload(bytes, { ...type, 'X-Image-Width': '21', 'X-Image-Height': '21' })).json.code).toBe('image_mismatch');
  });

  test.each(['%00', 'a%0d%0ab', 'x'.repeat(256)])('an invalid file name is refused: %j', async (name) => {
    expect((await upload(png(), { 'X-Image-Original-Name': name })).json.code).toBe('invalid_request');
  });

  test.each(['../../etc/passwd', '100% sure.png', '"; filename="x.html'])(
    'a name is never a path or a header: %s',
    async (name) => {
      const { json } = await upload(png(), { 'X-Image-Original-Name': name });
      expect(json.image.originalName).toBe(name);
      const { headers } = await read(json.image.id, ada.token);
      expect(headers.get('content-disposition')).toMatch(/^inline; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/);
    },
  );

  slowTest('APP66 the numbers of images and bytes of a gallery are limited exactly under concurrent uploads', async () => {
    const many = await Promise.all(Array.from({ length: 9 }, () => upload(png())));
    expect(many.map(({ status }) => String(status)).toSorted()).toEqual([
      ...Array<string>(6).fill('201'),
      ...Array<string>(3).fill('403'),
    ]);
    expect(many.find(({ status }) => status === 403)?.json.code).toBe('gallery_full');
    const { json } = await server.call('GET', '/images', { token: ada.token });
    expect(json.images).toHaveLength(6);
    await server.call('DELETE', `/images/${json.images[0].id}`, { token: ada.token });
    expect((await upload(png())).status).toBe(201);
    const large = (): Uint8Array => png(2, 2, Buffer.concat([deflateSync(Buffer.alloc(14)), Buffer.alloc(7_000_000)]));
    const sizes = await Promise.all([upload(large(), {}, grace.token), upload(large(), {}, grace.token)]);
    expect(sizes.map(({ status }) => String(status)).toSorted()).toEqual(['201', '403']);
  });

  test('an Idempotency-Key answers the first upload again', async () => {
    const [bytes, headers] = [png(), { 'Idempotency-Key': 'once' }];
    const first = await upload(bytes, headers);
    const again = await upload(bytes, headers);
    expect([again.status, again.json, again.headers.get('idempotency-replayed')]).toEqual([201, first.json, 'true']);
    expect((await upload(png(), headers)).json.code).toBe('idempotency_key_reused');
  });
});

describe('hostile uploads', () => {
  const tenMegabytes = 10_485_760;
  const html = '<html><script>alert(1)</script></html>';
  const padded = (size: number): Uint8Array => {
    const small = png(2, 2);
    return png(2, 2, Buffer.concat([deflateSync(Buffer.alloc(14)), Buffer.alloc(size - small.length)]));
  };

  test.each<[string, number, string, () => Uint8Array, string?]>([
    ['a bomb', 413, 'image_too_many_pixels', () => png(60_000, 60_000, deflateSync(Buffer.alloc(1_000_000)))],
    ['a size of 2^31 - 1', 413, 'image_too_many_pixels', () => png(2 ** 31 - 1, 2 ** 31 - 1, deflateSync(Buffer.alloc(9)))],
    ['one row too many', 413, 'image_too_many_pixels', () => png(8_000, 8_001, deflateSync(Buffer.alloc(9)))],
    ['a truncated PNG', 415, 'unsupported_type', () => png().subarray(0, -5)],
    ['a truncated JPEG', 415, 'unsupported_type', () => sample('baseline.jpg').subarray(0, -2), 'image/jpeg'],
    ['a page', 415, 'unsupported_type', () => Buffer.from(html)],
    ['an SVG', 415, 'unsupported_type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['an image that is said to be text', 415, 'unsupported_type', () => png(), 'text/html'],
    ['nothing', 415, 'unsupported_type', () => new Uint8Array(0)],
    ['ten megabytes and a byte', 413, 'file_too_large', () => padded(tenMegabytes + 1)],
    ['ten megabytes of nothing', 415, 'unsupported_type', () => new Uint8Array(tenMegabytes)],
  ])('%s is refused: %i %s', async (_, status, code, bytes, type = 'image/png') => {
    const body = bytes();
    const answer = await upload(body, { 'Content-Type': type });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect((await server.call('GET', '/images', { token: ada.token })).json.images).toEqual([]);
  });

  test.each([
    ['plain.png', html],
    ['plain.gif', 'PK\x05\x06'],
    ['baseline.jpg', 'ftypmp42, the video of a motion photo'],
    ['lossy.webp', '\n\n'],
  ])('%s is kept without what follows it', async (name, more) => {
    const bytes = sample(name);
    const { status, json } = await upload(new Uint8Array(Buffer.concat([bytes, Buffer.from(more)])), {
      'Content-Type': 'application/octet-stream',
    });
    expect([status, json.image.byteSize]).toEqual([201, bytes.length]);
    expect(Buffer.from((await read(json.image.id, ada.token)).bytes).equals(Buffer.from(bytes))).toBe(true);
    expect((await upload(bytes, { 'Content-Type': 'application/octet-stream' })).json).toEqual({
      image: json.image,
      deduped: true,
    });
  });

  slowTest('ten megabytes are taken', async () => {
    const body = padded(tenMegabytes);
    expect(body.length).toBe(tenMegabytes);
    expect((await upload(body)).status).toBe(201);
  });

  test('a body without a declared length is cut off at the limit', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        sent += 1;
        if (sent > 400) controller.close();
        else controller.enqueue(new Uint8Array(262_144));
        await delay(0);
      },
    });
    const headers = { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'image/png' };
    const answer = await fetch(`${server.origin}/api/v1/images`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit).catch(() => null);
    if (answer !== null)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'file_too_large']);
    expect(sent).toBeLessThan(200);
  });
});

describe('reading an image', () => {
  test('is allowed for its owner and for those who can read a document that uses it', async () => {
    const id = await uploaded();
    expect((await read(id, grace.token)).json.code).toBe('image_not_found');
    await join(grace, 'viewer');
    expect((await read(id, grace.token)).status).toBe(404);
    expect((await place(id)).status).toBe(201);
    expect((await read(id, grace.token)).status).toBe(200);
    await server.call('DELETE', `/documents/${documentId}/members/${grace.id}`, { token: ada.token });
    expect((await read(id, grace.token)).status).toBe(404);
    expect((await read(id, ada.token)).status).toBe(200);
  });

  test('is no longer allowed once no element refers to it', async () => {
    const id = await uploaded();
    await join(grace);
    await place(id);
    const { json } = await server.call('GET', `/documents/${documentId}/tabs/${tab}`, { token: grace.token });
    await server.call('POST', `/documents/${documentId}/tabs/${tab}/changesets`, {
      token: grace.token,
      body: { operations: `rm ${json.elements[0].ref}` },
    });
    expect((await read(id, grace.token)).status).toBe(404);
    expect((await place(id, grace.token)).json.code).toBe('invalid_value');
  });

  test('APP46 an element can refer only to an image that its writer can read', async () => {
    const id = await uploaded();
    const hers = await server.addDocument(grace.token);
    const at = { documentId: hers.id, tab: hers.tab };
    expect((await place(id, grace.token, at)).json.code).toBe('invalid_value');
    expect((await place('img_0000000000000000000', grace.token, at)).json.code).toBe('invalid_value');
    const made = await server.call('POST', `/documents/${hers.id}/tabs`, {
      token: grace.token,
      body: { name: 'x', operations: [element(id)] },
    });
    expect(made.json.code).toBe('invalid_value');
    const replaced = await server.call('PUT', `/documents/${hers.id}/tabs/${hers.tab}`, {
      token: grace.token,
      body: { operations: [element(id)] },
    });
    expect(replaced.json.code).toBe('invalid_value');
    // What she can read in one document she can place in another, even if its owner cannot read the first.
    await join(grace);
    await place(id);
    expect((await place(id, grace.token, at)).status).toBe(201);
    await server.call('DELETE', `/documents/${documentId}/members/${grace.id}`, { token: ada.token });
    expect((await read(id, grace.token)).status).toBe(200);
    const dry = await server.call('POST', `/documents/${hers.id}/tabs/${hers.tab}/changesets?dryRun=1`, {
      token: grace.token,
      body: { operations: [element(await uploaded())] },
    });
    expect(dry.json.code).toBe('invalid_value');
  });

  test('APP67 an image removed from the gallery stays where it is used, and is deleted if it is not used', async () => {
    const [used, unused] = [await uploaded(), await uploaded()];
    await join(grace, 'viewer');
    await place(used);
    for (const id of [used, unused])
      expect((await server.call('DELETE', `/images/${id}`, { token: ada.token })).status).toBe(204);
    expect((await server.call('DELETE', `/images/${used}`, { token: ada.token })).json.code).toBe('image_not_found');
    expect((await server.call('GET', '/images', { token: ada.token })).json.images).toEqual([]);
    for (const { token } of [ada, grace]) {
      expect((await read(used, token)).status).toBe(200);
      expect((await read(unused, token)).status).toBe(404);
    }
    expect((await server.call('DELETE', `/images/${await uploaded()}`, { token: grace.token })).status).toBe(404);
  });

  test('usage lists the documents that use each image, among those that the caller can read', async () => {
    const [one, two] = [await uploaded(), await uploaded()];
    await place(one);
    await join(grace);
    const hers = await server.addDocument(grace.token);
    await place(one, grace.token, { documentId: hers.id, tab: hers.tab });
    const { json } = await server.call('GET', '/images/usage', { token: ada.token });
    expect(json).toEqual({ usage: { [one]: [{ id: documentId, name: 'Plans' }], [two]: [] } });
  });

  test('a guest sees the images of the document', async () => {
    const [shown, other] = [await uploaded(), await uploaded()];
    await place(shown);
    const { json } = await server.call('POST', `/documents/${documentId}/share-links`, {
      token: ada.token,
      body: { level: 'viewer' },
    });
    const opened = await server.call('POST', '/share-links/open', {
      body: { secret: json.link.url.split('#')[1], name: 'Kim' },
      headers: { Origin: server.origin },
    });
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
    const asGuest = (path: string): Promise<TestAnswer> => server.call('GET', path, { cookie });
    expect((await asGuest(`/images/${shown}?document=${documentId}`)).status).toBe(200);
    expect((await asGuest(`/images/${other}?document=${documentId}`)).status).toBe(404);
    expect((await asGuest(`/images/${shown}`)).status).toBe(401);
    expect((await server.call('GET', `/images/${shown}`)).status).toBe(401);
  });

  test('APP68 a limited token uploads images and sees no gallery', async () => {
    const [free, placed] = [await uploaded(), await uploaded()];
    await place(placed);
    const bound = await server.addToken(ada.id, { documents: [documentId] });
    expect((await server.call('GET', '/images', { token: bound })).json).toEqual({ images: [] });
    expect((await server.call('GET', '/images/usage', { token: bound })).json).toEqual({ usage: {} });
    expect((await read(free, bound)).status).toBe(404);
    expect((await read(placed, bound)).status).toBe(200);
    expect((await place(free, bound)).json.code).toBe('invalid_value');
    expect((await server.call('DELETE', `/images/${free}`, { token: bound })).status).toBe(404);
    // It cannot find out what is in the gallery.
    const bytes = png();
    await upload(bytes);
    const own = await upload(bytes, {}, bound);
    expect([own.status, own.json.deduped]).toEqual([201, false]);
    expect((await upload(bytes, {}, bound)).json.deduped).toBe(true);
    expect((await place(own.json.image.id, bound)).status).toBe(201);
    expect((await server.call('DELETE', `/images/${own.json.image.id}`, { token: bound })).status).toBe(204);
  });

  test('a read-only token reads what its owner reads, and writes nothing', async () => {
    const id = await uploaded();
    const readOnly = await server.addToken(ada.id, { access: 'read' });
    expect((await read(id, readOnly)).status).toBe(200);
    expect((await server.call('GET', '/images', { token: readOnly })).json.images).toHaveLength(1);
    expect((await upload(png(), {}, readOnly)).json.code).toBe('token_read_only');
    expect((await server.call('DELETE', `/images/${id}`, { token: readOnly })).json.code).toBe('token_read_only');
  });

  test.each(['..%2f..%2fetc', 'img_x', 'IMG_000000000000000000', 'img_%00'])(
    'an id that there cannot be is not found: %s',
    async (id) => {
      expect((await read(id, ada.token)).status).toBe(404);
    },
  );
});

describe('an image that is no longer needed', () => {
  const day = 86_400_000;
  const sweep = (days: number) => sweepImages(server.context, Date.now() + days * day);
  const remove = (id: string): Promise<TestAnswer> => server.call('DELETE', `/images/${id}`, { token: ada.token });
  const isKept = async (id: string): Promise<boolean> => (await imagesById(server.context.storage.db, [id])).length > 0;
  const edit = (operations: unknown): Promise<TestAnswer> =>
    server.call('POST', `/documents/${documentId}/tabs/${tab}/changesets`, { token: ada.token, body: { operations } });

  test('is deleted at once with its bytes if it was never placed, and can be uploaded again', async () => {
    const bytes = png();
    const { id } = (await upload(bytes)).json.image;
    const [image] = await imagesById(server.context.storage.db, [id]);
    await remove(id);
    expect([await isKept(id), await server.context.blobs.has(image!.hash)]).toEqual([false, false]);
    const again = await upload(bytes);
    expect([again.status, Buffer.from((await read(again.json.image.id, ada.token)).bytes).equals(bytes)]).toEqual([201, true]);
  });

  slowTest('that documents still show counts against the bytes of its owner, the same bytes once', async () => {
    const large = (): Uint8Array => png(2, 2, Buffer.concat([deflateSync(Buffer.alloc(14)), Buffer.alloc(7_000_000)]));
    const bytes = large();
    const { id } = (await upload(bytes)).json.image;
    await place(id);
    await remove(id);
    expect((await upload(large())).json.code).toBe('gallery_full');
    expect((await upload(bytes)).status).toBe(201);
    await edit('rm type:image');
    await server.context.storage.transact((tx) => tx.deleteFrom('changesets').where('document_id', '=', documentId).execute());
    await sweep(31);
    const { images } = (await server.call('GET', '/images', { token: ada.token })).json;
    await remove(images[0].id);
    expect((await upload(large())).status).toBe(201);
  });

  test('is deleted with its bytes after 30 days', async () => {
    const [gone, kept] = [await uploaded(), await uploaded()];
    const [image] = await imagesById(server.context.storage.db, [gone]);
    await place(gone);
    await remove(gone);
    await edit('rm type:image');
    await server.context.storage.transact((tx) => tx.deleteFrom('changesets').where('document_id', '=', documentId).execute());
    await sweep(29);
    expect(await isKept(gone)).toBe(true);
    await sweep(31);
    expect([await isKept(gone), await isKept(kept)]).toEqual([false, true]);
    expect(await server.context.blobs.has(image!.hash)).toBe(false);
    expect((await read(kept, ada.token)).status).toBe(200);
  });

  test('stays while a document uses it, also in the trash, or a document’s history refers to it', async () => {
    const id = await uploaded();
    await place(id);
    await remove(id);
    await sweep(31);
    expect((await read(id, ada.token)).status).toBe(200);
    await server.call('DELETE', `/documents/${documentId}`, { token: ada.token });
    await sweep(31);
    await server.call('POST', `/documents/${documentId}/restore`, { token: ada.token });
    expect((await read(id, ada.token)).status).toBe(200);
    const { json } = await edit('rm type:image');
    await sweep(31);
    expect((await read(id, ada.token)).status).toBe(404);
    await server.call('POST', `/documents/${documentId}/changesets/${json.changeset.id}/revert`, { token: ada.token });
    expect((await read(id, ada.token)).status).toBe(200);
    await edit('rm type:image');
    await server.context.storage.transact((tx) => tx.deleteFrom('changesets').where('document_id', '=', documentId).execute());
    await sweep(31);
    expect(await isKept(id)).toBe(false);
  });

  test('APP117 stays while a version or a moment that is kept shows it', async () => {
    const { storage, rooms } = server.context;
    const [path, id] = [`/documents/${documentId}`, await uploaded()];
    await place(id);
    const { json: named } = await server.call('POST', `${path}/versions`, { token: ada.token, body: { name: 'With it' } });
    await edit('rm type:image');
    await remove(id);
    // Two compactions, so that the row that names it is in a pack.
    for (const label of ['a', 'b']) {
      await edit(`add square "${label}"`);
      await (rooms as DocumentRooms).compact(documentId);
    }
    await storage.transact((tx) => tx.deleteFrom('changesets').where('document_id', '=', documentId).execute());
    await sweepImages({ ...server.context, pastDays: 60 }, Date.now() + 40 * day);
    expect(await isKept(id)).toBe(true);
    await sweepPast(storage, Date.now() + 10 * day);
    await sweep(40);
    expect(await isKept(id)).toBe(true);
    await server.call('DELETE', `${path}/versions/${named.version.id}`, { token: ada.token });
    await sweepPast(storage, Date.now() + 10 * day);
    await sweep(40);
    expect(await isKept(id)).toBe(false);
  });

  test('leaves the same bytes of another gallery', async () => {
    const bytes = png();
    const [his, hers] = [(await upload(bytes)).json.image.id, (await upload(bytes, {}, grace.token)).json.image.id];
    await remove(his);
    await sweep(31);
    expect((await read(hers, grace.token)).status).toBe(200);
  });
});

describe('pictures', () => {
  const svg = async (token = ada.token): Promise<string> =>
    (await server.call('GET', `/documents/${documentId}/tabs/${tab}/render.svg`, { token })).text;

  test.each(['plain.png', 'baseline.jpg', 'plain.gif', 'lossy.webp'])(
    '%s is inlined as it was uploaded, and drawn',
    async (name) => {
      const bytes = sample(name);
      const { image } = (await upload(bytes, { 'Content-Type': 'application/octet-stream' })).json;
      await place(image.id);
      expect(await svg()).toContain(`href="data:${image.contentType};base64,${Buffer.from(bytes).toString('base64')}"`);
      const png = await server.call('GET', `/documents/${documentId}/tabs/${tab}/render.png`, { token: ada.token });
      expect(png.headers.get('content-type')).toMatch('image/png');
      const empty = await server.addDocument(ada.token);
      const without = await server.call('GET', `/documents/${empty.id}/tabs/${empty.tab}/render.png`, { token: ada.token });
      expect(png.bytes.length).not.toBe(without.bytes.length);
    },
  );

  test('a WebP image is drawn in a PNG, not a placeholder', async () => {
    const { image } = (await upload(sample('lossless.webp'), { 'Content-Type': 'application/octet-stream' })).json;
    await place(image.id);
    const drawn = await server.call('GET', `/documents/${documentId}/tabs/${tab}/render.png`, { token: ada.token });
    const pixels = pixelsOf(drawn.bytes);
    const isOfTheImage = (at: number): boolean =>
      pixels.rgba[at]! < 60 && pixels.rgba[at + 1]! < 60 && Math.abs(pixels.rgba[at + 2]! - 128) < 16;
    const found = Array.from({ length: pixels.rgba.length / 4 }, (_, index) => 4 * index).filter(isOfTheImage);
    expect(found.length).toBeGreaterThan(4);
  });

  slowTest('what is shown many times is inlined until the picture holds enough', async () => {
    const large = png(8, 8, Buffer.concat([deflateSync(Buffer.alloc(200)), Buffer.alloc(9_000_000)]));
    const { image } = (await upload(large)).json;
    const operations = Array.from({ length: 5 }, (_, index) => element(image.id, { x: 50 * index }));
    await server.call('POST', `/documents/${documentId}/tabs/${tab}/changesets`, { token: ada.token, body: { operations } });
    expect((await svg()).split('href="data:image/png').length - 1).toBe(2);
  });
});
