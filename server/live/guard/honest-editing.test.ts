import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { hasWaiting } from '#schema/ydoc/struct-store.ts';
import { watchTabs } from '#schema/ydoc/watch.ts';
import { applyEdits, initDocument, insertTab, setTab } from '#schema/ydoc/write.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';

import { lockedSnapshot, restoreSnapshot } from '../locked-snapshot.ts';
import { digits, HonestEditor, type RandomSource, randomOf } from './honest-editor.test-support.ts';
import { inspectUpdate } from './inspect-update.ts';
import type { GuardPass } from './verdict.ts';

type Message = { readonly update: Uint8Array; readonly locksSeen: number };

/** One editor and its connection, with the messages in transit in both directions, in order. */
class Link {
  readonly editor: HonestEditor;
  online = false;
  owned = new Set<number>();
  readonly sent: Message[] = [];
  readonly coming: { readonly update: Uint8Array; readonly locks: number }[] = [];
  locksSeen = 0;

  constructor(random: RandomSource) {
    this.editor = new HonestEditor(random);
  }

  listen(): void {
    this.editor.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'remote' && this.online) this.sent.push({ update, locksSeen: this.locksSeen });
    });
  }
}

/** A server with a guard, six editors, and links that deliver late. */
class World {
  readonly doc = new Y.Doc();
  readonly links: readonly Link[];
  readonly random: RandomSource;
  locks = 0;
  accepted = 0;

  constructor(seed: number) {
    this.random = randomOf(seed);
    this.doc.clientID = 7;
    this.links = Array.from({ length: 6 }, () => new Link(this.random));
    initDocument(this.doc, { name: 'Plan' });
    insertTab(this.doc, { id: `tab_${digits(this.random, 20)}`, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] }); // prettier-ignore
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      for (const link of this.links) if (link.online && link !== origin) link.coming.push({ update, locks: this.locks });
    });
    for (const link of this.links) {
      link.listen();
      this.connect(link);
    }
  }

  step(): void {
    const link = this.random.pick(this.links)!;
    const chance = this.random.int(20);
    if (chance < 8) link.editor.act();
    else if (chance < 13) this.deliverOut(link);
    else if (chance < 18) this.deliverIn(link);
    else if (chance === 18) this.toggle(link);
    else this.serverWrites();
  }

  settle(): void {
    for (const link of this.links) if (!link.online) this.connect(link);
    for (let busy = true; busy;) {
      busy = false;
      for (const link of this.links) {
        busy ||= link.sent.length + link.coming.length > 0;
        this.deliverOut(link);
        this.deliverIn(link);
      }
    }
  }

  private toggle(link: Link): void {
    if (link.online) {
      link.online = false;
      link.sent.length = 0;
      link.coming.length = 0;
      if (this.random.int(3) === 0) {
        link.editor.reload();
        link.listen();
      }
    } else this.connect(link);
  }

  /** The handshake: each side sends what the other lacks. */
  private connect(link: Link): void {
    link.owned = new Set();
    const offline = Y.encodeStateAsUpdate(link.editor.doc, Y.encodeStateVector(this.doc));
    this.receive(link, offline, true);
    Y.applyUpdate(link.editor.doc, Y.encodeStateAsUpdate(this.doc, Y.encodeStateVector(link.editor.doc)), 'remote');
    this.sawLocks(link, this.locks);
    link.online = true;
  }

  private deliverOut(link: Link): void {
    const merged = this.random.int(4) === 0 ? link.sent.length : 1;
    const messages = link.sent.splice(0, merged);
    if (messages.length === 0) return;
    const update = messages.length === 1 ? messages[0]!.update : Y.mergeUpdates(messages.map((message) => message.update));
    this.receive(link, update, messages[0]!.locksSeen < this.locks);
    if (this.random.int(10) === 0) this.receive(link, update, true); // sent twice
  }

  private deliverIn(link: Link): void {
    for (const { update, locks } of link.coming.splice(0, 1 + this.random.int(5))) {
      Y.applyUpdate(link.editor.doc, update, 'remote');
      this.sawLocks(link, locks);
    }
  }

  private sawLocks(link: Link, locks: number): void {
    if (locks > link.locksSeen) link.editor.undo.clear();
    link.locksSeen = Math.max(link.locksSeen, locks);
  }

  private receive(link: Link, update: Uint8Array, tolerateLocks: boolean): void {
    const verdict = inspectUpdate(update, this.doc, {
      tabs: null,
      ownedClients: link.owned,
      foreignClients: (client) =>
        client === this.doc.clientID || this.links.some((other) => other !== link && other.owned.has(client)),
      newClients: limits.clientIdsPerHandshake,
      tolerateLocks,
      removedMax: tolerateLocks ? Infinity : limits.massDeleteElements,
    });
    expect(verdict).toMatchObject({ ok: true });
    this.accepted += 1;
    const pass = verdict as GuardPass;
    for (const client of pass.clients) link.owned.add(client);
    const snapshot = lockedSnapshot(this.doc, pass.lockedTouched);
    const vouched = vouchedText(this.doc);
    const locks = locksText(this.doc);
    const touched: string[] = [];
    const stop = watchTabs(this.doc, (change) => {
      if (change.settings && !pass.touches.settings.has(change.tab)) touched.push(change.tab);
      if (change.elements === 'all' || pass.touches.removedTabs.has(change.tab)) return;
      for (const id of change.elements) if (pass.touches.tabs.get(change.tab)?.has(id) !== true) touched.push(id);
    });
    Y.applyUpdate(this.doc, update, link);
    stop();
    expect(touched, 'every change is among what the guard says is touched').toEqual([]);
    expect(hasWaiting(this.doc)).toBe(false);
    if (snapshot.size > 0) this.locks += 1; // restoring adds locks: others may not know of them
    this.doc.transact(() => restoreSnapshot(this.doc, snapshot), 'server');
    expect(vouchedText(this.doc)).toBe(vouched);
    expect(locksText(this.doc)).toBe(locks);
  }

  private serverWrites(): void {
    const tab = this.random.pick(readTabs(this.doc));
    if (tab === undefined) return;
    const chance = this.random.int(6);
    const elements = mapIn(mapIn(rootMap(this.doc, 'tabs'), tab.id), 'elements');
    const id = this.random.pick([...(elements?.keys() ?? [])]);
    const element = elements?.get(id ?? '');
    if (chance > 2) this.locks += 1;
    this.doc.transact(() => {
      if (chance === 0 && id !== undefined) applyEdits(this.doc, tab.id, [{ id, before: null, after: null }]);
      else if (chance === 1) this.doc.getMap('threads').set(`t${this.random.int(5)}`, { by: this.random.int(100) });
      else if (chance === 2 && element instanceof Y.Map) element.set('label', `server ${this.random.int(100)}`);
      else if (chance === 3) setTab(this.doc, tab.id, { locked: this.random.int(3) === 0 });
      else if (chance === 4)
        setTab(this.doc, tab.id, { layers: tab.layers.map((layer) => ({ ...layer, locked: this.random.int(2) === 0 })) }); // prettier-ignore
      else if (element instanceof Y.Map) {
        if (this.random.int(2) === 0) element.set('locked', true);
        else element.delete('locked');
      }
    }, 'server');
  }
}

