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
  const held: { agents: ShownAgent[]; now: number; fails: boolean; reads: number } = {
    agents: [],
    now: Date.now(),
    fails: false,
    reads: 0,
  };
  const warnings: string[] = [];
  const states = new AgentStates({
    agentsAmong: async (ids) => {
      held.reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (held.fails) throw new Error('no database');
      return held.agents.filter(({ documentId, expiresAt }) => ids.includes(documentId) && expiresAt > held.now);
    },
    isShared,
    key: 'key',
    now: () => held.now,
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
    expiresAt: held.now + 30_000,
    setAt: held.now,
    ...more,
  });
  const shown = (): [number, { agent: { status: string } }][] =>
    [...document.awareness.getStates()].filter(([, state]) => state['agent'] !== undefined) as never;
  return {
    document,
    held,
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

test('[T1] what changes while it is being read is read again; the newest is what is shown', async () => {
  const { held, states, agent, statuses, document } = stage();
  for (const name of ['a', 'b', 'c']) {
    held.agents = [agent(name)];
    states.onChange(document.name);
  }
  await expect.poll(statuses).toEqual(['c']);
  expect(held.reads).toBeLessThanOrEqual(3);
  states.onChange('doc_none');
  held.agents = [];
  states.onChange(document.name);
  await expect.poll(statuses).toEqual([]);
});

test('[T1] a document that changes all the time is read ten times a second at the most', async () => {
  const { held, states, agent, statuses, document } = stage();
  const startedAt = performance.now();
  for (let change = 0; change < 60; change += 1) {
    held.agents = [agent(`a${change}`)];
    states.onChange(document.name);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(statuses).toEqual(['a59']);
  expect(held.reads).toBeLessThanOrEqual((performance.now() - startedAt) / 100 + 2);
});

test('[T1] the poll asks for open documents that show an agent, and for all where others write, too', async () => {
  for (const isShared of [false, true]) {
    const { held, states, agent, statuses } = stage(isShared);
    await expect.poll(() => held.reads).toBe(1);
    held.agents = [agent('a')];
    states.poll();
    if (isShared) await expect.poll(statuses).toEqual(['a']);
    else expect(held.reads).toBe(1);
  }
});

test('[T2] an agent on a tab has one id above all editors’, whoever shows it; clocks rise', async () => {
  const [one, two] = [stage(), stage()];
  const agent = one.agent('a', { documentId: one.document.name });
  one.held.agents = [agent];
  one.states.onChange(one.document.name);
  await expect.poll(one.statuses).toEqual(['a']);
  const [[client] = [0]] = one.shown();
  expect(client).toBeGreaterThanOrEqual(2 ** 32);
  expect(Number.isSafeInteger(client)).toBe(true);
  const clock = (): number => one.document.awareness.meta.get(client)?.clock ?? 0;
  const before = clock();
  expect(before).toBeGreaterThanOrEqual(one.held.now);
  one.held.now -= 3_600_000;
  one.held.agents = [{ ...agent, status: 'b' }];
  one.states.onChange(one.document.name);
  await expect.poll(one.statuses).toEqual(['b']);
  expect([one.shown().length, one.shown()[0]?.[0], clock() > before]).toEqual([1, client, true]);
  two.held.agents = [two.agent('a')];
  two.states.onChange(two.document.name);
  await expect.poll(two.statuses).toEqual(['a']);
  expect(two.shown()[0]?.[0]).not.toBe(client);
});

test('[T3] what has lapsed is gone even when the database cannot be asked, and the rest stays', async () => {
  const { held, states, agent, statuses, warnings, document } = stage();
  held.agents = [agent('short', { expiresAt: held.now + 1_000 }), agent('long')];
  states.onChange(document.name);
  await expect.poll(statuses).toEqual(['long', 'short']);
  held.fails = true;
  held.now += 1_000;
  states.onChange(document.name);
  await expect.poll(statuses).toEqual(['long']);
  expect(warnings.length).toBeGreaterThan(0);
});

test('[T3] states are renewed in time for editors not to drop them', async () => {
  const { held, states, agent, statuses, shown, document } = stage();
  held.agents = [agent('a', { expiresAt: held.now + 120_000 })];
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
