import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { newElementSuffix, newId } from '#schema/ids.ts';
import { clockOf, itemsOfMap } from '#schema/ydoc/struct-store.ts';
import { applyEdits, initDocument, insertTab, setTab } from '#schema/ydoc/write.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { inspectUpdate } from './inspect-update.ts';
import { type RawStruct, rawUpdate } from './raw-update.test-support.ts';
import type { GuardRules, GuardVerdict } from './verdict.ts';

const me = 4_000_000_001;
const rules: GuardRules = {
  tabs: null,
  ownedClients: new Set([me]),
  foreignClients: () => false,
  newClients: 1,
  tolerateLocks: false,
  removedMax: limits.massDeleteElements,
};

const tabId = newId('tab');
const otherTab = newId('tab');
const boxId = 'box~00000001';
let doc: Y.Doc;

beforeEach(() => {
  doc = new Y.Doc();
  initDocument(doc, { name: 'Plan' });
  const settings = { name: 'One', mode: 'canvas', theme: 'light', locked: false, layers: [], pages: [] } as const;
  insertTab(doc, { ...settings, id: tabId, order: 'a0' });
  insertTab(doc, { ...settings, id: otherTab, order: 'a1' });
  for (const tab of [tabId, otherTab]) applyEdits(doc, tab, [{ id: boxId, before: null, after: box(boxId) }]);
  doc.getMap('threads').set(boxId, { text: 'a comment', by: 'Ada' });
  doc.getMap('votes').set(boxId, { user_1: 2 });
  doc.getMap('cards').set('item_1', { key: 1 });
});

const box = (id: string) => ({ id, type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 100, height: 50 }) as const;

/** The update of a client that has the whole document. */
function updateOf(edit: (peer: Y.Doc) => void, clientID: number = me): Uint8Array {
  const peer = peerOf(clientID);
  const before = Y.encodeStateVector(peer);
  peer.transact(() => edit(peer));
  return Y.encodeStateAsUpdate(peer, before);
}

function peerOf(clientID: number): Y.Doc {
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  peer.clientID = clientID;
  return peer;
}

const mapAt = (peer: Y.Doc, root: string, ...path: string[]): Y.Map<unknown> =>
  path.reduce((map, key) => map.get(key) as Y.Map<unknown>, peer.getMap<unknown>(root));
const elementsOf = (peer: Y.Doc, tab: string = tabId): Y.Map<unknown> => mapAt(peer, 'tabs', tab, 'elements');
const boxOf = (peer: Y.Doc): Y.Map<unknown> => mapAt(peer, 'tabs', tabId, 'elements', boxId);

const inspect = (update: Uint8Array, changed: Partial<GuardRules> = {}): GuardVerdict =>
  inspectUpdate(update, doc, { ...rules, ...changed });
const reasonOf = (verdict: GuardVerdict): string => (verdict.ok ? 'ok' : verdict.reason);
const reasonFor = (edit: (peer: Y.Doc) => void, changed: Partial<GuardRules> = {}): string =>
  reasonOf(inspect(updateOf(edit), changed));
const setBox = (key: string, value: unknown): string => reasonFor((peer) => boxOf(peer).set(key, value));

