import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { editorRoots, serverRoots } from '#schema/ydoc/roots.ts';
import { clientsOf, clockOf, hasWaiting } from '#schema/ydoc/struct-store.ts';
import { watchTabs } from '#schema/ydoc/watch.ts';
import { initDocument, insertTab } from '#schema/ydoc/write.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { digits, HonestEditor, type RandomSource, randomOf } from './honest-editor.test-support.ts';
import { inspectUpdate } from './inspect-update.ts';
import { type RawStruct, type RawUpdate, rawUpdate } from './raw-update.test-support.ts';
import type { GuardRules } from './verdict.ts';

const strict: GuardRules = {
  tabs: null,
  ownedClients: new Set(),
  foreignClients: () => false,
  newClients: 3,
  tolerateLocks: false,
  removedMax: 500,
};

/** A document in use: several clients, locks, deletions, content in server roots. */
function livelyDocument(random: RandomSource): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 7;
  initDocument(doc, { name: 'Plan' });
  const settings = { mode: 'canvas', theme: 'light', locked: false, layers: [], pages: [] } as const;
  for (const order of ['a0', 'a1']) insertTab(doc, { ...settings, id: `tab_${digits(random, 20)}`, name: order, order });
  for (let editors = 0; editors < 3; editors += 1) {
    const editor = new HonestEditor(random);
    Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(doc), 'remote');
    for (let acts = 0; acts < 25; acts += 1) editor.act();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(editor.doc));
  }
  doc.transact(() => {
    doc.getMap('threads').set('box~00000000', { text: 'mine' });
    doc.getMap('cards').set('item_1', 1);
    doc.getMap('votes').set('v', new Y.Map([['a', 1]]));
    doc.getMap('tabs').forEach((tab) => {
      if (!(tab instanceof Y.Map)) return;
      (tab.get('layers') as Y.Map<unknown>).set('locked-layer', { name: 'L', locked: true, order: 'a0' });
      for (const element of (tab.get('elements') as Y.Map<Y.Map<unknown>>).values()) {
        if (random.int(4) === 0) element.set('locked', true);
        else if (random.int(6) === 0) element.set('layer', 'locked-layer');
      }
      if (random.int(4) === 0) tab.set('locked', true);
    });
  });
  return doc;
}

type Maker = (doc: Y.Doc, random: RandomSource) => Uint8Array;

/** Anything a real Yjs client can write, anywhere. */
const realJunk: Maker = (doc, random) => {
  const peer = new Y.Doc();
  peer.clientID = 1 + random.int(2 ** 32 - 1);
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  const before = Y.encodeStateVector(peer);
  const updates: Uint8Array[] = [];
  peer.on('update', (update: Uint8Array) => updates.push(update));
  for (let acts = 1 + random.int(2); acts > 0; acts -= 1) peer.transact(() => junkAct(peer, random));
  return random.int(2) === 0 ? Y.encodeStateAsUpdate(peer, before) : Y.mergeUpdates(updates);
};

function junkAct(peer: Y.Doc, random: RandomSource): void {
  const name = random.pick([...editorRoots, ...editorRoots, ...editorRoots, ...serverRoots, 'other']) ?? 'tabs';
  let map = peer.getMap(name) as Y.Map<unknown>;
  for (let depth = random.int(5); depth > 0; depth -= 1) {
    const inner = [...map.values()].filter((value) => value instanceof Y.Map);
    const next = random.pick(inner);
    if (next !== undefined) map = next as Y.Map<unknown>;
  }
  const keys = [...map.keys(), 'locked', 'mode', 'layer', 'order', 'elements', 'name', 'at', 'key', 'votes', 'x~12345678'];
  const key = random.pick([...keys, `tab_${digits(random, 20)}`, `item_${digits(random, 20)}`, '__proto__']) ?? 'x';
  const act = random.int(4);
  if (act === 0) map.delete(key);
  else if (act === 1) for (const each of map.keys()) map.delete(each);
  else map.set(key, junkValue(random));
}

