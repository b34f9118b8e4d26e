import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { EventReader, type EventReaderOptions, type SeenEvent } from '#test/harness/event-reader.ts';
import { limits } from '#schema/limits.ts';
import { newId } from '#schema/ids.ts';
import { sweepShortLived } from '#storage/retention.ts';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

const minute = 60_000;

let server: TestServer;
let ada: TestPerson;
let doc: { readonly id: string; readonly tab: string };
const open: EventReader[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  doc = await server.addDocument(ada.token);
});
afterAll(async () => {
  for (const reader of open) reader.cut();
  await server.close();
});

async function follow(options: Partial<EventReaderOptions> = {}): Promise<EventReader> {
  const reader = await EventReader.open({ url: server.origin, documentId: doc.id, token: ada.token, ...options });
  open.push(reader);
  return reader;
}

const rename = (name: string) => server.call('PATCH', `/documents/${doc.id}`, { token: ada.token, body: { name } });
const draw = (operations: string) =>
  server.call('POST', `/documents/${doc.id}/tabs/${doc.tab}/changesets`, { token: ada.token, body: { operations } });
const names = (events: readonly SeenEvent[]): unknown[] => events.map(({ data }) => data['name']);

describe('a stream', () => {
  test('sends new events with id, type and data, and headers against buffering', async () => {
    await rename('Before');
    const reader = await follow();
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await rename('After');
    const { json } = await draw('add square id=a');
    await reader.seen(2);
    expect(reader.events).toMatchObject([
      { type: 'document', data: { type: 'document', doc: doc.id, actor: { name: 'Ada', color: '#c2410c', agent: true }, name: 'After' } },
      { type: 'changeset', data: { type: 'changeset', doc: doc.id, tab: doc.tab, changeset: json.changeset.id, rev: 1 } },
    ]); // prettier-ignore
    expect(reader.events[0]!.data).not.toHaveProperty('tab');
    expect(Math.abs(Number(reader.events[1]!.data['at']) - json.changeset.createdAt)).toBeLessThan(1_000);
  });

  test('continues after an id without gaps or repeats, even if it broke off before any event', async () => {
    const first = await follow();
    await expect.poll(() => first.lastEventId).not.toBeNull();
    first.cut();
    await rename('One');
    const second = await follow({ lastEventId: first.lastEventId });
    await rename('Two');
    await second.seen(2);
    second.cut();
    await rename('Three');
    await rename('Four');
    const third = await follow({ lastEventId: second.events[0]!.id });
    await rename('Five');
    await third.seen(4);
    expect([names(second.events), names(third.events)]).toEqual([['One', 'Two'], ['Two', 'Three', 'Four', 'Five']]); // prettier-ignore
  });

  test('can be limited to types', async () => {
    const reader = await follow({ types: 'changeset,tab' });
    await rename('Unseen');
    await draw('add square id=narrow');
    await server.call('PATCH', `/documents/${doc.id}/tabs/${doc.tab}`, { token: ada.token, body: { name: 'Other' } });
    await reader.seen(2);
    expect(reader.events.map(({ type }) => type)).toEqual(['changeset', 'tab']);
    for (const types of ['', 'nonsense', 'changeset,', 'changeset, tab', 'TAB', '__proto__', 'changeset,nonsense']) {
      const { status, json } = await server.call('GET', `/documents/${doc.id}/events?types=${types}`, { token: ada.token });
      expect([types, status, json.code, json.errors[0].pointer]).toEqual([types, 400, 'invalid_request', '/types']);
    }
  });

  test('APP86 is open to viewers, guests and read-only tokens, and to no others', async () => {
    const [vera, eve] = [await server.addPerson('Vera'), await server.addPerson('Eve')];
    await server.call('PUT', `/documents/${doc.id}/members/${vera.id}`, { token: ada.token, body: { level: 'viewer' } });
    const readOnly = await server.addToken(vera.id, { access: 'read' });
    const readers = [await follow({ token: vera.token }), await follow({ token: readOnly })];
    await rename('For all');
    for (const reader of readers) await reader.seen(1);
    const other = await server.addDocument(ada.token);
    const bound = await server.addToken(ada.id, { documents: [other.id] });
    for (const token of [eve.token, bound]) {
      const { status, json } = await server.call('GET', `/documents/${doc.id}/events`, { token });
      expect([status, json.code]).toEqual([404, 'document_not_found']);
    }
    expect((await server.call('GET', `/documents/${doc.id}/events`)).status).toBe(401);
    expect((await server.call('GET', `/documents/${newId('doc')}/events`, { token: ada.token })).status).toBe(404);
  });

  test('HEAD answers the headers and opens no stream', async () => {
    const { status, headers, text } = await server.call('HEAD', `/documents/${doc.id}/events`, { token: ada.token });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
  });
});

describe('an id', () => {
  test('of another document is refused', async () => {
    const other = await server.addDocument(ada.token);
    const elsewhere = await follow({ documentId: other.id });
    await expect.poll(() => elsewhere.lastEventId).not.toBeNull();
    for (const id of ['junk', '1', 'x'.repeat(22), elsewhere.lastEventId!, 'x'.repeat(5_000)]) {
      const headers = { 'Last-Event-ID': id };
      const { status, json } = await server.call('GET', `/documents/${doc.id}/events`, { token: ada.token, headers });
      expect([status, json.code, json.errors[0].pointer]).toEqual([400, 'invalid_request', '/Last-Event-ID']);
    }
    const empty = await follow({ lastEventId: '' });
    await rename('From now');
    await empty.seen(1);
    expect(names(empty.events)).toEqual(['From now']);
  });

  test('that is too old says that events were missed, and the newest id is never too old', async () => {
    const reader = await follow({ types: 'changeset' });
    await draw('add square id=old');
    await reader.seen(1);
    const { id } = reader.events[0]!;
    reader.cut();
    const resume = limits.eventResumeMinutes * minute;
    server.clock.offsetMs += 5 * resume;
    await sweepShortLived(server.context.storage, server.context.now());
    const quiet = await follow({ lastEventId: id });
    await draw('add square id=new');
    await quiet.seen(1);
    expect(quiet.events).toMatchObject([{ type: 'changeset', data: { rev: expect.any(Number) } }]);
    quiet.cut();
    const late = await follow({ lastEventId: id, types: 'changeset' });
    await draw('add square id=newer');
    await late.seen(2);
    expect(late.events).toMatchObject([
      { type: 'document', data: { type: 'document', doc: doc.id, change: 'missed', missed: true } },
      { type: 'changeset', data: { type: 'changeset' } },
    ]);
    const next = await follow({ lastEventId: late.events[0]!.id, types: 'changeset' });
    await next.seen(1);
    expect(next.events).toEqual([late.events[1]]);
  });

  test('of a reader of other types advances with the heartbeat', async () => {
    const reader = await follow({ types: 'comment' });
    await expect.poll(() => reader.lastEventId).not.toBeNull();
    const [start, beats] = [reader.lastEventId, reader.comments];
    await rename('Not wanted');
    await sleep(200);
    server.clock.offsetMs += 16_000;
    await expect.poll(() => reader.comments, { timeout: 3_000 }).toBe(beats + 1);
    expect(reader.lastEventId).not.toBe(start);
    server.clock.offsetMs += 16_000;
    await expect.poll(() => reader.comments, { timeout: 3_000 }).toBe(beats + 2);
    const behind = await follow({ lastEventId: reader.lastEventId });
    await rename('Wanted');
    await behind.seen(1);
    expect(names(behind.events)).toEqual(['Wanted']);
  });
});