describe('honest edits', () => {
  test('[GD3] a move names the tab, the element and the client', () => {
    const verdict = inspect(updateOf((peer) => boxOf(peer).set('at', [5, 6.5])));
    expect(verdict).toMatchObject({ ok: true, clients: [me], removedElements: 0 });
    expect(verdict.ok && verdict.touches.tabs).toEqual(new Map([[tabId, new Set([boxId])]]));
    expect(verdict.ok && verdict.touches.settings.size).toBe(0);
  });

  test('[GD3] a new tab with everything in it is accepted', () => {
    const id = newId('tab');
    const make = (peer: Y.Doc): void => {
      const elements = new Y.Map([[boxId, new Y.Map<unknown>([['type', 'text'], ['locked', false]])]]); // prettier-ignore
      const parts: [string, unknown][] = [['elements', elements], ['layers', new Y.Map()], ['pages', new Y.Map()], ['mode', 'pages'], ['name', 'New'], ['locked', false]]; // prettier-ignore
      peer.getMap('tabs').set(id, new Y.Map(parts));
    };
    const verdict = inspect(updateOf(make));
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.ok && [...verdict.touches.addedTabs]).toEqual([id]);
  });

  test('[GD3] added, changed and removed pages are named', () => {
    const page = { kind: 'slide', name: 'One', order: 'a0' };
    mapAt(doc, 'tabs', tabId, 'pages').set('page_b', page);
    mapAt(doc, 'tabs', tabId, 'pages').set('page_c', page);
    const verdict = inspect(
      updateOf((peer) => {
        const pages = mapAt(peer, 'tabs', tabId, 'pages');
        pages.set('page_a', page);
        pages.set('page_b', { ...page, name: 'Two' });
        pages.delete('page_c');
      }),
    );
    expect(verdict.ok && verdict.touches.pages).toEqual(new Map([[tabId, new Set(['page_a', 'page_b', 'page_c'])]]));
    expect(verdict.ok && [...verdict.touches.settings]).toEqual([tabId]);
  });

  test('cards with custom fields and cells with large numbers are accepted', () => {
    expect(reasonFor((peer) => peer.getMap('items').set(newId('item'), new Y.Map([['f-budget', 1e15]])))).toBe('ok');
    const sheet: [string, unknown][] = [['tabId', tabId], ['title', 'S'], ['cells', new Y.Map([['row_1:col_1', { i: { n: -1e200 } }]])]]; // prettier-ignore
    expect(reasonFor((peer) => peer.getMap('sheets').set(newId('sheet'), new Y.Map(sheet)))).toBe('ok');
  });

  test('[GD6] any plain value is accepted as a field of an element', () => {
    for (const value of ['far', null, { a: [1] }, [], true]) expect(setBox('at', value)).toBe('ok');
    expect(setBox('favourite', 'colour')).toBe('ok');
  });

  test('[GD4] an update that was applied before, and one of a deleted element, touch nothing', () => {
    const update = updateOf((peer) => boxOf(peer).set('at', [5, 6]));
    Y.applyUpdate(doc, update);
    expect(inspect(update, { foreignClients: () => true, newClients: 0 })).toMatchObject({ ok: true, clients: [] });
    const late = updateOf((peer) => boxOf(peer).set('label', 'late'));
    elementsOf(doc).delete(boxId);
    const verdict = inspect(late);
    expect(verdict.ok && verdict.touches.tabs.size).toBe(0);
  });

  test('[GD4] a whole state, including what the server wrote, touches only what is new in it', () => {
    setTab(doc, tabId, { name: 'Renamed' });
    const all = inspect(Y.encodeStateAsUpdate(doc), { foreignClients: () => true, newClients: 0 });
    expect(all).toMatchObject({ ok: true, clients: [], removedElements: 0 });
    const whole = (edit: (peer: Y.Doc) => void): Uint8Array => {
      const peer = peerOf(me);
      edit(peer);
      return Y.encodeStateAsUpdate(peer);
    };
    const more = inspect(whole((peer) => boxOf(peer).set('label', 'more')));
    expect(more.ok && more.touches.tabs).toEqual(new Map([[tabId, new Set([boxId])]]));
    expect(more).toMatchObject({ ok: true, clients: [me] });
    expect(reasonOf(inspect(whole((peer) => peer.getMap('meta').set('name', 'Mine'))))).toBe('server_root');
    expect(reasonOf(inspect(whole((peer) => peer.getMap('mine').set('name', 'Mine'))))).toBe('unknown_root');
  });

  test('[GD11] all 500 elements of a tab can be removed at once', () => {
    fill(500 - 1);
    const verdict = inspect(updateOf((peer) => elementsOf(peer).clear()));
    expect(verdict).toMatchObject({ ok: true, removedElements: 500 });
  });
});

function fill(count: number): void {
  doc.transact(() => {
    for (let left = count; left > 0; left -= 1) {
      const id = `box~${newElementSuffix()}`;
      applyEdits(doc, tabId, [{ id, before: null, after: box(id) }]);
    }
  });
}