function junkValue(random: RandomSource): unknown {
  const values = [
    true, false, null, 5, 1e9, NaN, 'canvas', 'text', 'locked-layer', undefined, [1, 2], { locked: true, name: 'x' }, { locked: false },
    new Uint8Array(2), 12n, new Y.Map(), new Y.Map([['locked', false], ['at', [1, 2]]] as [string, unknown][]), new Y.Array(), new Y.Text('x'),
    new Y.XmlElement('p'), new Y.Doc(), new Y.Map([['elements', new Y.Map()], ['name', 'T']] as [string, unknown][]),
  ]; // prettier-ignore
  return random.pick(values);
}

/** Honest bytes with a few of them changed. */
const mutated: Maker = (doc, random) => {
  const bytes = Uint8Array.from(honest(doc, random));
  for (let left = 1 + random.int(3); left > 0 && bytes.length > 0; left -= 1) bytes[random.int(bytes.length)] = random.int(256);
  return bytes;
};

const honest: Maker = (doc, random) => {
  const editor = new HonestEditor(random);
  Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(doc), 'remote');
  const before = Y.encodeStateVector(editor.doc);
  for (let acts = 1 + random.int(3); acts > 0; acts -= 1) editor.act();
  return Y.encodeStateAsUpdate(editor.doc, before);
};

/** Hand-made structs that refer to anything in the document. */
const forged: Maker = (doc, random) => {
  const known = [...clientsOf(doc)];
  const own = [random.pick([...known, 4_000_000_001]) ?? 1, 4_000_000_002].slice(0, 1 + random.int(2));
  const someId = (): { client: number; clock: number } => {
    const client = random.pick([...known, ...own]) ?? 1;
    const end = clockOf(doc, client);
    return { client, clock: Math.max(0, random.int(Math.max(1, end + 3))) };
  };
  const keys = ['locked', 'mode', 'layer', 'at', 'x~12345678', ...doc.getMap('tabs').keys(), 'elements', 'name'];
  const update: RawUpdate = {
    sections: [...new Set(own)].map((client) => {
      const structs: RawStruct[] = [];
      for (let left = random.int(5); left > 0; left -= 1) {
        const kind = random.pick(['any', 'any', 'map', 'deleted', 'gc', 'skip'] as const) ?? 'any';
        const belongs = random.int(3);
        structs.push({
          kind,
          length: 1 + random.int(3),
          value: junkPlain(random),
          ...(belongs === 0 ? { origin: someId() } : {}),
          ...(belongs === 1 ? { parent: someId(), key: random.pick(keys) ?? 'at' } : {}),
          ...(belongs === 2
            ? { root: random.pick(['tabs', 'tabs', 'items', 'sheets', 'threads']) ?? 'tabs', key: random.pick(keys) ?? 'at' }
            : {}),
          ...(random.int(12) === 0 ? { rightOrigin: someId() } : {}),
        });
      }
      return { client, clock: Math.max(0, clockOf(doc, client) - random.int(4) + random.int(2)), structs };
    }),
    deletes: random.int(2) === 0 ? [] : [{ client: someId().client, ranges: [[random.int(200), 1 + random.int(40)]] }],
  };
  return rawUpdate(update);
};

const junkPlain = (random: RandomSource): unknown =>
  random.pick([true, false, 1, 'canvas', { locked: false }, { locked: true }, [1], 1e9]);

describe('hostile updates', () => {
  const makers: readonly [string, Maker][] = [
    ['written by a real client', realJunk],
    ['corrupted in transit', mutated],
    ['hand-made', forged],
    ['honest', honest],
  ];

  test.each(makers)(
    '[GD1] [GD13] accepted updates change nothing that is vouched for, refused ones change nothing: %s',
    (name, make) => {
      let accepted = 0;
      let refused = 0;
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = randomOf(seed);
          const doc = livelyDocument(random);
          for (let tries = 0; tries < 40; tries += 1) {
            const update = make(doc, random);
            if (isAccepted(doc, update)) accepted += 1;
            else refused += 1;
          }
        }),
        fuzz(20, 2),
      );
      expect(accepted, `accepted, ${name}`).toBeGreaterThan(0);
      if (make !== honest) expect(refused, `refused, ${name}`).toBeGreaterThan(0);
    },
  );
});

