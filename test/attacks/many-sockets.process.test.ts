/** Attacks with many sockets, on nodes with the limits that a person and an address have. */
import { connect } from 'node:net';
import { join } from 'node:path';

import * as encoding from 'lib0/encoding';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { closeCodes } from '#server/live/close-codes.ts';
import { measuringTurns, turnsOf } from '#test/harness/turns.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { median } from '../bench/statistics.ts';
import { until } from '../harness/editor.ts';
import { type RawEditor, types } from '../harness/raw-editor.ts';
import { addToken } from '../harness/people.ts';
import { AttackStage } from './stage.test-support.ts';

const { flooding, refused } = closeCodes;
const folder = temporaryFolder('turns');
const turns = join(folder.path, 'turns');
const openSockets: RawEditor[] = [];

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set({
    EDITORS_PER_PERSON: '40',
    EDITORS_PER_ADDRESS: '60',
    DOCUMENTS_PER_PERSON: '5',
    ...measuringTurns(turns),
  });
});
afterEach(async () => {
  for (const socket of openSockets.splice(0)) socket.end();
  await expect.poll(() => stage.metric('atelier_editors'), { timeout: 10_000 }).toBe(0);
  // The window in which new sockets count.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
});
afterAll(async () => {
  await stage.strike();
  folder.remove();
});

const raw = (): RawEditor => {
  const editor = stage.raw();
  openSockets.push(editor);
  return editor;
};

describe('many sockets', () => {
  test('[LV41] of one person are refused beyond the limit, and another person connects', async () => {
    const place = await stage.place();
    const sockets = Array.from({ length: 42 }, () => raw());
    for (const socket of sockets) {
      await socket.opened();
      socket.authenticate(place.id, stage.mallory.token);
      await until(() => socket.received.includes(types.auth) || socket.closeCode !== null, 5_000, 'no answer');
    }
    const codes = (): unknown[] => sockets.map(({ closeCode }) => closeCode);
    // A token has three quarters of them.
    await expect.poll(codes, { timeout: 5_000 }).toEqual([...Array(30).fill(null), ...Array(12).fill(flooding)]);
    const other = await addToken(stage.storage, stage.mallory.id);
    for (let socket = 0; socket < 10; socket += 1) await raw().admitted(place.id, other);
    expect(await raw().closedOn(place.id, other)).toBe(flooding);
    await raw().synced(place.id, stage.ada.token);
  });

  test('[LV45] with too many documents of one credential are refused, and another person opens them', async () => {
    const places = [];
    while (places.length < 5) places.push(await stage.place());
    // Of 5 documents a token has 3.
    const sockets = [];
    for (const { id } of places.slice(0, 3)) sockets.push(await raw().admitted(id, stage.mallory.token));
    expect(await raw().closedOn(places[3]!.id, stage.mallory.token)).toBe(flooding);
    await raw().admitted(places[0]!.id, stage.mallory.token);
    for (const { id } of places.slice(2)) await raw().synced(id, stage.ada.token);
    const before = await stage.metric('atelier_editors');
    sockets[1]!.end();
    await expect.poll(() => stage.metric('atelier_editors'), { timeout: 10_000 }).toBeLessThan(before);
    await raw().admitted(places[4]!.id, stage.mallory.token);
  });

  test('[LV41] of one address are refused at the upgrade, and a closed one makes room', async () => {
    const sockets = Array.from({ length: 80 }, () => raw());
    await Promise.all(sockets.map((socket) => socket.opened()));
    expect(sockets.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(20);
    for (const socket of sockets) socket.end();
    await new Promise((resolve) => setTimeout(resolve, 10_500));
    expect((await raw().opened()).httpStatus).toBeNull();
  });

  test('[LV41] refused upgrades do not stay open when the peer keeps its half', async () => {
    const { hostname, port } = new URL(stage.node.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write(
      'GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    // A connection that is closed on the other side answers bytes with a reset.
    const isReset = new Promise((resolve) => socket.once('close', resolve));
    const writing = setInterval(() => socket.writable && socket.write('x'), 50);
    await isReset;
    clearInterval(writing);
  });
});

describe('requests for whole states', () => {
  test('[LV42] whose state vector names a million clients are refused without being decoded', async () => {
    const place = await stage.place();
    const vector = encoding.createEncoder();
    encoding.writeVarUint(vector, 1_000_000);
    for (let client = 0; client < 1_000_000; client += 1) {
      encoding.writeVarUint(vector, client);
      encoding.writeVarUint(vector, 1);
    }
    const bytes = encoding.toUint8Array(vector);
    expect(bytes.length).toBeGreaterThan(3_000_000);
    const sockets = await Promise.all(Array.from({ length: 6 }, () => raw().admitted(place.id, stage.mallory.token)));
    const longest: number[] = [];
    // One by one: what arrives together may be read in one turn, which is then as long as all of it.
    for (const socket of sockets) {
      await turnsOf(stage.node.pid, turns);
      socket.step1(place.id, bytes);
      expect(await socket.closed()).toBe(refused);
      longest.push((await turnsOf(stage.node.pid, turns)).longest);
    }
    // Not the longest of all: in one of them the garbage of something earlier may be collected.
    expect(median(longest)).toBeLessThan(50);
  });

  test('[LV42] with the clients of an editor that was offline are answered', async () => {
    const place = await stage.place();
    const editor = await raw().synced(place.id, stage.mallory.token);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(editor.doc));
    const vector = new Map(Y.decodeStateVector(Y.encodeStateVector(doc)));
    for (let client = 1; client <= limits.unknownClientsPerStateVector; client += 1) vector.set(client, 5);
    const other = await raw().admitted(place.id, stage.mallory.token);
    const before = other.received.length;
    other.step1(place.id, Y.encodeStateVector(vector));
    await until(() => other.received.slice(before).includes(types.sync), 5_000, 'the request is not answered');
    vector.set(limits.unknownClientsPerStateVector + 1, 5);
    other.step1(place.id, Y.encodeStateVector(vector));
    expect(await other.closed()).toBe(refused);
  });

  test('[LV42] are limited for a person, whatever the number of sockets', async () => {
    const place = await stage.place();
    const { fullSyncsPerMinute, fullSyncsPerMinuteAndPerson } = limits;
    const count = fullSyncsPerMinuteAndPerson / fullSyncsPerMinute + 2;
    const sockets = await Promise.all(Array.from({ length: count }, () => raw().admitted(place.id, stage.mallory.token)));
    for (const socket of sockets) for (let request = 0; request < fullSyncsPerMinute; request += 1) socket.step1(place.id);
    await until(() => sockets.some(({ closeCode }) => closeCode === flooding), 10_000, 'no socket is closed');
    expect(sockets.filter(({ closeCode }) => closeCode !== null).length).toBeLessThan(count);
    await raw().synced(place.id, stage.ada.token);
  });
});