describe('what the server vouches for', () => {
  test.each(['meta', 'types', 'threads', 'votes', 'cards'])(
    '[GD13] the server root %s can be neither written nor deleted from',
    (name) => {
      expect(reasonFor((peer) => peer.getMap(name).set('x', 1))).toBe('server_root');
      expect(reasonFor((peer) => peer.getMap(name).set('x', new Y.Map([['deep', 1]])))).toBe('server_root');
      doc.getMap(name).set('there', 1);
      expect(reasonFor((peer) => peer.getMap(name).delete('there'))).toBe('server_root');
    },
  );

  test('[GD13] nested maps of a server root cannot be written by their ids either', () => {
    doc.getMap('threads').set('deep', new Y.Map([['text', 'x']]));
    expect(reasonFor((peer) => (peer.getMap('threads').get('deep') as Y.Map<unknown>).set('text', 'forged'))).toBe('server_root');
    expect(reasonFor((peer) => (peer.getMap('threads').get('deep') as Y.Map<unknown>).delete('text'))).toBe('server_root');
  });

  test('[GD13] editors cannot write comments, votes, ideas, revisions and keys among their fields', () => {
    for (const key of ['comments', 'votes', 'ideas', 'rev']) expect(setBox(key, [])).toBe('server_field');
    const item = newId('item');
    for (const key of ['key', 'comments', 'votes', 'rev']) {
      expect(reasonFor((peer) => peer.getMap('items').set(item, new Y.Map([[key, 1]])))).toBe('server_field');
    }
    for (const key of ['rev', 'id', 'owner'])
      expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set(key, 1))).toBe('server_field');
  });
});

describe('locks', () => {
  test('[GD16] only the server locks and unlocks', () => {
    expect(setBox('locked', true)).toBe('element_locked');
    expect(setBox('locked', false)).toBe('element_locked');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('locked', true))).toBe('element_locked');
    expect(reasonFor((peer) => elementsOf(peer).set('new~00000001', new Y.Map([['locked', true]])))).toBe('element_locked');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId, 'layers').set('l', { name: 'L', locked: true }))).toBe(
      'element_locked',
    );
    expect(reasonFor((peer) => elementsOf(peer).set('new~00000001', new Y.Map([['locked', false]])))).toBe('ok');
  });

  const edits: readonly [string, (peer: Y.Doc) => void][] = [
    ['changed', (peer) => boxOf(peer).set('at', [1, 1])],
    ['unlocked', (peer) => boxOf(peer).delete('locked')],
    ['moved to another layer', (peer) => boxOf(peer).set('layer', 'other')],
    ['taken off its layer', (peer) => boxOf(peer).delete('layer')],
    ['removed', (peer) => elementsOf(peer).delete(boxId)],
    ['replaced', (peer) => elementsOf(peer).set(boxId, new Y.Map([['type', 'text']]))],
    ['removed with its tab', (peer) => peer.getMap('tabs').delete(tabId)],
    ['removed with its replaced tab', (peer) => peer.getMap('tabs').set(tabId, new Y.Map([['name', 'x']]))],
  ];
  const locks: readonly [string, () => void][] = [
    ['a locked element', () => mapAt(doc, 'tabs', tabId, 'elements', boxId).set('locked', true)],
    ['an element on a locked layer', () => {
      setTab(doc, tabId, { layers: [{ id: 'l', name: 'L', locked: true, hidden: false }] });
      mapAt(doc, 'tabs', tabId, 'elements', boxId).set('layer', 'l');
    }],
    ['an element of a locked tab', () => setTab(doc, tabId, { locked: true })],
  ]; // prettier-ignore

  describe.each(locks)('[GD17] %s', (_, lock) => {
    test.each(edits)('cannot be %s', (_edit, edit) => {
      const update = updateOf((peer) => {
        boxOf(peer).set('locked', 'something to delete');
        boxOf(peer).set('layer', 'l');
      });
      Y.applyUpdate(doc, update);
      lock();
      expect(reasonFor(edit)).toBe('element_locked');
    });

    test('is reported instead if the editor could not know of the lock', () => {
      lock();
      for (const edit of [edits[0]!, edits[4]!, edits[5]!]) {
        const verdict = inspect(updateOf(edit[1]), { tolerateLocks: true });
        expect(verdict.ok && verdict.lockedTouched.get(tabId)?.elements).toEqual(new Set([boxId]));
      }
      const verdict = inspect(updateOf(edits[6]![1]), { tolerateLocks: true });
      expect(verdict.ok && verdict.lockedTouched.get(tabId)?.whole).toBe(true);
    });

    test('does not prevent edits of other elements', () => {
      lock();
      expect(reasonFor((peer) => mapAt(peer, 'tabs', otherTab, 'elements', boxId).set('at', [9, 9]))).toBe('ok');
    });
  });

  test('[GD17] [GD18] a locked layer cannot be changed, removed or added to, and a locked tab keeps its settings', () => {
    setTab(doc, tabId, { layers: [{ id: 'l', name: 'L', locked: true, hidden: false }] });
    const layers = (peer: Y.Doc): Y.Map<unknown> => mapAt(peer, 'tabs', tabId, 'layers');
    expect(reasonFor((peer) => layers(peer).set('l', { name: 'L', locked: false }))).toBe('element_locked');
    expect(reasonFor((peer) => layers(peer).delete('l'))).toBe('element_locked');
    expect(setBox('layer', 'l')).toBe('element_locked');
    expect(reasonFor((peer) => elementsOf(peer).set('new~00000001', new Y.Map([['layer', 'l']])))).toBe('element_locked');
    setTab(doc, otherTab, { locked: true });
    for (const key of ['name', 'theme', 'order'])
      expect(reasonFor((peer) => mapAt(peer, 'tabs', otherTab).set(key, 'a5'))).toBe('element_locked');
  });

  test('[GD9] [GD13] the mode, the look, the line of arrows and the maps of a tab cannot be replaced', () => {
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('mode', 'event-storming'))).toBe('server_field');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).delete('mode'))).toBe('server_field');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('arrowLine', 'curved'))).toBe('server_field');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('look', 'hand-drawn'))).toBe('server_field');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('elements', new Y.Map()))).toBe('wrong_type');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).delete('elements'))).toBe('wrong_type');
  });
});