/** Inspects the update, compares what it does with the verdict, and returns whether it was accepted. */
function isAccepted(doc: Y.Doc, update: Uint8Array): boolean {
  const state = Y.encodeStateAsUpdate(doc);
  const roots = [...doc.share.keys()].join();
  const verdict = inspectUpdate(update, doc, strict);
  expect(Y.encodeStateAsUpdate(doc)).toEqual(state);
  expect([...doc.share.keys()].join()).toBe(roots);
  if (!verdict.ok) return false;
  const trial = new Y.Doc();
  Y.applyUpdate(trial, state);
  for (const name of [...editorRoots, ...serverRoots]) trial.getMap(name);
  const before = vouchedOf(trial);
  const surprises: string[] = [];
  watchTabs(trial, (change) => {
    if (change.settings && !verdict.touches.settings.has(change.tab)) surprises.push(change.tab);
    if (change.elements === 'all') return;
    for (const id of change.elements) if (verdict.touches.tabs.get(change.tab)?.has(id) !== true) surprises.push(id);
  });
  for (const root of ['items', 'sheets'] as const) {
    trial.getMap(root).observeDeep((events) => {
      for (const event of events) {
        const ids = event.path.length > 0 ? [String(event.path[0])] : [...event.keys.keys()];
        for (const id of ids) if (!verdict.touches[root].has(id)) surprises.push(id);
      }
    });
  }
  Y.applyUpdate(trial, update);
  expect(surprises).toEqual([]);
  expect(hasWaiting(trial)).toBe(false);
  const after = vouchedOf(trial);
  expect(after.roots).toBe(before.roots);
  for (const [path, text] of before.locked) expect(after.locked.get(path), path).toBe(text);
  for (const path of after.locked.keys()) expect(before.locked.has(path), path).toBe(true);
  for (const [tab, mode] of before.modes)
    if (after.modes.has(tab) && !verdict.touches.addedTabs.has(tab)) expect(after.modes.get(tab)).toBe(mode);
  expect([...trial.share.keys()].toSorted()).toEqual([...editorRoots, ...serverRoots].toSorted());
  return true;
}

/** Server roots, everything locked with its content, and modes of tabs. */
function vouchedOf(doc: Y.Doc): { roots: string; locked: Map<string, string>; modes: Map<string, unknown> } {
  const locked = new Map<string, string>();
  const modes = new Map<string, unknown>();
  doc.getMap('tabs').forEach((tab, tabId) => {
    if (!(tab instanceof Y.Map)) return;
    modes.set(tabId, tab.get('mode'));
    const wholeTab = tab.get('locked') === true;
    if (wholeTab) locked.set(tabId, textOf(tab));
    const layers = tab.get('layers');
    const layersLocked = new Set<string>();
    if (layers instanceof Y.Map) {
      layers.forEach((layer: unknown, id) => {
        if ((layer as { locked?: unknown } | null)?.locked !== true) return;
        layersLocked.add(id);
        locked.set(`${tabId}/${id}`, 'layer');
      });
    }
    const elements = tab.get('elements');
    if (!(elements instanceof Y.Map)) return;
    elements.forEach((element: unknown, id) => {
      if (!(element instanceof Y.Map)) return;
      const layer: unknown = element.get('layer');
      if (element.get('locked') === true || (typeof layer === 'string' && layersLocked.has(layer))) locked.set(`${tabId}/${id}`, textOf(element)); // prettier-ignore
    });
  });
  return { roots: serverRoots.map((name) => textOf(doc.getMap(name))).join('\n'), locked, modes };
}

function textOf(map: Y.Map<unknown>): string {
  const copy = new Y.Doc();
  copy.getMap('it').set('copy', map.clone());
  return canonicalJson(copy);
}
