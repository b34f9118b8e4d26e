import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Actor } from '#server/access/actor.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { holdersOf } from './budget-holders.ts';
import { CallerBudgets, type CallerLimits } from './caller-budgets.ts';
import { resumeAccount, suspendAccount } from './current-account.ts';
import { TokenBuckets } from './token-buckets.ts';

const agent = (userId: string, tokenId: string): Actor => {
  return { kind: 'agent', userId, name: 'A', color: '#000000', tokenId, access: 'full', documents: null };
};
const guest = (guestId: string, linkId: string): Actor => {
  return { kind: 'guest', guestId, name: 'G', color: '#000000', documentId: 'doc_1', linkId };
};

const none = { perPerson: null, perAddress: null };

/** Budgets with a clock that the test turns. */
function budgetsOf(limits: Partial<CallerLimits>) {
  const clock = { now: 0 };
  const budgets = new CallerBudgets({ loop: none, bytes: none, ...limits }, () => clock.now, () => undefined); // prettier-ignore
  return { clock, budgets };
}

describe('the holders of an account', () => {
  test('BG1 of a person are the credential and the person, of a guest the guest, the link and the address, else the address', () => {
    const keysOf = (actor: Actor | null, address = '10.0.0.1'): string[] => holdersOf(actor, address).map(({ key }) => key);
    expect(keysOf(agent('ada', 't1'))).toEqual(['token t1', 'person ada']);
    expect(keysOf(guest('g1', 'l1'))).toEqual(['guest g1', 'link l1', 'address 10.0.0.1']);
    expect(keysOf(null)).toEqual(['address 10.0.0.1']);
    expect(keysOf(null, '2001:db8:0:7::1')).toEqual(keysOf(null, '2001:db8:0:7:ffff::2'));
    expect(keysOf(null, '2001:db8:0:7::1')).not.toEqual(keysOf(null, '2001:db8:0:8::1'));
  });

  test('BG2 a credential that has used up its budget leaves a quarter of it to the others of its person', () => {
    const { budgets } = budgetsOf({ loop: { perPerson: 40, perAddress: 40 } });
    budgets.account(null, 'somebody').charge(1);
    const [first, second] = [budgets.account(agent('ada', 't1'), ''), budgets.account(agent('ada', 't2'), '')];
    // 40 percent of 5 s.
    first.charge(2_000 * 0.75 + 1);
    expect(first.usedUp()).toMatchObject({ budget: 'loop', holder: 'credential' });
    expect(second.usedUp()).toBeNull();
    second.charge(2_000 * 0.25);
    expect(second.usedUp()).toMatchObject({ holder: 'person' });
    expect(budgets.account(agent('bob', 't3'), '').usedUp()).toBeNull();
  });

  test('BG2 the guests of a link have as much as an address', () => {
    const { budgets } = budgetsOf({ bytes: { perPerson: 10, perAddress: 20 } });
    for (const id of ['g1', 'g2', 'g3']) budgets.account(guest(id, 'l1'), `10.0.0.${id[1]}`).transferred(900);
    expect(budgets.account(guest('g4', 'l1'), '10.0.0.4').usedUp()).toMatchObject({ budget: 'bytes', holder: 'credential' });
    expect(budgets.account(guest('g4', 'l2'), '10.0.0.4').usedUp()).toBeNull();
  });
});

describe('budgets', () => {
  test('BG3 of time grow to those of 5 seconds, of bytes to those of 120, and refill steadily', () => {
    const { clock, budgets } = budgetsOf({ loop: { perPerson: 50, perAddress: 50 }, bytes: { perPerson: 100, perAddress: 100 } });
    const account = budgets.account(null, '10.0.0.1');
    clock.now = 1e9;
    budgets.account(null, 'somebody').charge(1);
    account.charge(2_500);
    account.transferred(12_000);
    expect(account.usedUp()).toBeNull();
    account.transferred(100);
    expect(account.usedUp()).toEqual({ budget: 'bytes', holder: 'address', waitMs: 1_000 });
    account.charge(100);
    expect(account.usedUp()).toEqual({ budget: 'loop', holder: 'address', waitMs: 200 });
    clock.now += 1_000;
    expect(account.usedUp()).toBeNull();
  });

  test('BG4 of time do not apply to a caller that has the node to itself', () => {
    const { clock, budgets } = budgetsOf({ loop: { perPerson: 50, perAddress: 50 } });
    const account = budgets.account(agent('ada', 't1'), '');
    account.charge(60_000);
    budgets.account(agent('ada', 't2'), '').charge(60_000);
    expect(account.usedUp()).toBeNull();
    budgets.account(null, '10.0.0.1').charge(1);
    expect(account.usedUp()).toMatchObject({ budget: 'loop' });
    account.charge(1);
    clock.now += 10_001;
    expect(account.usedUp()).toBeNull();
  });

  test('BG3 whatever is taken and when, the average is the budget, and what was saved up', () => {
    const taking = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 50 })), { maxLength: 200 });
    fc.assert(
      fc.property(taking, (steps) => {
        const buckets = new TokenBuckets(0.1, 100);
        let [now, taken] = [0, 0];
        for (const [passedMs, amount] of steps) {
          now += passedMs;
          if (buckets.waitMs('a', now) > 0) continue;
          buckets.take('a', amount, now);
          taken += amount;
          expect(taken).toBeLessThanOrEqual(100 + 50 + now * 0.1 + 1e-6);
        }
      }),
      fuzz(200),
    );
  });

  test('full buckets of callers that have gone are dropped, and used ones kept', () => {
    const buckets = new TokenBuckets(1, 10);
    buckets.take('busy', 1e6, 0);
    for (let caller = 0; caller < 5_000; caller += 1) buckets.take(`caller ${caller}`, 1, caller * 100);
    expect(buckets.waitMs('busy', 1)).toBe(1e6 - 10 - 1);
  });
});

describe('the time of the event loop', () => {
  test('BG6 counts for the account that works, also after a wait, and not for what others do meanwhile', async () => {
    const { clock, budgets } = budgetsOf({});
    const charged = { ada: 0, bob: 0 };
    const accountOf = (name: keyof typeof charged) => {
      const account = budgets.account(null, name);
      const take = account.charge;
      account.charge = (ms) => {
        charged[name] += ms;
        take(ms);
      };
      return account;
    };
    const work = async (ms: number, waits: Promise<unknown>): Promise<void> => {
      resumeAccount();
      clock.now += ms;
      await waits;
      resumeAccount();
      clock.now += ms;
      suspendAccount();
      // After the suspension, somebody else's.
      clock.now += 1_000;
    };
    const gate = nextTurn();
    await Promise.all([accountOf('ada').run(() => work(5, gate)), accountOf('bob').run(() => work(70, gate))]);
    clock.now += 1_000;
    await nextTurn();
    expect(charged).toEqual({ ada: 10, bob: 140 });
    expect(budgets.loopMs).toBe(150);
  });

  test('BG6 ends with the events of a turn: waiting does not count', async () => {
    const { clock, budgets } = budgetsOf({});
    const account = budgets.account(null, '10.0.0.1');
    account.resume();
    clock.now += 3;
    await nextTurn();
    await nextTurn();
    clock.now += 10_000;
    await nextTurn();
    expect(budgets.loopMs).toBe(3);
  });
});