describe('deletions by a delete set alone', () => {
  const client = (): number => doc.clientID;

  test('[GD10] eleven bytes that delete every key are refused', () => {
    doc.transact(() => {
      for (let index = 0; index < 1_000; index += 1) doc.getMap('threads').set(`t${index}`, index);
    });
    const update = rawUpdate({ sections: [], deletes: [{ client: client(), ranges: [[0, clockOf(doc, client())]] }] });
    expect(update.length).toBeLessThan(16);
    expect(reasonOf(inspect(update))).toBe('server_root');
  });

  test('[GD11] removing more than 500 elements at once is refused, except for offline work', () => {
    fill(500);
    const update = updateOf((peer) => elementsOf(peer).clear());
    expect(reasonOf(inspect(update))).toBe('mass_delete');
    expect(inspect(update, { removedMax: Infinity })).toMatchObject({ ok: true, removedElements: 501 });
    expect(reasonFor((peer) => peer.getMap('tabs').delete(tabId))).toBe('mass_delete');
  });

  test('[GD22] overlapping, empty and unknown ranges are refused', () => {
    const deletes = (...ranges: [number, number][]): Uint8Array =>
      rawUpdate({ sections: [], deletes: [{ client: client(), ranges }] });
    expect(reasonOf(inspect(deletes([5, 2], [6, 2])))).toBe('undecodable');
    expect(reasonOf(inspect(deletes([5, 0])))).toBe('undecodable');
    expect(reasonOf(inspect(deletes([0, 1e6])))).toBe('missing_parent');
  });
});

