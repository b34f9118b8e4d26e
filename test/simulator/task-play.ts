/**
 * Plays one interleaving of agents, people, nodes and faults over the tasks of a document, in the order given by its seed, and returns
 * the violated promises (server/inbox/SPEC.md):
 *
 * T1  At no time do two agents hold one task, as far as each can know: until 60 seconds after it sent its last accepted call.
 * T2  The events of a task, in the order of their commits, are a history of one state after the other.
 * T3  Every acknowledged task is there in the end, and what was completed and acknowledged is completed.
 * T4  In the end, with all agents dead, no task is left to an agent: each is queued, stale, finished, or waits for a person.
 */
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { Turns } from '#storage/sqlite/turns.ts';
import type { Storage } from '#storage/storage.ts';
import { taskById } from '#storage/tasks.ts';
import { SeededRandom } from '#test/harness/random.ts';

import { chancesOf } from './chances.ts';
import { Doorbells } from './doorbells.ts';
import { Scheduler } from './scheduler.ts';
import { SharedDatabase } from './shared-database.ts';
import { SimNode } from './sim-node.ts';

/** The storage of each node: one for all, or a connection of their own to one database. */
export type TaskGround = { readonly storages: readonly Storage[]; readonly person: PersonActor; readonly agent: AgentActor };

export type TaskPlayed = {
  readonly objections: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly trace: readonly string[];
};

const agents = 3;

/** An agent's claim, and until when it may think that it has the task. */
type Hold = { readonly agent: number; readonly task: string; readonly lease: string; until: number };

export async function playTasks(seed: number, ground: TaskGround): Promise<TaskPlayed> {
  const play = new TaskPlay(seed, ground);
  try {
    await play.run();
  } catch (error) {
    play.complain(`the history could not be played on: ${error instanceof Error ? error.stack : String(error)}`);
  }
  return play.end();
}

class TaskPlay {
  readonly #ground: TaskGround;
  readonly #random: SeededRandom;
  readonly #scheduler: Scheduler;
  readonly #doorbells: Doorbells;
  readonly #complaints = new Set<string>();
  readonly #counts: Record<string, number> = {};
  /** The database as each node reaches it. */
  readonly #databases: readonly SharedDatabase[];
  readonly #chances;
  #now = Date.now();
  #nodes: SimNode[] = [];
  #doc = '';
  readonly #tasks: string[] = [];
  readonly #completed = new Set<string>();
  #holds: Hold[] = [];
  /** Rises when an agent is killed: what it had begun is not its own any more. */
  readonly #lives = Array.from({ length: agents }, () => 0);
  readonly #busy = new Set<number>();
  readonly #running = new Set<Promise<void>>();
  #keys = 0;
  #started = 0;

