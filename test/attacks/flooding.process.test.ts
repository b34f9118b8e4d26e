/** Attacks by volume: too many messages, too large messages, peers that do not read, silent sockets. */
import { readFileSync } from 'node:fs';

import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { closeCodes } from '#server/live/close-codes.ts';

import { until } from '../harness/editor.ts';
import { frameOf, type RawEditor, types } from '../harness/raw-editor.ts';
import { type AttackedTab, AttackStage } from './stage.test-support.ts';

const { flooding, refused, tooLarge, tooSlow, authenticationTimeout } = closeCodes;
const mebibyte = 1024 * 1024;

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set();
});
afterAll(() => stage.strike());

describe('cheap messages with a high cost', () => {
  test('[LV8] repeated requests for whole states close the socket', async () => {
    const place = await stage.place();
    const hostile = await stage.hostile(place);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const states = (): number => hostile.received.filter((type) => type === types.sync).length;
    expect(states(), 'a handshake is one state and one question').toBe(2);
    for (let asked = 1; asked <= 10; asked += 1) hostile.step1(place.id);
    expect(await hostile.closed()).toBe(flooding);
    expect(states()).toBe(2 * limits.fullSyncsPerMinute);
    await stage.serves(place, await stage.witness(place));
  });

  test('[LV8] a burst of any kind of message, including pings, closes the socket', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const before = await stage.visibleState(place, witness);
    const floods: Record<string, (hostile: RawEditor) => void> = {
      'queries of awareness': (hostile) => hostile.frame(place.id, types.queryAwareness),
      'empty updates': (hostile) => hostile.update(place.id, Uint8Array.from([0, 0])),
      pongs: (hostile) => hostile.bytes(Uint8Array.from([10])),
      pings: (hostile) => hostile.socket.ping(),
    };
    for (const [name, send] of Object.entries(floods)) {
      const hostile = await stage.hostile(place);
      for (let sent = 0; sent <= 2 * limits.messagesPerBurst; sent += 1) send(hostile);
      // Pings that ws has not answered yet end the connection without a close code.
      expect(name === 'pings' ? [flooding, 1006] : [flooding], name).toContain(await hostile.closed());
    }
    const after = await stage.visibleState(place, witness);
    expect({ ...after, others: [] }).toEqual({ ...before, others: [] });
    await stage.serves(place, witness);
  });

  test('[LV8] a socket cannot open a document a hundred times', async () => {
    const place = await stage.place();
    const hostile = await stage.raw().opened();
    for (let open = 0; hostile.closeCode === null && open < 2 * limits.documentsPerSocket; open += 1) {
      hostile.authenticate(`${place.id}\0view${open}`, stage.mallory.token);
      const receivedBefore = hostile.received.length;
      await until(() => hostile.received.length > receivedBefore || hostile.closeCode !== null, 5_000, 'no answer');
    }
    expect(await hostile.closed()).toBe(flooding);
    await stage.serves(place, await stage.witness(place));
  });
});

describe('peers that do not read', () => {
  test('[LV9] are closed with bounded memory, and others are not affected', async () => {
    const place = await stage.place();
    const writer = await stage.witness(place);
    const lazy = await stage.hostile(place);
    lazy.socket.pause();
    const before = memoryOf(stage.node.pid);
    let written = 0;
    const isBehind = async (): Promise<boolean> => (await stage.metric('atelier_editors')) < 2;
    const text = 'x'.repeat(60_000);
    for (let round = 0; round < 80 && !(await isBehind()); round += 1) {
      // Always the same keys: the document stays small, the sent data does not.
      writer.doc.transact(() => {
        for (let key = 0; key < 16; key += 1) {
          const items = writer.doc.getMap<Y.Map<unknown>>('items');
          const id = `item_00000000000000000${key.toString(36)}`;
          if (!items.has(id)) items.set(id, new Y.Map());
          items.get(id)!.set('description', `${round} ${text}`);
          written += text.length;
        }
      });
      await writer.saved();
    }
    lazy.socket.resume();
    expect(await lazy.closed(30_000)).toBe(tooSlow);
    expect(written).toBeGreaterThan(limits.bufferedBytesPerReader);
    expect(memoryOf(stage.node.pid) - before).toBeLessThan(400 * mebibyte);
    expect(writer.closeCodes).toEqual([]);
    await stage.serves(place, writer);
  });
});

