/** Attacks by awareness states: no editor can speak for another, or hold elements without permission. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { closeCodes } from '#server/live/close-codes.ts';

import { Browser } from '../harness/browser.ts';
import { type TestEditor, until } from '../harness/editor.ts';
import { addMember } from '../harness/people.ts';
import type { RawAwarenessEntry } from '../harness/raw-editor.ts';
import { type AttackedTab, AttackStage } from './stage.test-support.ts';

const { refused } = closeCodes;
const mine = 4_000_000_001;

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set();
});
afterAll(() => stage.strike());

const stateOf = (editor: TestEditor, client: number): Record<string, unknown> | undefined =>
  editor.provider.awareness?.getStates().get(client);
const entry = (client: number, state: unknown, clock = 1): RawAwarenessEntry => ({ client, clock, state: JSON.stringify(state) });

/** The elements of a tab by slug. */
async function ids(place: AttackedTab): Promise<Map<string, string>> {
  const { body } = await stage.api.call<{ elements: { id: string }[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
  return new Map(body.elements.map(({ id }) => [id.slice(0, id.indexOf('~')), id]));
}

describe('presence', () => {
  test('[LV30] states that no editor sends close the socket, and no other editor sees them', async () => {
    const place = await stage.place();
    const [witness, other] = [await stage.witness(place), await stage.witness(place)];
    const state = { user: { name: 'Ada' }, tab: place.tab, cursor: { x: 1, y: 2 } };
    other.provider.awareness?.setLocalState(state);
    await until(() => stateOf(witness, other.doc.clientID)?.['cursor'] !== undefined, 5_000, 'the honest state is not seen');
    const before = await stage.visibleState(place, witness);
    const attacks: Record<string, RawAwarenessEntry[]> = {
      "under somebody else's client id": [entry(other.doc.clientID, { cursor: { x: 9, y: 9 } }, 4_000)],
      'of two at once': [entry(mine, {}), entry(mine + 1, {})],
      'of 5,000 ghosts': Array.from({ length: 5_000 }, (_, at) => entry(mine + at, {})),
      'of 1 MB': [entry(mine, { note: 'x'.repeat(1_000_000) })],
      'with a clock that no other can exceed': [entry(mine, {}, Number.MAX_SAFE_INTEGER)],
      "under an agent's client id": [entry(2 ** 32 + 1, { agent: { status: 'busy' } })],
      'that are no JSON': [{ client: mine, clock: 1, state: '{' }],
      'that are no states': [entry(mine, [1, 2])],
    };
    for (const [name, entries] of Object.entries(attacks)) {
      const hostile = await stage.hostile(place);
      hostile.show(place.id, entries);
      expect(await hostile.closed(), name).toBe(refused);
    }
    await until(async () => (await stage.visibleState(place, witness)).others.length === 1, 5_000, 'ghosts are left');
    expect(await stage.visibleState(place, witness)).toEqual(before);
    expect(stateOf(witness, other.doc.clientID)).toMatchObject({ user: { id: stage.ada.id }, cursor: { x: 1, y: 2 } });
    await stage.serves(place, witness);
  });

  test('[LV30] others see the real user of a state, without members that only the server sets', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const hostile = await stage.hostile(place);
    const { id, name, color } = stage.ada;
    const claimed = { user: { id, name, color }, agent: { status: 'Thinking', focus: [] }, tab: place.tab };
    const junk = { selection: ['a', 5], cursor: { x: 'left', y: null }, viewport: 'all', tabs: 3 };
    hostile.show(place.id, [entry(mine, { ...claimed, ...junk })]);
    await until(() => stateOf(witness, mine) !== undefined, 5_000, 'the state is not shown');
    const { mallory } = stage;
    expect(stateOf(witness, mine)).toEqual({
      user: { id: mallory.id, name: mallory.name, color: mallory.color },
      tab: place.tab,
      tabs: 3,
    });
    expect(hostile.closeCode).toBeNull();
    hostile.end();
    await until(() => stateOf(witness, mine) === undefined, 5_000, 'the state stays');
  });

  test('[LV31] an editor cannot make another leave', async () => {
    const place = await stage.place();
    const [witness, other] = [await stage.witness(place), await stage.witness(place)];
    other.provider.awareness?.setLocalState({ cursor: { x: 1, y: 2 } });
    await until(() => stateOf(witness, other.doc.clientID)?.['cursor'] !== undefined, 5_000, 'the honest state is not seen');
    const hostile = await stage.hostile(place);
    hostile.show(place.id, [entry(mine, { cursor: { x: 5, y: 5 } })]);
    for (const client of [other.doc.clientID, witness.doc.clientID]) hostile.show(place.id, [entry(client, null, 900)]);
    hostile.show(place.id, [entry(mine, { cursor: { x: 6, y: 6 } }, 2)]);
    await until(() => JSON.stringify(stateOf(witness, mine)?.['cursor']) === '{"x":6,"y":6}', 5_000, 'the state does not arrive');
    expect(stateOf(witness, other.doc.clientID)).toMatchObject({ cursor: { x: 1, y: 2 } });
    other.provider.awareness?.setLocalStateField('cursor', { x: 3, y: 4 });
    await until(
      () => JSON.stringify(stateOf(witness, other.doc.clientID)?.['cursor']) === '{"x":3,"y":4}',
      5_000,
      'it is silenced',
    );
  });
});

describe('selections', () => {
  test("[LV30] a forged selection does not count as that of an agent's owner", async () => {
    const place = await stage.place();
    const { storage, node, api, ada } = stage;
    const [a = '', b = ''] = [(await ids(place)).get('a'), (await ids(place)).get('b')];
    const selection = { user: { id: ada.id, name: ada.name, color: ada.color }, tab: place.tab, selection: [a, b] };
    // Mallory claims to be Ada, with a token and from a browser; a connection with Ada's own token does not count either.
    const hostile = await stage.hostile(place);
    hostile.show(place.id, [entry(mine, selection)]);
    const eve = await Browser.signIn(node.url, storage, 'Ada');
    await addMember(storage, place.id, eve.userId, 'editor');
    const page = stage.raw();
    await page.synced(place.id, await eve.ticket(place.id));
    page.show(place.id, [entry(mine + 1, selection)]);
    const witness = await stage.witness(place);
    witness.provider.awareness?.setLocalState(selection);
    await until(() => [mine, mine + 1].every((client) => stateOf(witness, client) !== undefined), 5_000, 'they are not seen');
    await until(() => hostile.awareness.get(witness.doc.clientID)?.['tab'] === place.tab, 5_000, 'the witness is not seen');
    const { status, body } = await api.changeset(place, 'rm selected all');
    expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'target_not_found']);
    expect([...(await ids(place)).keys()]).toEqual(expect.arrayContaining(['a', 'b']));
  });

  test('control: the selection of the owner in the editor counts', async () => {
    const { storage, node } = stage;
    const owner = await Browser.signIn(node.url, storage, 'Olga');
    const place = await stage.place();
    await addMember(storage, place.id, owner.userId, 'editor');
    const page = stage.raw();
    await page.synced(place.id, await owner.ticket(place.id));
    const a = (await ids(place)).get('a') ?? '';
    page.show(place.id, [entry(mine, { tab: place.tab, selection: [a] })]);
    const witness = await stage.witness(place);
    await until(() => stateOf(witness, mine) !== undefined, 5_000, 'the selection is not seen');
    const agent = await stage.agentOf(owner.userId);
    const applied = await agent.changeset(place, 'rm selected all', { baseRev: 1 });
    expect(applied.status).toBe(201);
    expect((await ids(place)).has('a')).toBe(false);
    // It ends with its socket.
    page.end();
    await until(() => stateOf(witness, mine) === undefined, 5_000, 'the selection stays');
    expect((await agent.changeset(place, 'rm selected all')).status).toBe(400);
  });

  test('[LV32] the selection of a viewer, or of too many elements, does not hold elements against agents', async () => {
    const place = await stage.place();
    const { storage, node, api } = stage;
    const viewer = await Browser.signIn(node.url, storage, 'Vera');
    await addMember(storage, place.id, viewer.userId, 'viewer');
    const page = stage.raw();
    await page.admitted(place.id, await viewer.ticket(place.id));
    const all = [...(await ids(place)).values()];
    page.show(place.id, [entry(mine, { tab: place.tab, selection: all })]);
    const hostile = await stage.hostile(place);
    const many = Array.from({ length: limits.selectionElements }, (_, at) => `x~${String(at).padStart(8, '0')}`);
    hostile.show(place.id, [entry(mine + 1, { tab: place.tab, selection: [...all, ...many].slice(0, 201) })]);
    const witness = await stage.witness(place);
    await until(() => [mine, mine + 1].every((client) => stateOf(witness, client) !== undefined), 5_000, 'they are not seen');
    expect(stateOf(witness, mine + 1)).not.toHaveProperty('selection');
    const { status } = await api.changeset(place, 'set a fill=blue\nrm b', { baseRev: 1 });
    expect(status).toBe(201);
  });
});
