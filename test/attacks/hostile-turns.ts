/** Sends hostile bodies and messages to a node, as anybody and as people with each level, and measures the longest turn that they cause. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Browser } from '#test/harness/browser.ts';
import { RawEditor } from '#test/harness/raw-editor.ts';
import { type TemporaryFolder, temporaryFolder } from '#test/harness/temporary-folder.ts';
import { measuringTurns, turnsOf } from '#test/harness/turns.ts';
import { addMember, addPerson, type TestAccount } from '#test/harness/people.ts';

import type { HostileBody } from './hostile-bodies.ts';
import type { HostileConnection } from './hostile-connections.ts';
import type { HostileMessage } from './hostile-messages.ts';
import { type AttackedTab, AttackStage } from './stage.test-support.ts';

export const callers = ['anonymous', 'guest', 'viewer', 'editor'] as const;
export type Caller = (typeof callers)[number];

/** CPU time of the event loop's thread. */
export const turnMsMax = 50;
/** A turn in which the garbage of something earlier is collected, or code is compiled, does not come again. */
const attempts = 4;

const fileIn = ({ path }: TemporaryFolder): string => join(path, 'turns');

export class HostileTurns {
  readonly #stage: AttackStage;
  readonly #folder: TemporaryFolder;
  readonly #place: AttackedTab;
  readonly #viewer: TestAccount;
  readonly #guest: Browser;
  readonly #file: string;

  private constructor(stage: AttackStage, folder: TemporaryFolder, place: AttackedTab, viewer: TestAccount, guest: Browser) {
    this.#stage = stage;
    this.#folder = folder;
    this.#file = fileIn(folder);
    this.#place = place;
    this.#viewer = viewer;
    this.#guest = guest;
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<HostileTurns> {
    const folder = temporaryFolder('turns');
    const measuring = measuringTurns(fileIn(folder));
    const options = [measuring['NODE_OPTIONS'], environment['NODE_OPTIONS']].join(' ');
    const stage = await AttackStage.set({ ...environment, ...measuring, NODE_OPTIONS: options });
    const place = await stage.place();
    const viewer = await addPerson(stage.storage, 'Victor');
    await addMember(stage.storage, place.id, viewer.id, 'viewer');
    const { body } = await stage.api.call<{ link: { url: string } }>('POST', `/documents/${place.id}/share-links`, {
      level: 'viewer',
    });
    const guest = await Browser.openLink(stage.node.url, body.link.url, 'Gus');
    return new HostileTurns(stage, folder, place, viewer, guest);
  }

  get pid(): number {
    return this.#stage.node.pid;
  }

  /** An honest person, in a document of her own. */
  async honest(): Promise<{ readonly url: string; readonly token: string; readonly tab: string }> {
    const { ada, node } = this.#stage;
    const { id, tab } = await this.#stage.place();
    return { url: node.url, token: ada.token, tab: `/api/v1/documents/${id}/tabs/${tab}` };
  }

  async end(): Promise<void> {
    await this.#stage.strike();
    this.#folder.remove();
  }

  /** The longest turn of the best attempt, and the answers, none of which may be a fault of the server. */
  async ofBody({ method = 'POST', path, body, media = 'application/json' }: HostileBody, caller: Caller) {
    const { url } = this.#stage.node;
    const place = path(this.#place);
    const headers = { 'Content-Type': media, ...this.#headersOf(caller) };
    const bytes = Buffer.from(body());
    return this.#measured(async () => {
      const answer = await fetch(`${url}${place === '/mcp' ? '' : '/api/v1'}${place}`, { method, headers, body: bytes });
      await answer.arrayBuffer();
      return answer.status;
    });
  }

  /** The outcomes are close codes, or null for a socket that stays open. */
  async ofMessage({ send, turnMsMax: bound = turnMsMax }: HostileMessage, caller: Caller) {
    const { id } = this.#place;
    return this.#measured(async () => {
      const editor = new RawEditor(this.#stage.node.url);
      const credential = await this.#credentialOf(caller);
      await (credential === null ? editor.opened() : editor.synced(id, credential));
      send(editor, id);
      for (let waits = 0; waits < 20 && editor.closeCode === null; waits += 1) await sleep(20);
      editor.end();
      return editor.closeCode;
    }, bound);
  }

  async ofConnection({ attack }: HostileConnection, caller: Caller) {
    const { hostname: host, port } = new URL(this.#stage.node.url);
    const { id, tab } = this.#place;
    const lines = Object.entries(this.#headersOf(caller)).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.#measured(() =>
      attack({ host, port: Number(port), head: lines.join(''), tab: `/api/v1/documents/${id}/tabs/${tab}` }),
    );
  }

  async #measured<T>(
    attack: () => Promise<T>,
    bound = turnMsMax,
  ): Promise<{ readonly longestMs: number; readonly outcomes: readonly T[] }> {
    const { pid } = this.#stage.node;
    let longestMs = Infinity;
    const outcomes: T[] = [];
    for (let attempt = 0; attempt < attempts && longestMs > bound; attempt += 1) {
      await turnsOf(pid, this.#file);
      outcomes.push(await attack());
      await sleep(30);
      longestMs = Math.min(longestMs, (await turnsOf(pid, this.#file)).longest);
    }
    return { longestMs, outcomes };
  }

  #headersOf(caller: Caller): Record<string, string> {
    if (caller === 'anonymous') return {};
    if (caller === 'guest') return { Cookie: this.#guest.cookie, Origin: this.#stage.node.url };
    return { Authorization: `Bearer ${caller === 'viewer' ? this.#viewer.token : this.#stage.mallory.token}` };
  }

  async #credentialOf(caller: Caller): Promise<string | null> {
    if (caller === 'anonymous') return null;
    if (caller === 'guest') return this.#guest.ticket(this.#place.id);
    return caller === 'viewer' ? this.#viewer.token : this.#stage.mallory.token;
  }
}
