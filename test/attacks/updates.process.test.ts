/** Attacks by updates: every update that no honest editor sends closes its socket and reaches no other editor. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newElementSuffix, newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { clientsOf, clockOf } from '#schema/ydoc/struct-store.ts';
import { closeCodes } from '#server/live/close-codes.ts';
import { any, rawUpdate } from '#server/live/guard/raw-update.test-support.ts';

import { until } from '../harness/editor.ts';
import { updateBy } from '../harness/raw-editor.ts';
import { boxes, type AttackedTab, AttackStage } from './stage.test-support.ts';

const { refused } = closeCodes;
const me = 4_000_000_001;

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set();
});
afterAll(() => stage.strike());

type Change = (doc: Y.Doc, place: AttackedTab) => void;

const mapAt = (doc: Y.Doc, root: string, ...path: string[]): Y.Map<unknown> =>
  path.reduce((map, key) => map.get(key) as Y.Map<unknown>, doc.getMap(root) as Y.Map<unknown>);
const tabOf = (doc: Y.Doc, place: AttackedTab): Y.Map<unknown> => mapAt(doc, 'tabs', place.tab);
const elementsOf = (doc: Y.Doc, place: AttackedTab): Y.Map<Y.Map<unknown>> =>
  mapAt(doc, 'tabs', place.tab, 'elements') as Y.Map<Y.Map<unknown>>;
const boxOf = (doc: Y.Doc, place: AttackedTab): Y.Map<unknown> =>
  [...elementsOf(doc, place)].find(([id]) => id.startsWith('a~'))![1];
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
function nestedMaps(depth: number): Y.Map<unknown> {
  const map = new Y.Map<unknown>();
  let inner = map;
  for (let left = depth; left > 0; left -= 1) {
    const next = new Y.Map<unknown>();
    inner.set('in', next);
    inner = next;
  }
  return map;
}

/** Each change is the attack of one socket; all are created on one document, one after the other. */
async function allRepelled(changes: Readonly<Record<string, Change>>, known?: AttackedTab): Promise<void> {
  const place = known ?? (await stage.place());
  const witness = await stage.witness(place);
  const before = await stage.visibleState(place, witness);
  for (const [name, change] of Object.entries(changes)) {
    const hostile = await stage.hostile(place);
    hostile.update(
      place.id,
      updateBy(hostile.doc, (doc) => change(doc, place)),
    );
    expect(await hostile.closed(), name).toBe(refused);
    expect(hostile.statuses.length, name).toBe(1);
  }
  expect(await stage.visibleState(place, witness)).toEqual(before);
  await stage.serves(place, witness);
}

