/** backlog.test: the work of people who were offline, in pieces of any size, inspected by the server's guard piece by piece. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import type { Card } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readCards, writeCards } from '#schema/ydoc/cards.ts';
import { readElementOf, readTab, readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { addSheet, readSheet, sheetIds } from '#schema/ydoc/sheets.ts';
import { deletionsIn, hasWaiting } from '#schema/ydoc/struct-store.ts';
import { applyEdits, initDocument, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';

import { HonestEditor, type RandomSource, randomOf } from '#server/live/guard/honest-editor.test-support.ts';
import { inspectUpdate } from '#server/live/guard/inspect-update.ts';
import type { GuardVerdict } from '#server/live/guard/verdict.ts';
import { lockedSnapshot, restoreSnapshot } from '#server/live/locked-snapshot.ts';
import { scaled, seedOr } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { Backlog, type BacklogOptions } from './backlog.ts';

const first = seedOr(1);
const seeds = (count: number): number[] => Array.from({ length: scaled(count) }, (_, at) => first + at);

const tabId = 'tab_00000000000000000001';
const settings = {
  id: tabId,
  name: 'One',
  mode: 'canvas',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [],
} as const;

/** The server's document, with the guard before it; changes to locked content are restored after it. */
class Server {
  readonly doc = new Y.Doc();
  readonly editors: HonestEditor[] = [];
  readonly away = new Set<HonestEditor>();

  constructor() {
    this.doc.clientID = 7;
    initDocument(this.doc, { name: 'Plan' });
    insertTab(this.doc, settings);
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      for (const editor of this.editors)
        if (!this.away.has(editor) && editor !== origin) Y.applyUpdate(editor.doc, update, 'remote');
    });
  }

  judge(update: Uint8Array): GuardVerdict {
    return inspectUpdate(update, this.doc, {
      tabs: null,
      ownedClients: new Set(),
      foreignClients: (client) => client === this.doc.clientID,
      newClients: limits.clientIdsPerHandshake,
      tolerateLocks: true,
      removedMax: Infinity,
    });
  }

  /** Applies what an editor sends when it reconnects, and restores locked content. */
  take(update: Uint8Array, from: HonestEditor): void {
    const verdict = this.judge(update);
    expect(verdict).toMatchObject({ ok: true });
    if (!verdict.ok) return;
    const image = lockedSnapshot(this.doc, verdict.lockedTouched);
    Y.applyUpdate(this.doc, update, from);
    expect(hasWaiting(this.doc)).toBe(false);
    this.doc.transact(() => restoreSnapshot(this.doc, image), 'server');
  }
}

function backlogOf(doc: Y.Doc, server: Y.Doc, options: BacklogOptions): Backlog {
  const deletions = deletionsIn(server);
  return new Backlog(doc, { clocks: Y.decodeStateVector(Y.encodeStateVector(server)), deletions }, options);
}

function serverWrites(doc: Y.Doc, random: RandomSource): void {
  const tab = random.pick(readTabs(doc));
  if (tab === undefined) return;
  const elements = mapIn(mapIn(rootMap(doc, 'tabs'), tab.id), 'elements');
  const id = random.pick([...(elements?.keys() ?? [])]);
  const element = elements?.get(id ?? '');
  const chance = random.int(6);
  doc.transact(() => {
    if (chance === 0) setTab(doc, tab.id, { locked: random.int(3) === 0 });
    else if (chance === 1)
      setTab(doc, tab.id, { layers: tab.layers.map((layer) => ({ ...layer, locked: random.int(2) === 0 })) });
    else if (!(element instanceof Y.Map) || id === undefined) return;
    else if (chance === 2) applyEdits(doc, tab.id, [{ id, before: null, after: null }]);
    else if (chance < 5) element.set('locked', true);
    else element.set('label', `server ${random.int(100)}`);
  }, 'server');
}

const optionsOf = (random: RandomSource): BacklogOptions => ({
  pieceBytes: 1 + random.int(random.pick([2, 200, 5_000]) ?? 1),
  removalsFirst: random.int(4) === 0,
});

