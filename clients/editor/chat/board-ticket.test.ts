import { describe, expect, test } from 'vitest';

import { BoardTickets } from './board-ticket.ts';
import type { ToolResult } from './chat-host.ts';

/** A host whose server issues a ticket with this lifetime at each call, or refuses. */
function hostWith(lifeMs: number | 'refused') {
  const calls: unknown[] = [];
  const callTool = (name: string, args: object): Promise<ToolResult> => {
    calls.push([name, args]);
    if (lifeMs === 'refused') return Promise.resolve({ isError: true, content: [{ type: 'text', text: 'Refused: no_access.' }] });
    const ticket = { ticket: `atb_${calls.length}`, expiresAt: Date.now() + lifeMs, url: 'https://a.example/d/doc_1' };
    return Promise.resolve({ content: [], _meta: { 'atelier/ticket': ticket } });
  };
  return { calls, callTool };
}

describe('BoardTickets', () => {
  test('TS19 keep a ticket until it is refused or expires within a minute', async () => {
    const host = hostWith(600_000);
    const tickets = new BoardTickets(host, 'doc_1');
    expect((await tickets.get({ renew: false })).ticket).toBe('atb_1');
    expect((await tickets.get({ renew: false })).ticket).toBe('atb_1');
    expect((await tickets.get({ renew: true })).ticket).toBe('atb_2');
    expect(host.calls).toEqual([1, 2].map(() => ['open_board', { document: 'doc_1' }]));
    const brief = new BoardTickets(hostWith(30_000), 'doc_1');
    expect([(await brief.get({ renew: false })).ticket, (await brief.get({ renew: false })).ticket]).toEqual(['atb_1', 'atb_2']);
  });

  test('TS19 a refusal is thrown, and the next call asks again', async () => {
    const host = hostWith('refused');
    const tickets = new BoardTickets(host, 'doc_1');
    await expect(tickets.get({ renew: false })).rejects.toThrow('no_access');
    await expect(tickets.get({ renew: false })).rejects.toThrow('no_access');
    expect(host.calls).toHaveLength(2);
  });
});