  constructor(seed: number, ground: TaskGround) {
    this.#ground = ground;
    this.#random = new SeededRandom(seed);
    this.#chances = chancesOf(this.#random, null);
    this.#scheduler = new Scheduler(this.#random);
    this.#doorbells = new Doorbells(this.#scheduler, this.#chances);
    const chances = {
      waits: this.#random.pick([0, 0.05, 0.2, 0.5]),
      statementFails: 0,
      transactionFails: this.#random.pick([0, 0, 0.05, 0.2]),
      mayBeUnknown: true,
    };
    const open = (storage: Storage): SharedDatabase => new SharedDatabase(storage, new Turns(5_000), this.#scheduler, chances);
    // Nodes with one connection take turns on it.
    const byStorage = new Map([...new Set(ground.storages)].map((storage) => [storage, open(storage)]));
    this.#databases = ground.storages.flatMap((storage) => byStorage.get(storage) ?? []);
  }

  readonly complain = (what: string): void => {
    this.#scheduler.note(`! ${what}`);
    this.#complaints.add(what);
  };

  async run(): Promise<void> {
    for (const index of this.#ground.storages.keys()) this.#nodes.push(await this.#startNode(index));
    const made = await this.#app(0).documents.create(this.#callOf(this.#ground.person), { name: 'Tasks' });
    if (isProblem(made)) throw new Error(made.code);
    this.#doc = made.id;
    for (let count = this.#random.integer(1, 2); count > 0; count -= 1) await this.#hand();
    for (const [index, { name }] of this.#nodes.entries()) this.#databases[index]?.trouble(name);
    for (let step = this.#random.integer(100, 300); step > 0; step -= 1) {
      await this.#act();
      await this.#scheduler.settle();
      this.#checkHolds();
    }
    await this.#judge();
  }

  async end(): Promise<TaskPlayed> {
    this.#scheduler.calm();
    await Promise.all(this.#running);
    for (const node of this.#nodes) node.crash();
    await this.#scheduler.settle();
    return { objections: [...this.#complaints], counts: this.#counts, trace: this.#scheduler.trace };
  }

  #startNode(index: number): Promise<SimNode> {
    const database = this.#databases[index];
    if (database === undefined) throw new Error(`there is no node ${index}`);
    this.#started += 1;
    return SimNode.start({
      name: `n${this.#started}`,
      database,
      scheduler: this.#scheduler,
      chances: this.#chances,
      doorbells: this.#doorbells,
      now: () => this.#now,
      complain: (what) => this.complain(what),
      onBroken: () => undefined,
      tamper: () => undefined,
    });
  }

  #app(index: number): SimNode['assembly']['app'] {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node.assembly.app;
  }

  #callOf<A extends PersonActor | AgentActor>(actor: A, key?: string): Call<A> {
    const named = key === undefined ? null : { scope: `${this.#doc} ${key}`, fingerprint: key, seal: new Uint8Array(32) };
    return { actor, requestId: 'simulated', key: named, replayed: false };
  }

  async #hand(): Promise<void> {
    const body = { handle: 'planner', text: `Task ${this.#tasks.length}` };
    const task = await this.#app(0).tasks.hand(this.#callOf(this.#ground.person), this.#doc, body);
    if (isProblem(task)) throw new Error(task.code);
    this.#tasks.push(task.id);
  }

  async #act(): Promise<void> {
    const kind = this.#random.pick(kinds);
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    if (kind === 'agent') this.#begin(this.#random.integer(0, agents - 1));
    else if (kind === 'go on') this.#scheduler.release();
    else if (kind === 'time') this.#now += this.#random.pick([1_000, 10_000, 20_000, 30_000]);
    else if (kind === 'poll') this.#run(this.#random.pick(this.#nodes).assembly.lapses.poll());
    else if (kind === 'person') this.#run(this.#handAgain());
    else if (kind === 'kill agent') this.#kill(this.#random.integer(0, agents - 1));
    else if (this.#random.chance(0.3)) {
      const index = this.#random.integer(0, this.#nodes.length - 1);
      this.#nodes[index]?.crash();
      this.#scheduler.note(`node ${index} is killed`);
      const node = await this.#startNode(index);
      this.#databases[index]?.trouble(node.name);
      this.#nodes[index] = node;
    }
  }

  #kill(agent: number): void {
    this.#scheduler.note(`agent ${agent} is killed`);
    this.#lives[agent] = (this.#lives[agent] ?? 0) + 1;
    this.#busy.delete(agent);
    this.#holds = this.#holds.filter((hold) => hold.agent !== agent);
  }

  #run(work: Promise<unknown>): void {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
  }

  /** Lets an agent that is not waiting for an answer make its next call. */
  #begin(agent: number): void {
    const hold = this.#holds.find((one) => one.agent === agent);
    // An agent at work is silent for longer than one that looks for work.
    if (this.#busy.has(agent) || (hold !== undefined && this.#random.chance(0.7))) return;
    this.#busy.add(agent);
    const life = this.#lives[agent];
    const isAlive = (): boolean => this.#lives[agent] === life;
    const work = hold === undefined ? this.#claim(agent, isAlive) : this.#report(hold, isAlive);
    this.#run(work.finally(() => (isAlive() ? this.#busy.delete(agent) : undefined)));
  }

  /** Sends a call under one key until it is answered, on whichever node; null if it never is. */
  async #answered<T>(
    send: (app: SimNode['assembly']['app'], call: Call<AgentActor>) => Promise<T | Problem>,
  ): Promise<T | Problem | null> {
    this.#keys += 1;
    const key = `key ${this.#keys}`;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        return await send(this.#random.pick(this.#nodes).assembly.app, this.#callOf(this.#ground.agent, key));
      } catch {
        // No answer: the node is dead, or its storage failed it.
      }
    }
    return null;
  }

  async #claim(agent: number, isAlive: () => boolean): Promise<void> {
    const task = this.#random.pick(this.#tasks);
    const until = this.#now + limits.taskLeaseMs;
    const claim = await this.#answered((app, call) => app.inbox.claim(call, task));
    if (claim === null || isProblem(claim) || !isAlive()) return;
    this.#count('claimed');
    this.#scheduler.note(`agent ${agent} holds ${task}`);
    this.#holds.push({ agent, task, lease: claim.lease, until });
  }

  async #report(hold: Hold, isAlive: () => boolean): Promise<void> {
    const { task, lease } = hold;
    const until = this.#now + limits.taskLeaseMs;
    const kind = this.#random.pick(reports);
    // From the moment in which it asks or completes, the agent itself no longer counts on the task.
    if (kind === 'question' || kind === 'done' || kind === 'failed') hold.until = 0;
    const reported = await this.#answered((app, call) => {
      if (kind === 'renew') return app.inbox.update(call, task, { lease });
      if (kind === 'progress') return app.inbox.update(call, task, { lease, progress: 'Drawing' });
      if (kind === 'question') return app.inbox.update(call, task, { lease, question: 'Which?' });
      return app.inbox.complete(call, task, { lease, state: kind });
    });
    const isAccepted = reported !== null && !isProblem(reported);
    if (isAccepted) this.#count(kind);
    if (isAccepted && (kind === 'done' || kind === 'failed')) this.#completed.add(task);
    if (!isAlive()) return;
    const isOver = !isAccepted || hold.until === 0;
    if (isOver) this.#holds = this.#holds.filter((one) => one !== hold);
    else hold.until = until;
  }

  /** A person answers a question, or hands a stale task again. What is completed stays completed. */
  async #handAgain(): Promise<void> {
    const task = this.#random.pick(this.#tasks);
    if (this.#completed.has(task)) return;
    const app = this.#random.pick(this.#nodes).assembly.app;
    const shown = await app.tasks.show(this.#callOf(this.#ground.person), this.#doc, task);
    if (isProblem(shown) || (shown.state !== 'needs_input' && shown.state !== 'stale')) return;
    await app.tasks.handAgain(this.#callOf(this.#ground.person), this.#doc, task, { text: 'This.' });
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  /** T1 */
  #checkHolds(): void {
    for (const task of this.#tasks) {
      const holders = this.#holds.filter((hold) => hold.task === task && hold.until > this.#now);
      if (holders.length > 1) this.complain(`agents ${holders.map(({ agent }) => agent).join(' and ')} hold ${task}`);
    }
  }

  async #judge(): Promise<void> {
    this.#scheduler.calm();
    for (const database of this.#databases) database.calm();
    await Promise.all(this.#running);
    this.#checkHolds();
    for (let agent = 0; agent < agents; agent += 1) this.#kill(agent);
    const [node] = this.#nodes;
    if (node === undefined) return;
    this.#now += limits.taskLeaseMs + 1;
    await node.assembly.lapses.poll();
    for (const id of this.#tasks) {
      const task = await taskById(node.storage.db, id, this.#now);
      if (task === null) this.complain(`${id} is lost`);
      else if (task.state === 'working') this.complain(`${id} is left to a dead agent`);
      else if (this.#completed.has(id) && task.state !== 'done' && task.state !== 'failed')
        this.complain(`${id} was completed, and is ${task.state}`);
    }
    const events = (await eventsAfter(node.storage.db, this.#doc, 0, 100_000)).filter(({ type }) => type === 'task');
    for (const id of this.#tasks) {
      let state = 'none';
      for (const { data } of events) {
        const { task, change, state: next } = data as { task: string; change: string; state: string };
        if (task !== id) continue;
        if (change === 'lapsed' || change === 'handed') this.#count(`${change} again`);
        if (steps[change]?.[state]?.includes(next) !== true) this.complain(`${id} goes from ${state} to ${next}: ${change}`);
        state = next;
      }
    }
  }
}

/** What happens in a step: most often an agent calls, or something that waits goes on. */
const kinds = [
  ...Array.from({ length: 6 }, () => 'agent' as const),
  ...Array.from({ length: 20 }, () => 'go on' as const),
  ...(['time', 'time', 'poll', 'poll', 'poll', 'kill agent', 'kill node', 'person'] as const),
];

/** What an agent reports: most often that it still works. */
const reports = ['renew', 'renew', 'renew', 'renew', 'renew', 'progress', 'question', 'done', 'failed'] as const;

/** T2: the states that a change leads to, by the state before it. */
const steps: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  handed: { none: ['queued'], needs_input: ['queued'], stale: ['queued'] },
  claimed: { queued: ['working'] },
  updated: { working: ['working', 'needs_input'] },
  completed: { working: ['done', 'failed'] },
  lapsed: { working: ['queued', 'stale'] },
};
