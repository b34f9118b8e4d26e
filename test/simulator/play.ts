/**
 * Plays one history: clients, nodes and faults in the order given by its seed. Returns the violated promises.
 *
 * P1  The cold journal contains everything that was acknowledged, whenever a node dies, before any client reconnects (objections.ts, notes.ts).
 * P2  A read on any node is as fresh as any write that was acknowledged before the read began.
 * P3  After the faults all replicas equal the journal: editors, live documents, shadows.
 * P4  A key that was answered gets the same answer again, and refuses another body.
 * P5  What a read has shown is stored: no death of a node takes it back.
 * P6  No node reports an internal error, whatever its storage does, and no editor is disconnected.
 */
import { isProblem } from '#schema/problem.ts';
import { type ColdJournal, type ColdTab, readCold } from '#test/crash/cold-journal.ts';
import { WriteHistory } from '#test/crash/history.ts';
import { missing, objections } from '#test/crash/objections.ts';
import { SeededRandom } from '#test/harness/random.ts';

import { type Chances, chancesOf, type StorageKind } from './chances.ts';
import type { Control } from './controls.ts';
import { Doorbells } from './doorbells.ts';
import { apart, forgotten } from './healed.ts';
import { SimNotes } from './notes.ts';
import { Scheduler } from './scheduler.ts';
import { SimAgent } from './sim-agent.ts';
import type { SimDatabase } from './sim-database.ts';
import { SimEditor } from './sim-editor.ts';
import type { SimGround } from './sim-ground.ts';
import { SimNode } from './sim-node.ts';

export type Played = {
  readonly objections: readonly string[];
  readonly chances: Chances;
  readonly trace: readonly string[];
  readonly applied: number;
  readonly puts: number;
  readonly crashes: number;
};

/** Rounds of 50 ms within which everything must be saved and equal after the faults have ended. */
const healingRounds = 600;

export type PlayOptions = { readonly control: Control | null; readonly kind: StorageKind | null };

export async function play(seed: number, ground: SimGround, options: PlayOptions): Promise<Played> {
  ground.process.begin(seed);
  const game = new Play(seed, ground, options);
  try {
    await game.run();
  } catch (error) {
    game.complain(`the history could not be played on: ${error instanceof Error ? error.stack : String(error)}`);
  }
  await game.end();
  return game.played();
}

class Play {
  readonly #ground: SimGround;
  readonly #control: Control | null;
  readonly #random: SeededRandom;
  readonly #chances: Chances;
  readonly #scheduler: Scheduler;
  readonly #doorbells: Doorbells;
  readonly #database: SimDatabase;
  readonly #history = new WriteHistory();
  readonly #complaints = new Set<string>();
  #place: ColdTab = { id: '', tab: '' };
  #notes = new SimNotes('');
  #nodes: SimNode[] = [];
  #editors: SimEditor[] = [];
  #agents: SimAgent[] = [];
  #crashes = 0;
  #started = 0;
  /** The highest revision that was read. */
  #shown = 0;
  /** Deaths that a failed disk caused, and that are being judged. */
  readonly #dying = new Set<Promise<void>>();

  constructor(seed: number, ground: SimGround, { control, kind }: PlayOptions) {
    this.#ground = ground;
    this.#control = control;
    this.#random = new SeededRandom(seed);
    this.#chances = chancesOf(this.#random, kind);
    this.#scheduler = new Scheduler(this.#random);
    this.#database = ground.newDatabase(this.#chances.storage, this.#scheduler, () => this.#place);
    this.#doorbells = new Doorbells(this.#scheduler, this.#chances);
  }

  readonly complain = (what: string): void => {
    this.#scheduler.note(`! ${what}`);
    this.#complaints.add(what);
  };