describe('the work of a person who was offline', () => {
  test.each(seeds(40))('[BL1] is accepted piece by piece, and equal to the same work in one update (seed %i)', (seed) => {
    const random = randomOf(seed);
    const server = new Server();
    const editor = new HonestEditor(random);
    Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(server.doc), 'remote');
    for (let step = 0; step < 40; step += 1) editor.act();
    server.take(Y.encodeStateAsUpdate(editor.doc), editor);
    for (let step = 0; step < 200; step += 1) {
      if (random.int(60) === 0) editor.reload();
      editor.act();
    }
    const twin = new Y.Doc();
    Y.applyUpdate(twin, Y.encodeStateAsUpdate(server.doc));
    Y.applyUpdate(twin, Y.encodeStateAsUpdate(editor.doc, Y.encodeStateVector(server.doc)));
    let pieces = 0;
    const backlog = backlogOf(editor.doc, server.doc, optionsOf(random));
    for (let piece = backlog.next(); piece !== null; piece = backlog.next()) {
      server.take(piece, editor);
      pieces += 1;
    }
    expect(pieces).toBeGreaterThan(0);
    expect(canonicalJson(server.doc)).toBe(canonicalJson(twin));
    expect(Y.equalSnapshots(Y.snapshot(server.doc), Y.snapshot(twin))).toBe(true);
  });

  test.each(seeds(40))('[BL1] [BL5] converges with all others, whatever they and the server do meanwhile, and wherever it is cut off (seed %i)', (seed) => {
    const random = randomOf(seed);
    const server = new Server();
    for (let count = 0; count < 3; count += 1) {
      const editor = new HonestEditor(random);
      Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(server.doc), 'remote');
      server.editors.push(editor);
      server.away.add(editor);
    }
    for (let step = 0; step < 300; step += 1) {
      const editor = random.pick(server.editors)!;
      const chance = random.int(30);
      if (chance === 0) editor.reload();
      else if (chance === 1) comeBack(server, editor, random);
      else if (chance === 2) serverWrites(server.doc, random);
      else editor.act();
    }
    for (const editor of server.editors) comeBack(server, editor, random, false);
    for (const editor of server.editors) Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(server.doc), 'remote');
    for (const { doc } of server.editors) expect(canonicalJson(doc)).toBe(canonicalJson(server.doc));
  }); // prettier-ignore
});

