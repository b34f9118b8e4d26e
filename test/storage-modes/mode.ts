/**
 * A node with one kind of storage that plays scripts. Its answers are normalized, without what only this node can know.
 *
 * Ids are replaced by their kind and order of appearance, secrets removed. The script controls the time.
 */
import { idKinds } from '#schema/ids.ts';
import { type ServerNode, startNode } from '#server/compose.ts';
import { readConfig } from '#server/operations/config.ts';
import { createLog } from '#server/operations/log.ts';
import { openStorage, type StorageConfig } from '#storage/storage.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';

import type { ScriptedCall, ScriptedCaller } from './script.ts';

type People = Readonly<Record<Exclude<ScriptedCaller, 'nobody'>, TestAccount>>;
export type ModeReply = { readonly status: number; readonly media: string; readonly replayed: boolean; readonly text: string };

const ids = new RegExp(
  String.raw`\b(?:${idKinds.join('|')})_[0-9a-z]{20}\b|~[0-9a-z]{8}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|custom:[A-Za-z0-9_-]{8,}`,
  'g',
);
/** The cursor of a list, which contains an id. */
const cursor = /"next":"[\w-]+"/g;
/** Stored once a minute, at an arbitrary time. */
const lastUse = /"lastUsedAt":\d+/g;
const secrets = /at[a-z]_[A-Za-z0-9]{20,}|#[A-Za-z0-9]{30,}|req_[A-Za-z0-9_-]+/g;

export class Mode {
  readonly name: string;
  readonly faults: readonly string[];
  readonly #node: ServerNode;
  readonly #people: People;
  /** Ids by kind, in order of appearance in this script, and their placeholders. */
  #known = new Map<string, string[]>();
  #names = new Map<string, string>();

  private constructor(name: string, node: ServerNode, people: People, faults: readonly string[]) {
    this.name = name;
    this.#node = node;
    this.#people = people;
    this.faults = faults;
  }

  static async start(name: string, storage: StorageConfig, now: () => number): Promise<Mode> {
    const place = 'dataDir' in storage ? { DATA_DIR: storage.dataDir } : { DATABASE_URL: storage.databaseUrl };
    const config = readConfig({ ...place, PORT: '0', RATE_LIMIT: 'off', PUBLIC_URL: 'https://atelier.example' });
    const first = await openStorage(storage);
    const [owner, member, viewer, stranger] = await Promise.all(['Ada', 'Paul', 'Vera', 'Otto'].map((who) => addPerson(first, who))) as [TestAccount, TestAccount, TestAccount, TestAccount]; // prettier-ignore
    await first.transact((tx) => tx.updateTable('tokens').set({ created_at: now() }).execute());
    await first.close();
    const faults: string[] = [];
    const log = createLog('error', (line) => void faults.push(line));
    const node = await startNode({ config: { ...config, port: 0 }, log, now, onBroken: (error) => void faults.push(String(error)), onFirstStart: null }); // prettier-ignore
    return new Mode(name, node, { owner, member, viewer, stranger }, faults);
  }

  /** Starts a new script and forgets all ids. */
  begin(): void {
    this.#known = new Map();
    this.#names = new Map();
    for (const { id } of Object.values(this.#people)) this.#learn(id);
  }

  async call({ who, method, path, body, media, key }: ScriptedCall): Promise<ModeReply> {
    const response = await fetch(`${this.#node.url}/api/v1${this.#filled(path)}`, {
      method,
      headers: {
        ...(who !== 'nobody' && { Authorization: `Bearer ${this.#people[who].token}` }),
        ...(body !== null && { 'Content-Type': media }),
        ...(key !== null && { 'Idempotency-Key': key }),
      },
      ...(body !== null && { body: this.#filled(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      media: response.headers.get('content-type') ?? '',
      replayed: response.headers.has('idempotency-replayed'),
      text: text
        .replaceAll(lastUse, '"lastUsedAt":null')
        .replaceAll(cursor, '"next":"<cursor>"')
        .replaceAll(secrets, '<secret>')
        .replaceAll(ids, (id) => this.#learn(id)),
    };
  }

  async stop(): Promise<void> {
    await this.#node.stop();
  }

  #filled(text: string): string {
    return text.replaceAll(/\{\{(\w+):(\d+)\}\}/g, (_, kind: string, number: string) => {
      const known = this.#known.get(kind) ?? [];
      return known.length === 0 ? `${kind}_00000000000000000000` : known[Number(number) % known.length]!;
    });
  }

  #learn(id: string): string {
    let name = this.#names.get(id);
    if (name === undefined) {
      const kind = /^[a-z]+(?=[_:])/.exec(id)?.[0] ?? (id.startsWith('~') ? '~' : 'uuid');
      const known = this.#known.get(kind) ?? [];
      known.push(id);
      this.#known.set(kind, known);
      name = `<${kind}:${known.length - 1}>`;
      this.#names.set(id, name);
    }
    return name;
  }
}