describe('maps and values', () => {
  test('[GD6] unknown roots and list entries in a map are refused', () => {
    expect(reasonFor((peer) => peer.getMap('mine').set('x', 1))).toBe('unknown_root');
    expect(reasonFor((peer) => peer.getArray('toString').push([1]))).toBe('unknown_root');
    const update = rawUpdate({
      sections: [{ client: me, clock: 0, structs: [{ kind: 'any', value: 1, root: 'tabs' }] }],
      deletes: [],
    });
    expect(reasonOf(inspect(update))).toBe('wrong_type');
    const known = rawUpdate({ sections: [{ client: doc.clientID, clock: 0, structs: [{ kind: 'any', value: 1, root: 'evil', key: 'x' }] }], deletes: [] }); // prettier-ignore
    expect(reasonOf(inspect(known)), 'even if Yjs would only create the root').toBe('unknown_root');
  });

  test('[GD6] Y types in place of plain values, and plain values in place of maps, are refused', () => {
    for (const type of [new Y.Array(), new Y.Text('x'), new Y.XmlElement('p'), new Y.XmlText(), new Y.Map()]) {
      expect(reasonFor((peer) => boxOf(peer).set('label', type))).toBe('wrong_type');
    }
    expect(reasonFor((peer) => elementsOf(peer).set('plain~00000001', { type: 'text' }))).toBe('wrong_type');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('name', 5))).toBe('wrong_type');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId, 'layers').set('l', new Y.Map()))).toBe('wrong_type');
    expect(reasonFor((peer) => elementsOf(peer).set(boxId, new Y.Map([['a', new Y.Map([['b', new Y.Map()]])]])))).toBe(
      'wrong_type',
    );
  });

  test('[GD7] values that JSON does not have are refused', () => {
    for (const value of [12n, NaN, Infinity, -Infinity, undefined, [undefined], { a: NaN }])
      expect(setBox('label', value)).toBe('poison_value');
    expect(setBox('label', new Uint8Array(3))).toBe('poison_value');
    expect(setBox('label', { bytes: new Uint8Array(3) })).toBe('poison_value');
    expect(reasonFor((peer) => boxOf(peer).set('label', new Y.Doc()))).toBe('poison_value');
  });

  test('[GD7] depth, length and keys of values are limited', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(setBox('label', nested(32))).toBe('ok');
    expect(setBox('label', nested(33))).toBe('too_deep');
    expect(reasonOf(inspect(deepUpdate(5_000)))).toBe('too_deep');
    expect(setBox('label', 'x'.repeat(131_072))).toBe('ok');
    expect(setBox('label', 'x'.repeat(131_073))).toBe('too_large');
    expect(
      setBox(
        'label',
        Array.from({ length: 4 }, () => 'x'.repeat(66_000)),
      ),
    ).toBe('too_large');
    // A card's longest checklist, in the longest script.
    expect(
      setBox(
        'note',
        Array.from({ length: 100 }, (_, id) => ({ id: `${id}`, text: '😀'.repeat(500), done: false })),
      ),
    ).toBe('ok');
    for (const key of ['__proto__', 'constructor', 'prototype', 'x'.repeat(65), 'a b', 'nul\0', ''])
      expect(setBox(key, 1)).toBe('invalid_key');
    expect(setBox('label', JSON.parse('{"__proto__":{"isAdmin":true}}'))).toBe('invalid_key');
    expect(setBox('label', { ['x'.repeat(65)]: 1 })).toBe('invalid_key');
    expect(setBox('label', { 'some key': 1 })).toBe('ok');
  });

  test('[GD8] positions and sizes are limited to ±10,000,000', () => {
    expect(setBox('at', [1e7, -1e7])).toBe('ok');
    for (const at of [[1e7 + 1, 0], [0, -1.5e7], [1e308, 0]]) expect(setBox('at', at)).toBe('poison_value'); // prettier-ignore
  });

  test('[GD6] ids of tabs, cards and sheets must have the server’s form', () => {
    for (const root of ['tabs', 'items', 'sheets'])
      expect(reasonFor((peer) => peer.getMap(root).set('mine', new Y.Map()))).toBe('invalid_key');
  });
});

/** A list in a list in a list …, without building it. */
function deepUpdate(depth: number): Uint8Array {
  const key = boxId;
  const head = rawUpdate({
    sections: [{ client: me, clock: 0, structs: [{ kind: 'any', value: null, root: 'tabs', key }] }],
    deletes: [],
  });
  const lists = Array.from({ length: depth }, () => [117, 1]).flat();
  return Uint8Array.from([...head.slice(0, -2), ...lists, 126, 0]);
}

