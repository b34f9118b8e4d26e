/**
 * An agent of a history: one call of the application after the other, each with a key and repeated until answered.
 *
 * A call is answered by 2xx, refused, or of unknown outcome: its node died, or dropped the connection. It sees the elements that editors of its
 * node had added when it was sent.
 */
import { isProblem, type Problem } from '#schema/problem.ts';
import { readTab } from '#schema/ydoc/read.ts';
import type { AgentActor } from '#server/access/actor.ts';
import { failureOf } from '#server/app/failure.ts';
import type { Call } from '#server/call.ts';
import type { ColdTab } from '#test/crash/cold-journal.ts';
import type { WriteHistory, SentChangeset } from '#test/crash/history.ts';
import type { SeededRandom } from '#test/harness/random.ts';

import type { SimNotes } from './notes.ts';
import type { SimNode } from './sim-node.ts';

export type SimAgentOptions = {
  readonly name: string;
  readonly place: ColdTab;
  readonly token: string;
  readonly history: WriteHistory;
  readonly notes: SimNotes;
  readonly random: SeededRandom;
  readonly complain: (what: string) => void;
};

/** The answer to a call; null if there is none and the outcome is unknown. */
type Told<T> = T | Problem | null;

export class SimAgent {
  readonly name: string;
  isBusy = false;
  readonly #options: SimAgentOptions;
  readonly #own: string[] = [];
  #serial = 0;
  /** Sent, and not yet answered by 2xx or a final refusal. */
  #open: SentChangeset | null = null;

