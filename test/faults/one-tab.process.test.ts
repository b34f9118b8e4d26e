/** Two dozen writers on one tab, on three nodes: all of them see one order, whatever is killed or cut. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Deployment } from '#test/cluster/deployment.ts';
import { type ColdTab, readColdAt } from '#test/crash/cold-journal.ts';
import { WriteHistory, answersOf } from '#test/crash/history.ts';
import { missing, objections } from '#test/crash/objections.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { size, soonMs } from './company.ts';
import { Links } from './links.ts';
import { say } from './verdict.ts';

const random = new SeededRandom(seedOf('one-tab'));
const links = new Links();
const writers = 24;
const calmMs = 10_000 * size;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start({}, links.between);
});
afterAll(async () => {
  await deployment.stop();
  await links.close();
});

test('24 writers with bases of any age get revisions without gaps or repeats, in real-time order, and reads never go back', async () => {
  const place = await new Api(deployment.nodes[0]!.url, deployment.ada.token).createDocument();
  const history = new WriteHistory();
  const crowd = new Crowd(place, history);
  const applied = (): number => history.outcomes('applied').length;
  await until(() => applied() > 50, soonMs, 'nothing is applied');
  const [before, since] = [applied(), performance.now()];
  await sleep(calmMs);
  const perSecond = ((applied() - before) * 1_000) / (performance.now() - since);
  const goesOn = async (): Promise<void> => {
    const now = applied();
    await until(() => applied() > now + 50, soonMs, `the work does not go on: ${answersOf(history)}`);
  };
  // Meanwhile PostgreSQL and nodes are killed, and nodes are partitioned.
  await deployment.postgres.kill('SIGKILL');
  await deployment.postgres.restart();
  await goesOn();
  links.ofNode[1]!.database.stall('down');
  await sleep(4_000);
  links.ofNode[1]!.database.flow();
  await goesOn();
  await deployment.nodes[2]!.kill('SIGKILL');
  await deployment.revive(2);
  await goesOn();
  await crowd.stop();

  const cold = await readColdAt({ databaseUrl: deployment.databaseUrl }, place);
  expect(missing(cold, history)).toEqual([]);
  expect(objections(cold, history), answersOf(history)).toEqual([]);
  expect(outOfOrder(history)).toEqual([]);
  expect(crowd.complaints).toEqual([]);
  expect(deployment.nodes.every((node) => node.isRunning())).toBe(true);
  say(
    'one tab',
    `holds: ${perSecond.toFixed(0)} changesets a second by ${writers} writers in calm; ${answersOf(history)}, ${crowd.reads} reads`,
  );
});

/** Calls that were answered before another was sent must come before it. */
function outOfOrder(history: WriteHistory): string[] {
  const applied = history.outcomes('applied');
  const byAnswer = applied.toSorted((a, b) => a.answeredAt! - b.answeredAt!);
  const findings: string[] = [];
  let [next, highest] = [0, 0];
  for (const sent of applied.toSorted((a, b) => a.sentAt! - b.sentAt!)) {
    for (; next < byAnswer.length && byAnswer[next]!.answeredAt! < sent.sentAt!; next += 1)
      highest = Math.max(highest, byAnswer[next]!.applied!.rev);
    if (sent.applied!.rev <= highest)
      findings.push(`${sent.key} has rev ${sent.applied!.rev}, and ${highest} was answered before it was sent`);
  }
  return findings;
}

/** The writers, and a reader at each node. */
class Crowd {
  /** The contradictions to earlier answers. */
  readonly complaints: string[] = [];
  reads = 0;
  readonly #place: ColdTab;
  readonly #history: WriteHistory;
  readonly #done: Promise<unknown>;
  #isStopped = false;
  /** The highest revision in any answer. */
  #highestRev = 0;

  constructor(place: ColdTab, history: WriteHistory) {
    this.#place = place;
    this.#history = history;
    const work = Array.from({ length: writers }, (_, index) => this.#write(index, random.fork()));
    this.#done = Promise.all([...work, ...[0, 1, 2].map((index) => this.#read(index))]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  #api(index: number): Api {
    return new Api(deployment.nodes[index % 3]!.url, deployment.ada.token);
  }

  async #write(index: number, choice: SeededRandom): Promise<void> {
    for (let serial = 1; !this.#isStopped; serial += 1) {
      const key = `w${index}-${serial}`;
      const sent = this.#history.sent(key, `add square id=${key}`);
      const baseRev = choice.integer(0, this.#highestRev);
      sent.attempt();
      try {
        const headers = { 'Idempotency-Key': key };
        const answer = await this.#api(index).changeset(this.#place, sent.operations, { summary: key, baseRev }, '', headers);
        sent.answered(answer);
        const { changeset } = answer.body;
        if (changeset !== null && changeset !== undefined) {
          this.#highestRev = Math.max(this.#highestRev, changeset.rev);
          if (changeset.rebasedOver !== changeset.previousRev - baseRev)
            this.complaints.push(`${key} on ${baseRev} went over ${changeset.rebasedOver} to ${changeset.rev}`);
        } else await sleep(50);
      } catch {
        await sleep(50);
      }
    }
  }

  async #read(index: number): Promise<void> {
    for (; !this.#isStopped; await sleep(20)) {
      const least = this.#highestRev;
      const path = `/documents/${this.#place.id}`;
      const answer = await this.#api(index)
        .call<{ tabs: { rev: number }[] }>('GET', path)
        .catch(() => null);
      if (answer?.status !== 200) continue;
      this.reads += 1;
      const { rev } = answer.body.tabs[0]!;
      if (rev < least) this.complaints.push(`node ${index} reads rev ${rev} after ${least} was answered`);
      this.#highestRev = Math.max(this.#highestRev, rev);
    }
  }
}