describe('clients, clocks and bytes', () => {
  test('[GD20] an update that would wait for another is refused', () => {
    const peer = peerOf(me);
    const updates: Uint8Array[] = [];
    peer.on('update', (update: Uint8Array) => updates.push(update));
    boxOf(peer).set('label', 'one');
    boxOf(peer).set('label', 'two');
    expect(reasonOf(inspect(updates[1]!))).toBe('missing_parent');
    expect(reasonOf(inspect(Y.mergeUpdates(updates)))).toBe('ok');
    const orphan = { kind: 'any', value: 1, parent: { client: 99, clock: 0 }, key: 'x' } as const;
    expect(reasonOf(inspect(rawUpdate({ sections: [{ client: me, clock: 0, structs: [orphan] }], deletes: [] })))).toBe(
      'missing_parent',
    );
  });

  test('[GD20] two clients that wait for each other, and one that refers to its own future, are refused', () => {
    const on = (client: number, clock: number) => ({ kind: 'any', value: 1, origin: { client, clock } }) as const;
    const circle = [
      { client: me, clock: 0, structs: [on(5, 0)] },
      { client: 5, clock: 0, structs: [on(me, 0)] },
    ];
    expect(reasonOf(inspect(rawUpdate({ sections: circle, deletes: [] }), { newClients: 5 }))).toBe('missing_parent');
    expect(reasonOf(inspect(rawUpdate({ sections: [{ client: me, clock: 0, structs: [on(me, 3)] }], deletes: [] })))).toBe(
      'undecodable',
    );
  });

  test('[GD19] new client ids beyond the allowance are refused', () => {
    const many = (count: number): Uint8Array =>
      rawUpdate({
        sections: Array.from({ length: count }, (_, index) => ({
          client: index + 1,
          clock: 0,
          structs: [{ kind: 'map', root: 'items', key: newId('item') }] as const,
        })),
        deletes: [],
      });
    expect(reasonOf(inspect(many(16), { newClients: 16 }))).toBe('ok');
    expect(reasonOf(inspect(many(17), { newClients: 16 }))).toBe('too_many_clients');
    expect(reasonOf(inspect(many(10_000), { newClients: 16 }))).toBe('too_many_clients');
    expect(reasonOf(inspect(rawUpdate({ sections: [{ client: 2 ** 40, clock: 0, structs: [] }], deletes: [] })))).toBe(
      'forged_client',
    );
  });

  test('[GD19] an edit under the client id of another live session is refused', () => {
    const victim = 77;
    Y.applyUpdate(
      doc,
      updateOf((peer) => boxOf(peer).set('label', 'mine'), victim),
    );
    const forged = updateOf((peer) => boxOf(peer).set('label', 'forged'), victim);
    expect(reasonOf(inspect(forged, { foreignClients: (client) => client === victim }))).toBe('forged_client');
    expect(reasonOf(inspect(forged, { ownedClients: new Set([victim]) }))).toBe('ok');
  });

  test('[GD26] a clock that was used for other content is refused, the same content again is not', () => {
    const twin = 77;
    const writes: Record<string, readonly [(peer: Y.Doc) => void, (peer: Y.Doc) => void]> = {
      'another value': [(peer) => void boxOf(peer).set('label', 'one'), (peer) => void boxOf(peer).set('label', 'two')],
      'another type': [(peer) => void boxOf(peer).set('label', 'one'), (peer) => void boxOf(peer).set('label', 1)],
      'another key': [(peer) => void boxOf(peer).set('label', 'one'), (peer) => void boxOf(peer).set('note', 'one')],
    };
    for (const [name, [first, second]] of Object.entries(writes)) {
      const [sent, other] = [updateOf(first, twin), updateOf(second, twin)];
      const before = Y.encodeStateAsUpdate(doc);
      Y.applyUpdate(doc, sent);
      expect(reasonOf(inspect(sent)), name).toBe('ok');
      expect(reasonOf(inspect(other)), name).toBe('forged_client');
      doc.transact(() => boxOf(doc).delete('label'));
      expect(reasonOf(inspect(sent)), `${name}, deleted since`).toBe('ok');
      doc = new Y.Doc();
      Y.applyUpdate(doc, before);
    }
  });

  test('[GD22] invalid bytes, and every truncation and extension of an update, are refused', () => {
    const update = updateOf((peer) => boxOf(peer).set('label', 'héllo'));
    for (let length = 0; length < update.length; length += 1)
      expect(reasonOf(inspect(update.subarray(0, length)))).not.toBe('ok');
    expect(reasonOf(inspect(Uint8Array.from([...update, 0])))).toBe('undecodable');
    expect(reasonOf(inspect(Uint8Array.from([0, 0])))).toBe('ok');
    const claims = [[255, 255, 255, 255, 15], [1, 255, 255, 255, 255, 15, 1, 0], [0, 255, 255, 255, 255, 15]]; // prettier-ignore
    for (const bytes of claims) expect(['undecodable', 'too_large']).toContain(reasonOf(inspect(Uint8Array.from(bytes))));
    expect(reasonOf(inspect(new Uint8Array(limits.frameBytes + 1)))).toBe('too_large');
  });

  test('[GD21] an item that continues an existing one at another place is refused', () => {
    doc.getMap('items').set('item_0123456789abcdef0123', new Y.Map());
    Y.applyUpdate(
      doc,
      updateOf((peer) => boxOf(peer).set('label', 'first')),
    );
    const state = clockOf(doc, me);
    const elsewhere = { kind: 'any', length: 2, value: 'x', root: 'items', key: 'item_0123456789abcdef0123' } as const;
    const update = rawUpdate({ sections: [{ client: me, clock: state - 1, structs: [elsewhere] }], deletes: [{ client: me, ranges: [[state - 1, 2]] }] }); // prettier-ignore
    expect(reasonOf(inspect(update))).toBe('undecodable');
  });

  test('[GD22] a repeated client, and a plain value as a parent, are refused', () => {
    const card = (key: string) => ({ kind: 'map', root: 'items', key }) as const;
    const section = (structs: readonly RawStruct[]) => ({ client: me, clock: 0, structs });
    const twice = rawUpdate({ sections: [section([card(newId('item'))]), section([card(newId('item'))])], deletes: [] });
    expect(reasonOf(inspect(twice))).toBe('undecodable');
    const named = { kind: 'any', value: 'x', parent: { client: me, clock: 0 }, key: 'title' } as const;
    expect(reasonOf(inspect(rawUpdate({ sections: [section([card(newId('item')), named])], deletes: [] })))).toBe('ok');
    const nested = { ...named, parent: { client: me, clock: 1 } };
    expect(reasonOf(inspect(rawUpdate({ sections: [section([card(newId('item')), named, nested])], deletes: [] })))).toBe(
      'wrong_type',
    );
  });

  test('[GD9] replacing a map removes the old one, even without a delete set', () => {
    const over = (map: Y.Map<unknown>, key: string): Uint8Array => {
      const { client, clock } = itemsOfMap(map).get(key)!.id;
      return rawUpdate({
        sections: [{ client: me, clock: 0, structs: [{ kind: 'map', origin: { client, clock }, key }] }],
        deletes: [],
      });
    };
    expect(reasonOf(inspect(over(mapAt(doc, 'tabs', tabId), 'elements')))).toBe('wrong_type');
    const replaced = inspect(over(doc.getMap('tabs'), tabId));
    expect(replaced).toMatchObject({ ok: true, removedElements: 1 });
    expect(replaced.ok && [...replaced.touches.removedTabs]).toEqual([tabId]);
    mapAt(doc, 'tabs', tabId, 'elements', boxId).set('locked', true);
    expect(reasonOf(inspect(over(doc.getMap('tabs'), tabId)))).toBe('element_locked');
    expect(reasonOf(inspect(over(mapAt(doc, 'tabs', tabId, 'elements'), boxId)))).toBe('element_locked');
  });

  slowTest('[GD5] writes arranged to be expensive for Yjs are refused quickly', () => {
    const start = threadMs();
    const structs = Array.from({ length: 20_000 }, () => ({ kind: 'map', root: 'items', key: newItem }) as const);
    expect(reasonOf(inspect(rawUpdate({ sections: [{ client: me, clock: 0, structs }], deletes: [] })))).toBe('too_costly');
    const gaps = Array.from({ length: 120_000 }, (_, index) =>
      index % 3 > 0
        ? ({ kind: 'gc' } as const)
        : ({ kind: 'map', root: 'items', key: `item_${String(index).padStart(20, '0')}` } as const),
    );
    expect(reasonOf(inspect(rawUpdate({ sections: [{ client: me, clock: 0, structs: gaps }], deletes: [] })))).toBe('too_costly');
    expect(threadMs() - start).toBeLessThan(5_000);
    expect(reasonOf(inspect(rawUpdate({ sections: [{ client: me, clock: 0, structs: [{ kind: 'any', length: 9, value: 1, root: 'items', key: newItem }] }], deletes: [] })))).toBe('undecodable'); // prettier-ignore
  });
});