describe('what the server vouches for', () => {
  test('[GD13] changeset records and revisions are not in the document, and nothing can be written in their place', () =>
    allRepelled({
      'a record': (doc) => doc.getMap('changesets').set(newId('cs'), { rev: 9, counts: {}, revertOf: null, tokenId: 'x' }),
      'a revision of the tab': (doc, place) => tabOf(doc, place).set('rev', 1e9),
      'a revision of an element': (doc, place) => boxOf(doc, place).set('rev', 5),
      'the name of the document': (doc) => doc.getMap('meta').set('name', 'Forged'),
      'the version of the layout': (doc) => doc.getMap('meta').set('version', 99),
    }));

  test('[GD13] comments cannot be written', () =>
    allRepelled({
      'a thread': (doc) => doc.getMap('threads').set('a~00000000', new Y.Map([['resolved', true]])),
      'beside an element': (doc, place) => boxOf(doc, place).set('comments', [{ text: 'forged', authorName: 'Ada' }]),
    }));

  test('[GD13] the state, comments, texts and authors of an existing thread cannot be changed', async () => {
    const place = await stage.place();
    const { status, body } = await stage.api.call<{ id: string }>('POST', `/documents/${place.id}/tabs/${place.tab}/comments`, {
      elementId: 'a',
      text: 'Mine',
    });
    expect(status).toBe(201);
    const threadOf = (doc: Y.Doc): Y.Map<unknown> => [...(doc.getMap('threads') as Y.Map<Y.Map<unknown>>).values()][0]!;
    const commentsOf = (doc: Y.Doc): Y.Map<unknown> => threadOf(doc).get('comments') as Y.Map<unknown>;
    const commentOf = (doc: Y.Doc): object => commentsOf(doc).get(body.id) as object;
    await allRepelled(
      {
        resolving: (doc) => threadOf(doc).set('resolved', true),
        'a comment in the name of another': (doc) =>
          commentsOf(doc).set(newId('cmt'), { ...commentOf(doc), n: 2, text: 'Yours' }),
        'another text': (doc) => commentsOf(doc).set(body.id, { ...commentOf(doc), text: 'Not mine' }),
        'another author': (doc) => commentsOf(doc).set(body.id, { ...commentOf(doc), authorName: 'Mallory' }),
        'deleting a comment': (doc) => commentsOf(doc).delete(body.id),
        'deleting the thread': (doc) => doc.getMap('threads').delete([...doc.getMap('threads').keys()][0]!),
        'moving the thread to another element': (doc) => doc.getMap('threads').set('b~00000000', threadOf(doc).clone()),
      },
      place,
    );
  });

  test('[GD13] card keys, votes and card types cannot be written', () =>
    allRepelled({
      'a key': (doc) => doc.getMap('cards').set(newId('item'), 2 ** 53),
      'a card with a key': (doc) =>
        doc.getMap('items').set(newId('item'), new Y.Map<unknown>([['title', 'x'], ['type', 'task'], ['key', -1]])),
      'a card with votes': (doc) =>
        doc.getMap('items').set(newId('item'), new Y.Map<unknown>([['title', 'x'], ['type', 'task'], ['votes', { me: 99 }]])),
      votes: (doc) => doc.getMap('votes').set('a~00000000', new Y.Map([['mallory', 1_000]])),
      'the card types': (doc) => doc.getMap('types').set('itemTypesRev', 9),
    })); // prettier-ignore

  test('[GD16] [GD17] locks and modes cannot be changed, and locked elements cannot be edited', async () => {
    const place = await stage.place('add square id=a label="A"\nadd square id=b label="B"\nset a locked=true');
    const layers = [{ id: 'deep', name: 'Deep', locked: true, hidden: false }];
    expect((await stage.api.call('PATCH', `/documents/${place.id}/tabs/${place.tab}`, { layers })).status).toBe(200);
    const attempts: Record<string, Change> = {
      'unlocking an element': (doc) => boxOf(doc, place).set('locked', false),
      'removing its lock': (doc) => boxOf(doc, place).delete('locked'),
      'moving it': (doc) => boxOf(doc, place).set('at', [9, 9]),
      'removing it': (doc) =>
        elementsOf(doc, place).delete([...elementsOf(doc, place).keys()].find((id) => id.startsWith('a~'))!),
      'unlocking a layer': (doc) => mapAt(doc, 'tabs', place.tab, 'layers').set('deep', { ...layers[0], locked: false }),
      'removing a layer': (doc) => mapAt(doc, 'tabs', place.tab, 'layers').delete('deep'),
      'switching the mode': (doc) => tabOf(doc, place).set('mode', 'event-storming'),
      'locking the tab': (doc) => tabOf(doc, place).set('locked', true),
      'a new layer that is locked': (doc) => mapAt(doc, 'tabs', place.tab, 'layers').set('mine', { ...layers[0], id: 'mine' }),
    };
    // No editor has the document open yet, so the locks are not new to those that open it.
    const witness = await stage.witness(place);
    const before = await stage.visibleState(place, witness);
    for (const [name, change] of Object.entries(attempts)) {
      const hostile = await stage.hostile(place);
      hostile.update(
        place.id,
        updateBy(hostile.doc, (doc) => change(doc, place)),
      );
      expect(await hostile.closed(), name).toBe(refused);
    }
    expect(await stage.visibleState(place, witness)).toEqual(before);
    await stage.serves(place, witness);
  });

  test('[LV37] a handshake is not refused for locks, as its editor may have been offline, but locked elements are restored', async () => {
    const place = await stage.place('add square id=a label="A"\nset a locked=true');
    const witness = await stage.witness(place);
    const before = await stage.visibleState(place, witness);
    const hostile = await stage.hostile(place);
    const update = updateBy(hostile.doc, (doc) => {
      boxOf(doc, place).set('at', [9, 9]);
      boxOf(doc, place).set('label', 'Mine');
    });
    hostile.step2(place.id, update);
    await until(() => hostile.statuses.length === 2, 5_000, 'the handshake is not answered');
    await until(async () => (await stage.visibleState(place, witness)).screen === before.screen, 5_000, 'it is not restored');
    expect((await stage.visibleState(place, witness)).rest).toMatchObject({ tab: { elements: (before.rest as { tab: { elements: unknown } }).tab.elements } }); // prettier-ignore
    expect(hostile.closeCode).toBeNull();
  });
});