const vouchedText = (doc: Y.Doc): string => JSON.stringify(['meta', 'types', 'threads', 'votes', 'cards'].map((name) => doc.getMap(name).toJSON())); // prettier-ignore

/** Everything that is locked, with the content of locked elements. */
function locksText(doc: Y.Doc): string {
  const locked: string[] = [];
  doc.getMap('tabs').forEach((tab, tabId) => {
    if (!(tab instanceof Y.Map)) return;
    if (tab.get('locked') === true) locked.push(`${tabId} ${JSON.stringify(sorted(tab.toJSON()))}`);
    for (const [id, layer] of mapIn(tab as Y.Map<unknown>, 'layers') ?? []) {
      if ((layer as { locked?: unknown }).locked === true) locked.push(`${tabId} ${id} locked`);
    }
    for (const [id, element] of mapIn(tab as Y.Map<unknown>, 'elements') ?? []) {
      if (element instanceof Y.Map && element.get('locked') === true) locked.push(`${tabId} ${id} ${JSON.stringify(sorted(element.toJSON()))}`); // prettier-ignore
    }
  });
  return locked.sort().join('\n');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(Object.keys(record).sort().map((name) => [name, sorted(record[name])])); // prettier-ignore
}

describe('honest editing', () => {
  test('[GD2] [GD13] of six editors, offline and back, with undo, redo and slow links, no update is refused and nothing vouched for changes', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const world = new World(seed);
        for (let step = 0; step < 600; step += 1) world.step();
        world.settle();
        accepted += world.accepted;
        const text = canonicalJson(world.doc);
        for (const { editor } of world.links) expect(canonicalJson(editor.doc)).toBe(text);
      }),
      fuzz(40, 5),
    );
    expect(accepted).toBeGreaterThan(scaled(2_000, 0));
  });
});