  constructor(options: SimAgentOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** The next call, or the last one again if it was not answered. */
  async call(node: SimNode): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const { random } = this.#options;
    try {
      if (this.#open === null && random.chance(0.2)) await this.#note(node);
      else await this.send(node, this.#open ?? this.#next(node));
    } finally {
      this.isBusy = false;
    }
  }

  get hasOpenCall(): boolean {
    return this.#open !== null;
  }

  /** Repeats an applied changeset; returns the id in the answer. */
  async again(node: SimNode, sent: SentChangeset): Promise<string | null> {
    const told = await this.#apply(node, sent);
    return told === null || isProblem(told) ? null : (told.changeset?.id ?? null);
  }

  /** Sends another changeset with a used key. */
  async reuse(node: SimNode, sent: SentChangeset): Promise<Told<object>> {
    return this.#ask(node, sent.key, 'another', (call) =>
      node.assembly.app.changesets.apply(call, this.#options.place.id, this.#options.place.tab, { operations: '# nothing' }, plain),
    ); // prettier-ignore
  }

  #next(node: SimNode): SentChangeset {
    const { history, random } = this.#options;
    this.#serial += 1;
    const key = `${this.name}-${this.#serial}`;
    const made = Array.from({ length: random.integer(1, 3) }, (_, index) => `${key}-${index}`);
    // Every call has a place of its own, four in a row, below those of editors: in a heap of boxes, linting would take most of the time.
    const call = history.changesets.size;
    const [left, top] = [1_600 * (call % 4), 400 * Math.floor(call / 4)];
    const lines = made.map((id, index) => `add square id=${id} label="${id}" at:${left + index * 400},${top}`);
    for (const [index, id] of made.slice(1).entries()) lines.push(`connect ${made[index]} -> ${id} id=${key}-c${index}`);
    if (this.#own.length > 0 && random.chance(0.4)) lines.push(`set ${random.pick(this.#own)} note="${key}"`);
    if (this.#own.length > 4 && random.chance(0.3))
      lines.push(`rm ${this.#own.splice(random.integer(0, this.#own.length - 1), 1)[0]}`);
    // From the elements that this node's editors have at this moment.
    const seen = [...(node.live === null ? [] : (readTab(node.live, this.#options.place.tab)?.elements.keys() ?? []))];
    const others = seen.filter((id) => history.editorElements.has(id) || history.contested.has(id));
    if (others.length > 0 && random.chance(0.7)) {
      const id = random.pick(others);
      history.contested.add(id);
      lines.push(`set ${id} note="${key}"`);
      if (random.chance(0.2)) lines.push(`connect ${made[0]} -> ${id} id=${key}-s`);
    }
    return history.sent(key, lines.join('\n'));
  }

  /** Sends a changeset, once. */
  async send(node: SimNode, sent: SentChangeset): Promise<void> {
    this.#open = sent;
    const named = [...sent.operations.matchAll(/\S+~\w+/g)].map(([id]) => id);
    const there = node.live === null ? null : readTab(node.live, this.#options.place.tab);
    const seen = named.filter((id) => there?.elements.has(id));
    sent.attempt();
    const told = await this.#apply(node, sent);
    if (told === null) return;
    if (!isProblem(told)) {
      sent.answered({ status: 201, body: told });
      this.#own.push(...(sent.applied?.added ?? []).filter((id) => !/-[cs]\d?~/.test(id)));
      this.#open = null;
      return;
    }
    sent.statuses[sent.statuses.length - 1] = told.status;
    const said = JSON.stringify(told.members);
    for (const id of seen)
      if (said.includes(`matches \\"${id}`)) this.#options.complain(`A2 ${sent.key} did not see ${id}: ${said}`);
    if (told.code === 'internal_error') this.#options.complain(`${sent.key} was answered internal_error: ${said}`);
    if (!isPassing(told)) this.#open = null;
  }

  #apply(node: SimNode, sent: SentChangeset) {
    const { place } = this.#options;
    return this.#ask(node, sent.key, sent.operations, async (call) => {
      const body = { operations: sent.operations, summary: sent.key };
      const answer = await node.assembly.app.changesets.apply(call, place.id, place.tab, body, plain);
      if ('proposal' in answer) throw new Error('a changeset was proposed');
      return answer;
    });
  }

  /** A comment or a card. */
  async #note(node: SimNode): Promise<void> {
    const { notes, place, random } = this.#options;
    this.#serial += 1;
    const key = `${this.name}-${this.#serial}`;
    const note = notes.sent(key, random.chance(0.5) ? 'comment' : 'card');
    for (let attempts = 1; ; attempts += 1) {
      const told: Told<{ readonly id: string }> = await this.#ask(node, key, note.kind, async (call) => {
        const { comments, items } = node.assembly.app;
        if (note.kind === 'comment') return comments.add(call, place.id, place.tab, { elementId: notes.on, text: key });
        const made = await items.create(call, place.id, { type: 'task', fields: { title: key } });
        if ('proposal' in made) throw new Error('a card was proposed');
        return isProblem(made) ? made : made.item;
      });
      if (told !== null && !isProblem(told)) note.id = told.id;
      note.isRefused = told !== null && isProblem(told);
      if (note.id !== null || node.isDead || attempts === 3) return;
    }
  }

  async #ask<T>(
    node: SimNode,
    key: string,
    body: string,
    run: (call: Call<AgentActor>) => Promise<T | Problem>,
  ): Promise<Told<T>> {
    try {
      const actor = await node.assembly.app.authenticate({ bearer: this.#options.token });
      if (isProblem(actor)) return actor;
      if (actor?.kind !== 'agent') throw new Error('the token is nobody');
      const sealed = { scope: `${this.name} ${key}`, fingerprint: body, seal: new Uint8Array(32) };
      const told = await run({ actor, requestId: key, key: sealed, replayed: false });
      return node.isDead ? null : told;
    } catch (error) {
      const { answer } = failureOf(error);
      if (node.isDead || answer === 'drop') return null;
      if (answer.code === 'internal_error')
        this.#options.complain(`${key}: ${error instanceof Error ? error.stack : String(error)}`);
      return answer;
    }
  }
}

const plain = { dryRun: false, pictured: false } as const;

/** A refusal that asks to retry. */
const isPassing = ({ status }: Problem): boolean => status === 503 || status === 507 || status === 500;