/** Resident memory of a process, bytes. */
function memoryOf(pid: number): number {
  return 1_024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

describe('frames that no editor sends', () => {
  test('[LV11] stateless messages, messages of servers, unknown types and invalid bytes close the socket', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const before = await stage.visibleState(place, witness);
    const stateless = frameOf(place.id, types.stateless, (encoder) => encoding.writeVarString(encoder, '"hi"'));
    const sync = (...bytes: number[]): Uint8Array => Uint8Array.from([...frameOf(place.id, types.sync), ...bytes]);
    const frames: Record<string, Uint8Array | string> = {
      'a stateless message': stateless,
      'a broadcast, as nodes send it': Uint8Array.from([...frameOf(place.id, types.broadcast), 2, 123, 125]),
      'a sync reply': frameOf(place.id, 4),
      'a status': Uint8Array.from([...frameOf(place.id, types.status), 1]),
      'type 9': frameOf(place.id, 9),
      'type 99': frameOf(place.id, 99),
      'type 2^53': Uint8Array.from([...frameOf(place.id, types.sync).subarray(0, -1), 255, 255, 255, 255, 255, 255, 255, 15]),
      'an unknown step': sync(3, 0),
      'an unknown step of 2^31': sync(128, 128, 128, 128, 8, 0),
      'a step without its bytes': sync(2),
      'a step that promises more bytes than it has': sync(2, 100, 0, 0),
      'a step with something behind': sync(2, 2, 0, 0, 7),
      'a state vector that is none': sync(0, 3, 200, 1, 1),
      'awareness without its bytes': frameOf(place.id, types.awareness),
      'another authentication that is none': Uint8Array.from([...frameOf(place.id, types.auth), 7]),
      'an address without a message': frameOf(place.id, types.sync).subarray(0, -1),
      'an address that is no text': Uint8Array.from([4, 255, 254, 253, 252, 0]),
      'a cut address': Uint8Array.from([50, 100, 111]),
      'no bytes at all': new Uint8Array(0),
      text: 'hello',
      'a JSON bomb': `${'['.repeat(100_000)}`,
    };
    for (const [name, bytes] of Object.entries(frames)) {
      const hostile = await stage.hostile(place);
      hostile.bytes(bytes);
      expect([name, [refused, closeCodes.noAccess]]).toEqual([
        name,
        expect.arrayContaining([[await hostile.closed()].flat()[0]].flat()),
      ]);
      expect(hostile.statuses, name).toEqual([1]);
    }
    expect(await stage.visibleState(place, witness)).toEqual(before);
    expect(witness.notices).toEqual([]);
    await stage.serves(place, witness);
  });

  test('WebSocket frames that are too large, compressed, with reserved bits or endlessly fragmented close the socket', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const large = await stage.hostile(place);
    large.bytes(new Uint8Array(limits.frameBytes + 1));
    expect(await large.closed()).toBe(tooLarge);
    const before = await stage.hostile(place);
    expect(before.socket.extensions).toBe('');
    // [fin and opcode, mask bit and length, mask, payload]
    const pieces: Record<string, number[]> = {
      'reserved bits': [0xf2, 0x80, 0, 0, 0, 0],
      'a reserved opcode': [0x83, 0x80, 0, 0, 0, 0],
      'without a mask': [0x82, 0x00],
      'a long ping': [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0],
      'a length of 2^63': [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    };
    for (const [name, bytes] of Object.entries(pieces)) {
      const hostile = await stage.hostile(place);
      rawSocket(hostile).write(Uint8Array.from(bytes));
      expect([1002, 1006, 1009], name).toContain(await hostile.closed());
    }
    const endless = await stage.hostile(place);
    const piece = [0x00, 0x81, 0, 0, 0, 0, 1];
    rawSocket(endless).write(Uint8Array.from([0x02, 0x81, 0, 0, 0, 0, 1, ...Array.from({ length: 40_000 }, () => piece).flat()]));
    expect([1002, 1006, 1008, 1009]).toContain(await endless.closed());
    await stage.serves(place, witness);
  });
});

const rawSocket = (editor: RawEditor): { write(bytes: Uint8Array): void } =>
  (editor.socket as unknown as { _socket: { write(bytes: Uint8Array): void } })._socket;

describe('before authentication', () => {
  test('[LV5] a thousand silent sockets are closed, and an honest editor is served meanwhile', { timeout: 60_000 }, async () => {
    const place = await stage.place();
    const memory = memoryOf(stage.node.pid);
    const silent: RawEditor[] = [];
    for (let wave = 0; wave < 10; wave += 1)
      silent.push(...(await Promise.all(Array.from({ length: 100 }, () => stage.raw().opened()))));
    const witness = await stage.witness(place);
    await stage.serves(place, witness);
    expect(new Set(await Promise.all(silent.map((socket) => socket.closed(20_000))))).toEqual(new Set([authenticationTimeout]));
    await stage.serves(place, witness);
    expect(memoryOf(stage.node.pid) - memory).toBeLessThan(150 * mebibyte);
  });

  test('[LV5] many documents without a token, and too much data before the token, close the socket', async () => {
    const place = await stage.place();
    const many = await stage.raw().opened();
    for (let at = 0; at <= limits.pendingDocuments; at += 1) many.step1(`doc_${String(at).padStart(20, '0')}`);
    expect([refused, flooding, authenticationTimeout]).toContain(await many.closed());
    const wordy = await stage.raw().opened();
    for (let sent = 0; sent < 4; sent += 1) wordy.update(place.id, new Uint8Array(limits.unauthenticatedQueueBytes / 2));
    expect([refused, flooding, authenticationTimeout]).toContain(await wordy.closed());
    const never = await stage.raw().opened();
    const talk = setInterval(() => never.socket.readyState === WebSocket.OPEN && never.step1(place.id), 200);
    expect(await never.closed(9_000)).toBe(authenticationTimeout);
    clearInterval(talk);
    for (const { received } of [many, wordy, never]) expect(received.filter((type) => type !== types.auth)).toEqual([]);
    await stage.serves(place, await stage.witness(place));
  });
});

/** On a node of its own, as it opens a document that cannot be loaded. */
describe('a document that cannot be loaded', () => {
  test('[LV17] its editors are asked to reconnect, and the node serves the others', async () => {
    const broken: AttackedTab = await stage.place();
    const { storage } = stage;
    await storage.transact((tx) =>
      tx.updateTable('journal').set({ bytes: Buffer.from([1, 2, 3]) }).where('document_id', '=', broken.id).where('seq', '=', 1).execute(),
    ); // prettier-ignore
    const editor = await stage.raw().opened();
    editor.authenticate(broken.id, stage.ada.token);
    expect(await editor.closed()).toBe(closeCodes.restarting);
    const place = await stage.place();
    await stage.serves(place, await stage.witness(place));
  });
});
