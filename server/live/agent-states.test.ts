import { Document } from '@hocuspocus/server';
import { afterEach, expect, test, vi } from 'vitest';

import { newId } from '#schema/ids.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { initDocument, insertTab } from '#schema/ydoc/write.ts';
import type { ShownAgent } from '#storage/agent-presence.ts';

import { AgentStates } from './agent-states.ts';

const tabId = newId('tab');
const settings = { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: firstOrderKey, layers: [], pages: [] } as const; // prettier-ignore
const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

function stage(isShared = false) {
  const document = new Document(newId('doc'));
  initDocument(document, { name: 'Test' });
  insertTab(document, settings);
  const database: { agents: ShownAgent[]; now: number; fails: boolean; reads: number } = {
    agents: [],
    now: Date.now(),
    fails: false,
    reads: 0,
  };
  const warnings: string[] = [];
  const states = new AgentStates({
    agentsAmong: async (ids) => {
      database.reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (database.fails) throw new Error('no database');
      return database.agents.filter(({ documentId, expiresAt }) => ids.includes(documentId) && expiresAt > database.now);
    },
    isShared,
    key: 'key',
    now: () => database.now,
    log: { warn: (_data, message) => void warnings.push(message) },
  });
  open.push(states, { close: () => document.destroy() });
  states.opened(document);
  const agent = (token: string, more: Partial<ShownAgent> = {}): ShownAgent => ({
    documentId: document.name,
    tokenId: token,
    tabId,
    user: { id: 'user_1', name: 'Ada', color: '#123456' },
    status: token,
    focus: [],
    expiresAt: database.now + 30_000,
    setAt: database.now,
    ...more,
  });
  const shown = (): [number, { agent: { status: string } }][] =>
    [...document.awareness.getStates()].filter(([, state]) => state['agent'] !== undefined) as never;
  return {
    document,
    database,
    states,
    warnings,
    agent,
    shown,
    statuses: () =>
      shown()
        .map(([, state]) => state.agent.status)
        .toSorted(),
  };
}

test('[LV34] a change during a read is read, too, and the newest state is shown', async () => {
  const { database, states, agent, statuses, document } = stage();
  for (const name of ['a', 'b', 'c']) {
    database.agents = [agent(name)];
    states.onChange(document.name);
  }
  await expect.poll(statuses).toEqual(['c']);
  expect(database.reads).toBeLessThanOrEqual(3);
  states.onChange('doc_none');
  database.agents = [];
  states.onChange(document.name);
  await expect.poll(statuses).toEqual([]);
});

test('[LV34] a document that changes all the time is read at most ten times a second', async () => {
  const { database, states, agent, statuses, document } = stage();
  const startedAt = performance.now();
  for (let change = 0; change < 60; change += 1) {
    database.agents = [agent(`a${change}`)];
    states.onChange(document.name);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(statuses).toEqual(['a59']);
  expect(database.reads).toBeLessThanOrEqual((performance.now() - startedAt) / 100 + 2);
});

test('[LV34] the poll reads open documents that show an agent, and all of them if other nodes write, too', async () => {
  for (const isShared of [false, true]) {
    const { database, states, agent, statuses } = stage(isShared);
    await expect.poll(() => database.reads).toBe(1);
    database.agents = [agent('a')];
    states.poll();
    if (isShared) await expect.poll(statuses).toEqual(['a']);
    else expect(database.reads).toBe(1);
  }
});

test('[LV35] an agent on a tab has one client id above those of editors, and its clock rises', async () => {
  const [one, two] = [stage(), stage()];
  const agent = one.agent('a', { documentId: one.document.name });
  one.database.agents = [agent];
  one.states.onChange(one.document.name);
  await expect.poll(one.statuses).toEqual(['a']);
  const [[client] = [0]] = one.shown();
  expect(client).toBeGreaterThanOrEqual(2 ** 32);
  expect(Number.isSafeInteger(client)).toBe(true);
  const clock = (): number => one.document.awareness.meta.get(client)?.clock ?? 0;
  const before = clock();
  expect(before).toBeGreaterThanOrEqual(one.database.now);
  one.database.now -= 3_600_000;
  one.database.agents = [{ ...agent, status: 'b' }];
  one.states.onChange(one.document.name);
  await expect.poll(one.statuses).toEqual(['b']);
  expect([one.shown().length, one.shown()[0]?.[0], clock() > before]).toEqual([1, client, true]);
  two.database.agents = [two.agent('a')];
  two.states.onChange(two.document.name);
  await expect.poll(two.statuses).toEqual(['a']);
  expect(two.shown()[0]?.[0]).not.toBe(client);
});

test('[LV36] an expired agent is removed even if the database cannot be read, and the others stay', async () => {
  const { database, states, agent, statuses, warnings, document } = stage();
  database.agents = [agent('short', { expiresAt: database.now + 1_000 }), agent('long')];
  states.onChange(document.name);
  await expect.poll(statuses).toEqual(['long', 'short']);
  database.fails = true;
  database.now += 1_000;
  states.onChange(document.name);
  await expect.poll(statuses).toEqual(['long']);
  expect(warnings.length).toBeGreaterThan(0);
});

test('[LV36] states are renewed before editors drop them', async () => {
  const { database, states, agent, statuses, shown, document } = stage();
  database.agents = [agent('a', { expiresAt: database.now + 120_000 })];
  states.onChange(document.name);
  await expect.poll(statuses).toEqual(['a']);
  const clock = (): number => document.awareness.meta.get(shown()[0]?.[0] ?? 0)?.clock ?? 0;
  const before = clock();
  states.poll();
  expect(clock()).toBe(before);
  const later = performance.now() + 10_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  states.poll();
  vi.restoreAllMocks();
  expect(clock()).toBeGreaterThan(before);
});