describe('the content of an update', () => {
  test('[GD10] a few bytes of deletions that would empty the document are refused', async () => {
    const place = await stage.place(Array.from({ length: 400 }, (_, at) => `add square label="${at}"`).join('\n'));
    await stage.api.changeset(place, Array.from({ length: 200 }, () => 'add circle').join('\n'));
    await stage.repels(
      refused,
      (hostile) => {
        const deletes = [...clientsOf(hostile.doc)].map((client) => ({
          client,
          ranges: [[0, clockOf(hostile.doc, client)]] as const,
        }));
        hostile.update(place.id, rawUpdate({ sections: [], deletes }));
      },
      place,
    );
  });

  test('[GD6] unknown roots, lists in maps and other types in place of maps are refused', () =>
    allRepelled({
      'an unknown root': (doc) => doc.getMap('mine').set('x', 1),
      'a text for a root': (doc) => doc.getText('notes').insert(0, 'hello'),
      'a list in a root': (doc) => {
        doc.getMap('tabs');
        const stolen = new Y.Doc();
        stolen.getArray('tabs').push([1]);
        Y.applyUpdate(doc, Y.encodeStateAsUpdate(stolen));
      },
      'a plain value for a tab': (doc) => doc.getMap('tabs').set(newId('tab'), { name: 'x' }),
      'a list for an element': (doc, place) => (elementsOf(doc, place) as Y.Map<unknown>).set(`x~${newElementSuffix()}`, new Y.Array()),
      'a text for a label': (doc, place) => boxOf(doc, place).set('label', new Y.Text('x')),
      'a map for a field': (doc, place) => boxOf(doc, place).set('label', new Y.Map()),
      'other elements of a tab': (doc, place) => tabOf(doc, place).set('elements', new Y.Map()),
    })); // prettier-ignore

  test('[GD7] deep nesting is refused', () =>
    allRepelled({
      'of types': (doc, place) => (elementsOf(doc, place) as Y.Map<unknown>).set(`x~${newElementSuffix()}`, nestedMaps(200)),
      'of a value': (doc, place) => boxOf(doc, place).set('label', nested(1_000)),
    }));

  test('[GD7] values that JSON does not have, and large values, are refused', () =>
    allRepelled({
      BigInt: (doc, place) => boxOf(doc, place).set('note', 12n),
      NaN: (doc, place) => boxOf(doc, place).set('at', [Number.NaN, 0]),
      Infinity: (doc, place) => boxOf(doc, place).set('at', [0, Number.POSITIVE_INFINITY]),
      'far away': (doc, place) => boxOf(doc, place).set('at', [1e9, 0]),
      undefined: (doc, place) => boxOf(doc, place).set('note', undefined),
      bytes: (doc, place) => boxOf(doc, place).set('note', new Uint8Array(9)),
      'a subdocument': (doc, place) => boxOf(doc, place).set('note', new Y.Doc()),
      xml: (doc, place) => boxOf(doc, place).set('note', new Y.XmlElement('script')),
      'a long text': (doc, place) => boxOf(doc, place).set('note', 'x'.repeat(140_000)),
      'a long key': (doc, place) => boxOf(doc, place).set('k'.repeat(1_000_000), 1),
      'a key of JavaScript': (doc, place) => boxOf(doc, place).set('__proto__', { isAdmin: true }),
      'a member of JavaScript': (doc, place) => boxOf(doc, place).set('note', JSON.parse('{"__proto__":{"isAdmin":true}}')),
    }));

  test('[GD20] an update that builds on missing structs is refused', async () => {
    const parent = { client: me + 1, clock: 7 };
    const struct = { kind: 'any', value: 1, parent, key: 'x' } as const;
    const update = rawUpdate({ sections: [{ client: me, clock: 0, structs: [struct] }], deletes: [] });
    await stage.repels(refused, (hostile, { id }) => hostile.update(id, update));
    const place = await stage.place();
    const hasty = await stage.raw().admitted(place.id, stage.mallory.token);
    hasty.update(place.id, update); // before its handshake, which never arrives: an honest editor may reconnect
    expect(await hasty.closed()).toBe(closeCodes.restarting);
    expect(hasty.statuses).toEqual([]);
  });

  test('an update that is too large is refused', () =>
    stage.repels(closeCodes.tooLarge, (hostile, { id }) => hostile.update(id, new Uint8Array(5 * 1024 * 1024))));

  test('[GD5] [GD19] thousands of client ids, roots and tiny structs are refused', async () => {
    await stage.repels(refused, (hostile, { id }) => {
      const sections = Array.from({ length: 10_000 }, (_, at) => ({
        client: me + at,
        clock: 0,
        structs: [{ kind: 'map', root: 'items', key: newId('item') }] as const,
      }));
      hostile.update(id, rawUpdate({ sections, deletes: [] }));
    });
    await stage.repels(refused, (hostile, { id }) => {
      const structs = Array.from({ length: 5_000 }, (_, at) => ({ kind: 'any', value: 1, root: `r${at}`, key: 'x' }) as const);
      hostile.update(id, rawUpdate({ sections: [{ client: me, clock: 0, structs }], deletes: [] }));
    });
    await stage.repels(refused, (hostile, { id }) => {
      const structs = Array.from({ length: 90_000 }, () => ({ kind: 'map', root: 'items', key: 'item_000000000000000000' }) as const);
      hostile.update(id, rawUpdate({ sections: [{ client: me, clock: 0, structs }], deletes: [] }));
    }); // prettier-ignore
  });

  test("[LV25] a forged edit under another editor's client id does not make that editor's next edit vanish", async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const [first, second, third] = boxes(3);
    witness.put(place.tab, first!);
    await witness.saved();
    for (const handshake of [false, true]) {
      const hostile = await stage.hostile(place);
      const forged = updateBy(hostile.doc, (doc) => doc.getMap('items').set(newId('item'), new Y.Map()), witness.doc.clientID);
      if (handshake) hostile.step2(place.id, forged);
      else hostile.update(place.id, forged);
      expect(await hostile.closed()).toBe(refused);
    }
    witness.put(place.tab, second!);
    await witness.saved();
    const late = await stage.witness(place);
    expect(late.element(place.tab, 'box')).toBeDefined();
    expect([...elementsOf(late.doc, place).keys()]).toEqual(expect.arrayContaining([first!.id, second!.id]));
    // The forger cannot take the client id of an editor that has only sent awareness states, either.
    const quiet = await stage.witness(place);
    const hostile = await stage.hostile(place);
    hostile.update(place.id, updateBy(hostile.doc, (doc) => doc.getMap('items').set(newId('item'), new Y.Map()), quiet.doc.clientID));
    expect(await hostile.closed()).toBe(refused);
    quiet.put(place.tab, third!);
    await quiet.saved();
    expect([...witness.closeCodes, ...quiet.closeCodes]).toEqual([]);
  }); // prettier-ignore

  test('[GD22] invalid bytes are never acknowledged', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const before = await stage.visibleState(place, witness);
    const honest = updateBy(witness.doc, (doc) => boxOf(doc, place).set('label', 'x'));
    const deep: number[] = [];
    any(deep, nested(200));
    const garbage = [new Uint8Array(0), new Uint8Array(1), Uint8Array.from([255, 255, 255, 255, 255]), honest.subarray(0, -3), Uint8Array.from([...honest, 1]), Uint8Array.from(deep)]; // prettier-ignore
    for (const bytes of garbage) {
      for (const step of ['update', 'step2'] as const) {
        const hostile = await stage.hostile(place);
        hostile[step](place.id, bytes);
        expect(await hostile.closed(), Buffer.from(bytes).toString('hex').slice(0, 40)).toBe(refused);
        expect(hostile.statuses).toEqual([1]);
      }
    }
    expect(await stage.visibleState(place, witness)).toEqual(before);
    await stage.serves(place, witness);
  });

  test('[LV15] the close frame has the reason of the first refusal, whatever else is in transit', async () => {
    const place = await stage.place();
    for (let round = 0; round < 10; round += 1) {
      const raw = await stage.hostile(place);
      const forged = updateBy(raw.doc, (doc) => doc.getMap('meta').set('name', 'Mine'));
      raw.step2(place.id, forged);
      // More than Hocuspocus queues for a document that is not open.
      for (let more = 0; more < 4; more += 1) raw.step2(place.id, new Uint8Array(limits.unauthenticatedQueueBytes));
      expect([await raw.closed(), raw.closeReason]).toEqual([4422, 'server_root']);
    }
  });

  test('two halves of an attack over one socket are inspected one after the other', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const hostile = stage.raw();
    const [one, two] = [`${place.id}\0one`, `${place.id}\0two`];
    await hostile.opened();
    for (const address of [one, two]) hostile.authenticate(address, stage.mallory.token);
    await until(() => hostile.received.filter((type) => type === 2).length === 2, 5_000, 'it is not admitted');
    for (const address of [one, two]) hostile.step2(address, Y.encodeStateAsUpdate(new Y.Doc()));
    await until(() => hostile.statuses.length === 2, 5_000, 'no handshake');
    // Each is valid on its own; after the first is applied, the second would write to a tab.
    const created = newId('tab');
    const tab = rawUpdate({
      sections: [{ client: me, clock: 0, structs: [{ kind: 'map', root: 'tabs', key: created }] }],
      deletes: [],
    });
    const element = rawUpdate({
      sections: [{ client: me, clock: 0, structs: [
        { kind: 'map', root: 'items', key: newId('item') },
        { kind: 'any', value: 1e12, parent: { client: me, clock: 0 }, key: 'rank' },
      ] }],
      deletes: [],
    }); // prettier-ignore
    hostile.socket.once('error', () => undefined);
    const raw = (hostile.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    raw.cork();
    hostile.update(one, tab);
    hostile.update(two, element);
    raw.uncork();
    expect(await hostile.closed()).toBe(refused);
    await until(() => witness.doc.getMap('tabs').has(created), 5_000, 'the honest half does not arrive');
    expect(mapAt(witness.doc, 'tabs', created).size).toBe(0);
  });
});