describe('a piece', () => {
  const box = (at: number, more: Partial<Element> = {}): Element =>
    ({
      type: 'shape',
      shape: 'square',
      id: `box~${String(at).padStart(8, '0')}`,
      z: 'a0',
      x: at,
      y: 0,
      width: 9,
      height: 9,
      ...more,
    }) as Element;
  const added = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: box(from + at).id, before: null, after: box(from + at) }));
  const twoCopies = (elements: number): { readonly server: Server; readonly editor: HonestEditor } => {
    const server = new Server();
    applyEdits(server.doc, tabId, added(0, elements));
    const editor = new HonestEditor(randomOf(1));
    Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(server.doc), 'remote');
    return { server, editor };
  };
  const piecesOf = (doc: Y.Doc, server: Y.Doc, options: BacklogOptions): Generator<Uint8Array> =>
    (function* () {
      const backlog = backlogOf(doc, server, options);
      for (let piece = backlog.next(); piece !== null; piece = backlog.next()) yield piece;
    })();

  test('[BL2] has a tab, an element, a sheet or a card together with its first fields', () => {
    const { server, editor } = twoCopies(0);
    const { doc } = editor;
    insertTab(doc, { ...settings, id: 'tab_00000000000000000002', mode: 'pages' });
    applyEdits(doc, tabId, added(0, 50));
    const lines = (kind: string, count: number) => Array.from({ length: count }, (_, at) => [`${kind}_${String(at).padStart(20, '0')}`, `a${at}`] as const); // prettier-ignore
    addSheet(doc, 'sheet_00000000000000000001', { tabId, title: 'Sheet', rows: lines('row', 300), cols: lines('col', 9) });
    const card: Card = { id: 'item_00000000000000000001', type: 'task', title: 'A card', rank: 'a0', description: 'Long' };
    writeCards(doc, [{ id: card.id, before: null, after: card }]);
    let pieces = 0;
    for (const piece of piecesOf(doc, server.doc, { pieceBytes: 1, removalsFirst: false })) {
      server.take(piece, editor);
      pieces += 1;
      for (const { id, mode } of readTabs(server.doc)) {
        expect(mode).toBe(id === tabId ? 'canvas' : 'pages');
        const { elements, skipped } = readTab(server.doc, id)!;
        expect(skipped).toEqual([]);
        for (const element of elements.values()) expect(element).toEqual(readElementOf(doc, id, element.id));
      }
      for (const id of sheetIds(server.doc)) expect(readSheet(server.doc, id)).toEqual(readSheet(doc, id));
      for (const [id, read] of readCards(server.doc, new Map())) expect(read).toEqual(readCards(doc, new Map()).get(id));
    }
    expect(pieces).toBe(53);
  });

  test('[BL3] leaves nothing without a field that was written several times', () => {
    const { server, editor } = twoCopies(10);
    for (let round = 0; round < 20; round += 1) {
      const edits = Array.from({ length: 10 }, (_, at) => {
        const before = readElementOf(editor.doc, tabId, box(at).id)!;
        return { id: before.id, before, after: { ...before, y: 100 + round, label: `${round}` } as Element };
      });
      applyEdits(editor.doc, tabId, edits);
      applyEdits(editor.doc, tabId, added(100 * (round + 1), 5));
    }
    for (const piece of piecesOf(editor.doc, server.doc, { pieceBytes: 300, removalsFirst: false })) {
      server.take(piece, editor);
      for (let at = 0; at < 10; at += 1) {
        const element = readElementOf(server.doc, tabId, box(at).id)!;
        expect([box(at), readElementOf(editor.doc, tabId, box(at).id)]).toContainEqual(element);
      }
    }
    expect(canonicalJson(server.doc)).toBe(canonicalJson(editor.doc));
  });

  slowTest('[BL4] removes at the end, or first in a document without room for both', () => {
    const count = limits.elementsPerTab - 1_000;
    const outcome = (removalsFirst: boolean) => {
      const { server, editor } = twoCopies(count);
      applyEdits(
        editor.doc,
        tabId,
        added(0, count).map(({ id, after }) => ({ id, before: after, after: null })),
      );
      applyEdits(editor.doc, tabId, added(count, count));
      const counts: number[] = [];
      for (const piece of piecesOf(editor.doc, server.doc, { pieceBytes: 100_000, removalsFirst })) {
        const verdict = server.judge(piece);
        if (!verdict.ok) return { reason: verdict.reason, counts };
        Y.applyUpdate(server.doc, piece);
        counts.push(mapIn(mapIn(rootMap(server.doc, 'tabs'), tabId), 'elements')!.size);
      }
      return { counts };
    };
    const late = outcome(false);
    expect(late.reason).toBe('too_large');
    expect(Math.min(...late.counts)).toBeGreaterThanOrEqual(count);
    const early = outcome(true);
    expect([early.reason, early.counts.at(-1)]).toEqual([undefined, count]);
    expect(Math.max(...early.counts)).toBeLessThanOrEqual(count);
  });

  test('[BL4] removes a tab before what is on it, as the guard asks for', () => {
    const { server, editor } = twoCopies(0);
    const other = 'tab_00000000000000000002';
    insertTab(server.doc, { ...settings, id: other });
    // What is deleted is in more ranges than a piece has.
    for (const edit of added(0, 1_500)) for (const id of [tabId, other]) applyEdits(server.doc, id, [edit]);
    Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(server.doc), 'remote');
    removeTab(editor.doc, tabId);
    const pieces = [...piecesOf(editor.doc, server.doc, { pieceBytes: 1_000, removalsFirst: false })];
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) server.take(piece, editor);
    expect(readTabs(server.doc).map(({ id }) => id)).toEqual([other]);
    expect(canonicalJson(server.doc)).toBe(canonicalJson(editor.doc));
  });
});

/** Some of the pieces, or all of them, while others go on editing. */
function comeBack(server: Server, editor: HonestEditor, random: RandomSource, isCut = random.int(2) === 0): void {
  Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(server.doc, Y.encodeStateVector(editor.doc)), 'remote');
  editor.undo.clear();
  const backlog = backlogOf(editor.doc, server.doc, optionsOf(random));
  const receive = (update: Uint8Array, origin: unknown): void => {
    if (origin === editor) return;
    Y.applyUpdate(editor.doc, update, 'remote');
    backlog.received(update);
  };
  server.doc.on('update', receive);
  for (let piece = backlog.next(); piece !== null; piece = backlog.next()) {
    server.take(piece, editor);
    if (isCut && random.int(10) === 0) break;
    const chance = random.int(40);
    if (chance === 0) editor.act();
    else if (chance === 1) serverWrites(server.doc, random);
    else if (chance === 2) {
      const other = random.pick(server.editors)!;
      if (other !== editor) server.take(Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(server.doc)), other);
    }
  }
  server.doc.off('update', receive);
}
