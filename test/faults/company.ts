/**
 * The load of a fault test: editors and agents that work on one tab of a deployment before, during and after a fault. FAULTS_SIZE in the
 * environment makes it larger (3: three times as many people), for an otherwise idle machine.
 */
import process from 'node:process';

import type { Deployment } from '#test/cluster/deployment.ts';
import { startAgent } from '#test/crash/agent.ts';
import type { ColdTab } from '#test/crash/cold-journal.ts';
import { WriteHistory, answersOf } from '#test/crash/history.ts';
import type { LoadOptions, LoadWriter } from '#test/crash/load.ts';
import { LoadEditor } from '#test/crash/load-editor.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import type { SeededRandom } from '#test/harness/random.ts';

/** Generous: the tests check that something happens; how soon is measured where it matters. */
export const soonMs = 60_000;

/** The factor for people, rounds and clients, relative to a busy machine with two cores. */
export const size = Number(process.env['FAULTS_SIZE'] ?? 1);

export type CompanyOptions = {
  readonly deployment: Deployment;
  readonly random: SeededRandom;
  readonly agents?: number;
  readonly editors?: number;
  /** The URLs they connect to, in turn; default: every node. */
  readonly urls?: readonly string[];
  /** The pause of an editor between two edits. */
  readonly paceMs?: number;
};

export class FaultCompany {
  readonly deployment: Deployment;
  readonly place: ColdTab;
  readonly history = new WriteHistory();
  readonly counts = { agent: 0, editor: 0 };
  readonly editors: readonly LoadEditor[];
  readonly #agents: readonly LoadWriter[];

  private constructor({ deployment, random, agents = 3, editors = 3, urls, paceMs }: CompanyOptions, place: ColdTab) {
    this.deployment = deployment;
    this.place = place;
    const addresses = urls ?? deployment.nodes.map(({ url }) => url);
    const options = (index: number): LoadOptions => ({
      url: addresses[index % addresses.length]!,
      token: deployment.ada.token,
      place,
      history: this.history,
      random: random.fork(),
      ...(paceMs !== undefined && { paceMs }),
      onAcknowledged: (who) => void (this.counts[who] += 1),
    });
    this.editors = Array.from({ length: editors * size }, (_, index) => new LoadEditor(`e${index}`, options(index)));
    this.#agents = Array.from({ length: agents * size }, (_, index) => startAgent(`a${index}`, options(index)));
  }

  /** Resolves when all of them are at work. */
  static async start(options: CompanyOptions): Promise<FaultCompany> {
    const { deployment } = options;
    const place = await new Api(deployment.nodes[0]!.url, deployment.ada.token).createDocument();
    const company = new FaultCompany(options, place);
    await Promise.all(company.editors.map(({ editor }) => editor.synced(soonMs)));
    for (const editor of company.editors) editor.start();
    await company.goesOn();
    return company;
  }

  /** Resolves when that many more writes are acknowledged, of agents and of editors. */
  async goesOn(more: { readonly agent: number; readonly editor: number } = { agent: 10, editor: 5 }): Promise<void> {
    const before = { ...this.counts };
    const isOn = (): boolean =>
      this.counts.agent >= before.agent + more.agent && this.counts.editor >= before.editor + more.editor;
    const outputs = (): string => this.deployment.nodes.map((node) => node.output().slice(-1_000)).join('\n');
    try {
      await until(isOn, soonMs, 'the work does not go on');
    } catch (error) {
      throw new Error(`${answersOf(this.history)}, ${this.counts.editor} × saved, of nodes that say\n${outputs()}`, {
        cause: error,
      });
    }
  }

  /** Resolves when all have stopped writing; editors stay connected. */
  async rests(): Promise<void> {
    await Promise.all([...this.#agents, ...this.editors].map((writer) => writer.stop()));
  }

  /** The statuses of all attempts so far; 0: no answer. */
  get statuses(): number[] {
    return [...this.history.changesets.values()].flatMap(({ statuses }) => statuses);
  }

  leaves(): void {
    for (const editor of this.editors) editor.destroy();
  }
}