const newItem = newId('item');

describe('limits', () => {
  test('[GD14] a person limited to a tab can write that tab and cards, but nothing else', () => {
    const limited = { tabs: [tabId] };
    expect(reasonFor((peer) => boxOf(peer).set('at', [1, 1]), limited)).toBe('ok');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('name', 'x'), limited)).toBe('ok');
    expect(reasonFor((peer) => peer.getMap('items').set(newId('item'), new Y.Map()), limited)).toBe('ok');
    expect(reasonFor((peer) => elementsOf(peer, otherTab).delete(boxId), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', otherTab).set('name', 'x'), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => mapAt(peer, 'tabs', tabId).set('order', 'a9'), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => peer.getMap('tabs').delete(tabId), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => peer.getMap('tabs').set(newId('tab'), new Y.Map()), limited)).toBe('tab_forbidden');
  });

  test('[GD15] those who may write the tab of a sheet can write the sheet', () => {
    const limited = { tabs: [tabId] };
    const make = (tab: string) => (peer: Y.Doc) => peer.getMap('sheets').set(newId('sheet'), new Y.Map([['tabId', tab]]));
    expect(reasonFor(make(tabId), limited)).toBe('ok');
    expect(reasonFor(make(otherTab), limited)).toBe('tab_forbidden');
    const id = newId('sheet');
    doc.getMap('sheets').set(id, new Y.Map<unknown>([['tabId', otherTab], ['cells', new Y.Map()]])); // prettier-ignore
    expect(reasonFor((peer) => mapAt(peer, 'sheets', id, 'cells').set('r:c', 1), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => mapAt(peer, 'sheets', id).set('tabId', tabId), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => peer.getMap('sheets').delete(id), limited)).toBe('tab_forbidden');
    expect(reasonFor((peer) => mapAt(peer, 'sheets', id, 'cells').set('r:c', 1))).toBe('ok');
  });

  test('[GD12] the numbers of tabs and elements are limited', () => {
    const tabs = (count: number) => (peer: Y.Doc) => {
      for (let left = count; left > 0; left -= 1) peer.getMap('tabs').set(newId('tab'), new Y.Map());
    };
    expect(reasonFor(tabs(100))).toBe('ok');
    expect(reasonFor(tabs(120))).toBe('too_large');
    const elements = (peer: Y.Doc): void => {
      for (let index = 0; index < 11_001; index += 1) elementsOf(peer).set(`e~${index}`, new Y.Map());
    };
    expect(reasonFor(elements)).toBe('too_large');
  });

  test('[GD12] the numbers of an element’s keys and of cards are limited; what the same update removes does not count', () => {
    const fields = (count: number) => (peer: Y.Doc) => {
      for (let index = 0; index < count; index += 1) boxOf(peer).set(`field-${index}`, index);
    };
    expect(reasonFor(fields(100))).toBe('ok');
    expect(reasonFor(fields(200))).toBe('too_large');
    const cards = (count: number, kept: boolean) => (peer: Y.Doc) => {
      for (let index = 0; index < count; index += 1) {
        const id = newId('item');
        peer.getMap('items').set(id, new Y.Map());
        if (!kept) peer.getMap('items').delete(id);
      }
    };
    expect(reasonFor(cards(2_000, true))).toBe('ok');
    expect(reasonFor(cards(2_300, true))).toBe('too_large');
    expect(reasonFor(cards(2_300, false))).toBe('ok');
  });

  test('[GD3] images that elements show are named', () => {
    const verdict = inspect(updateOf((peer) => boxOf(peer).set('imageId', 'img_1')));
    expect(verdict.ok && [...verdict.images]).toEqual(['img_1']);
  });
});