  async run(): Promise<void> {
    await this.#setUp();
    for (let step = 0; step < this.#chances.steps; step += 1) {
      await this.#act();
      await this.#scheduler.settle();
      await Promise.all(this.#dying);
    }
    if (this.#random.chance(0.5)) {
      for (const node of this.#alive()) await this.#crash(node);
    }
    await this.#judge('before any client returns');
    await this.#heal();
    await this.#judge('in the end');
    const stage = {
      storage: await this.#database.cold(),
      place: this.#place,
      history: this.#history,
      editors: this.#editors,
      agents: this.#agents,
    };
    const nodes = this.#alive();
    const found = await this.#asTimePasses(async () => [
      ...(await apart({ ...stage, nodes })),
      ...(await forgotten({ ...stage, nodes }, this.#random)),
    ]);
    for (const objection of found) this.complain(objection);
  }

  async end(): Promise<void> {
    this.#scheduler.calm();
    for (const editor of this.#editors) editor.cut();
    for (const node of this.#alive()) node.crash();
    await this.#scheduler.settle();
    await this.#database.close();
  }

  played(): Played {
    return {
      objections: [...this.#complaints],
      chances: this.#chances,
      trace: this.#scheduler.trace,
      applied: this.#history.outcomes('applied').length,
      puts: [...this.#history.editorElements.values()].reduce((sum, { put }) => Math.max(sum, put), 0),
      crashes: this.#crashes,
    };
  }

  /** A document with two shared elements, nodes, editors that have it open, and agents. */
  async #setUp(): Promise<void> {
    const { token } = this.#ground;
    while (this.#nodes.length < this.#chances.nodes) this.#nodes.push(await this.#start());
    const { app } = this.#nodes[0]!.assembly;
    const actor = await app.authenticate({ bearer: token });
    if (actor === null || isProblem(actor) || actor.kind === 'guest') throw new Error('the token is nobody');
    const document = await app.documents.create({ actor, requestId: 'set-up', key: null, replayed: false }, { name: 'History' });
    if (isProblem(document)) throw new Error(document.detail);
    this.#place = { id: document.id, tab: document.tabs[0]!.id };
    const shared = (options: { readonly name: string }): SimAgent =>
      new SimAgent({
        ...options,
        place: this.#place,
        token,
        history: this.#history,
        notes: this.#notes,
        random: this.#random,
        complain: this.complain,
      });
    const first = this.#history.sent('first-1', 'add square id=shared-0 at:0,-3000\nadd square id=shared-1 at:400,-3000');
    await shared({ name: 'first' }).send(this.#nodes[0]!, first);
    for (const id of first.applied?.added ?? []) this.#history.contested.add(id);
    this.#notes = new SimNotes('shared-0');
    for (let count = 1; count <= this.#chances.agents; count += 1) this.#agents.push(shared({ name: `a${count}` }));
    for (let count = 1; count <= this.#chances.editors; count += 1) {
      const { complain } = this;
      const editor = new SimEditor({ name: `e${count}`, index: count, place: this.#place, token, history: this.#history, random: this.#random, complain }); // prettier-ignore
      editor.connect(this.#random.pick(this.#nodes));
      this.#editors.push(editor);
    }
    for (let turns = 0; turns < 5; turns += 1) await this.#scheduler.settle();
    for (const { name } of this.#nodes) this.#database.trouble(name);
  }

  async #start(): Promise<SimNode> {
    this.#started += 1;
    return SimNode.start({
      name: `n${this.#started}`,
      database: this.#database,
      scheduler: this.#scheduler,
      chances: this.#chances,
      doorbells: this.#doorbells,
      complain: this.complain,
      onBroken: (broken) => this.#breaks(broken),
      tamper: (started) => this.#control?.tamper?.(started, this.#random),
    });
  }

  async #startInTrouble(): Promise<void> {
    const node = await this.#start();
    this.#database.trouble(node.name);
    this.#nodes.push(node);
  }

  /** A node ends by itself. */
  #breaks(node: SimNode): void {
    if (node.isDead) return;
    const dying = this.#crash(node).finally(() => this.#dying.delete(dying));
    this.#dying.add(dying);
  }

  #alive(): SimNode[] {
    return this.#nodes.filter(({ isDead }) => !isDead);
  }

  async #act(): Promise<void> {
    const { crash, compaction, lineCut } = this.#chances;
    const alive = this.#alive();
    const offline = this.#editors.filter(({ isConnected }) => !isConnected);
    const idle = this.#agents.filter(({ isBusy }) => !isBusy);
    const someNode = (): SimNode => this.#random.pick(alive);
    const acts: readonly (readonly [weight: number, name: string, act: () => void | Promise<void>])[] = [
      [Math.min(6, this.#scheduler.waiting), '', () => this.#scheduler.release()],
      [3, 'put', () => this.#random.pick(this.#editors).put()],
      [alive.length > 0 ? 2 * idle.length : 0, 'call', () => void this.#random.pick(idle).call(someNode())],
      [2, 'time', () => this.#ground.process.advance(this.#random.integer(1, 30))],
      [0.2, 'much time', () => this.#ground.process.advance(this.#random.integer(200, 2_500))],
      [alive.length > 0 ? 0.3 : 0, 'poll', () => someNode().assembly.poll()],
      [alive.length > 0 ? 0.5 : 0, 'read', () => void this.#read(someNode())],
      [alive.length > 0 ? 2 * offline.length : 0, 'connect', () => this.#random.pick(offline).connect(someNode())],
      [20 * lineCut, 'cut', () => this.#random.pick(this.#editors).cut()],
      [alive.length > 0 ? 20 * compaction : 0, 'compact', () => void this.#compact(someNode())],
      [alive.length > 0 ? 20 * crash : 0, 'crash', () => this.#crash(someNode())],
      [alive.length < this.#chances.nodes ? 1 : 0, 'start', () => this.#startInTrouble()],
      ...this.#database.strikes.map(([chance, name, strike]) => [chance, name, strike] as const),
    ]; // prettier-ignore
    let point = this.#random.next() * acts.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = acts.find(([weight]) => (point -= weight) < 0);
    if (chosen === undefined) return;
    const [, name, act] = chosen;
    if (name !== '') this.#scheduler.note(name);
    await act();
  }

  /** [P1] [P5] */
  async #crash(node: SimNode): Promise<void> {
    this.#crashes += 1;
    this.#scheduler.note(`${node.name} dies`);
    node.crash();
    await this.#scheduler.settle();
    const cold = await this.#cold();
    for (const objection of missing(cold, this.#history)) this.complain(`${objection} (${node.name} died)`);
    if (cold.rev < this.#shown)
      this.complain(`P5 rev ${this.#shown} was read, and rev ${cold.rev} is stored (${node.name} died)`);
  }

  /** [P2] */
  async #read(node: SimNode): Promise<void> {
    const least = Math.max(0, ...this.#history.outcomes('applied').map(({ applied }) => applied?.rev ?? 0));
    try {
      const rev = await node.assembly.rooms.read(this.#place.id, (reading) => reading.rev(this.#place.tab));
      if (typeof rev !== 'number' || node.isDead) return;
      this.#shown = Math.max(this.#shown, rev);
      if (rev < least) this.complain(`P2 ${node.name} reads rev ${rev} after ${least}`);
    } catch {
      // Its storage fails, so it answers 503.
    }
  }

  async #compact(node: SimNode): Promise<void> {
    await node.assembly.rooms.compact(this.#place.id).catch(() => undefined);
  }

  async #cold(): Promise<ColdJournal> {
    return readCold(await this.#database.cold(), this.#place);
  }

  /** A node that waits before it tries again would wait forever while the clock stands still. */
  async #asTimePasses<T>(work: () => Promise<T>): Promise<T> {
    let isOver = false;
    const outcome = work().finally(() => (isOver = true));
    for (let turns = 0; !isOver && turns < healingRounds; turns += 1) {
      await this.#scheduler.settle();
      this.#ground.process.advance(turns < 10 ? 0 : 50);
    }
    return outcome;
  }

  /** [P1] */
  async #judge(when: string): Promise<void> {
    const cold = await this.#cold();
    const found = [...objections(cold, this.#history), ...this.#notes.objections(cold.doc)];
    for (const objection of found) this.complain(`${objection} (${when})`);
  }

  /** [P3] Ends the faults: dead nodes start, editors and agents reconnect. */
  async #heal(): Promise<void> {
    this.#scheduler.note('no more trouble');
    this.#doorbells.calm();
    this.#database.calm();
    this.#scheduler.calm();
    await this.#scheduler.settle();
    await Promise.all(this.#dying);
    while (this.#alive().length < this.#chances.nodes) this.#nodes.push(await this.#start());
    const isDone = (): boolean =>
      this.#editors.every(({ isSaved }) => isSaved) && this.#agents.every(({ isBusy, hasOpenCall }) => !isBusy && !hasOpenCall);
    for (let round = 0, quiet = 0; quiet < 5; round += 1) {
      quiet = isDone() ? quiet + 1 : 0;
      if (round > healingRounds)
        return this.complain(`P3 all is not well after a long time without trouble: ${this.#standing()}`);
      for (const editor of this.#editors) if (!editor.isConnected) editor.connect(this.#random.pick(this.#alive()));
      for (const agent of this.#agents) if (agent.hasOpenCall) void agent.call(this.#random.pick(this.#alive()));
      for (const node of this.#alive()) node.assembly.poll();
      this.#ground.process.advance(50);
      await this.#scheduler.settle();
    }
  }

  #standing(): string {
    const agents = this.#agents.map(
      ({ name, isBusy, hasOpenCall }) => `${name} ${isBusy ? 'waits' : hasOpenCall ? 'is refused' : 'is done'}`,
    );
    return [...this.#editors.map(({ state }) => state), ...agents].join('; ');
  }
}
