/**
 * The setting of attacks on sockets: a real node, a document with content, an honest witness who has it open, and a check that the attack had
 * no effect on anyone.
 */
import { expect } from 'vitest';

import type { Shape } from '#schema/element.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { journalAfter } from '#storage/journal.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from '../harness/api.ts';
import { TestEditor } from '../harness/editor.ts';
import { type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addMember, addPerson, addToken, type TestAccount } from '../harness/people.ts';
import { RawEditor, type RawOptions } from '../harness/raw-editor.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

export type AttackedTab = { readonly id: string; readonly tab: string };

export class AttackStage {
  readonly storage: Storage;
  readonly node: NodeProcess;
  /** Owner of the documents. */
  readonly ada: TestAccount;
  /** The attacker, who may edit them. */
  readonly mallory: TestAccount;
  readonly api: Api;
  readonly #removeFolder: () => void;
  readonly #editors: (TestEditor | RawEditor)[] = [];

  private constructor(parts: {
    storage: Storage;
    node: NodeProcess;
    ada: TestAccount;
    mallory: TestAccount;
    remove: () => void;
  }) {
    this.storage = parts.storage;
    this.node = parts.node;
    this.ada = parts.ada;
    this.mallory = parts.mallory;
    this.api = new Api(parts.node.url, parts.ada.token);
    this.#removeFolder = parts.remove;
  }

  static async set(environment: Readonly<Record<string, string>> = {}): Promise<AttackStage> {
    const folder = temporaryFolder('attack');
    const storage = await openStorage({ dataDir: folder.path });
    const [ada, mallory] = [await addPerson(storage, 'Ada'), await addPerson(storage, 'Mallory')];
    const node = await startNodeProcess({ DATA_DIR: folder.path, ...environment });
    return new AttackStage({ storage, node, ada, mallory, remove: () => folder.remove() });
  }

  /** Ends the node, which must have survived all attacks and exit with status 0. */
  async strike(): Promise<void> {
    for (const editor of this.#editors)
      if (editor instanceof TestEditor) editor.destroy();
      else editor.end();
    expect(this.node.isRunning()).toBe(true);
    await this.node.kill('SIGTERM');
    expect(this.node.exitCode()).toBe(0);
    await this.storage.close();
    this.#removeFolder();
  }

  /** A document of Ada's with two boxes and an arrow, which Mallory may edit. */
  async place(
    operations = 'add square id=a label="Orders"\nadd square id=b label="Billing"\nconnect a -> b',
  ): Promise<AttackedTab> {
    const place = await this.api.createDocument();
    await addMember(this.storage, place.id, this.mallory.id, 'editor');
    const { status } = await this.api.changeset(place, operations);
    expect(status).toBe(201);
    return place;
  }

  async witness(place: AttackedTab): Promise<TestEditor> {
    const editor = new TestEditor({ url: this.node.url, documentId: place.id, credential: this.ada.token });
    this.#editors.push(editor);
    await editor.synced();
    return editor;
  }

  raw(options: RawOptions = {}): RawEditor {
    const editor = new RawEditor(this.node.url, options);
    this.#editors.push(editor);
    return editor;
  }

  /** Mallory's editor, in sync with the document. */
  hostile(place: AttackedTab): Promise<RawEditor> {
    return this.raw().synced(place.id, this.mallory.token);
  }

  /** An agent of the person with this account. */
  async agentOf(userId: string): Promise<Api> {
    return new Api(this.node.url, await addToken(this.storage, userId));
  }

  /** Everything that is visible of a document: the witness's screen, the journal, the answers of REST. */
  async visibleState(place: AttackedTab, witness: TestEditor): Promise<VisibleState> {
    const { body: document } = await this.api.call('GET', `/documents/${place.id}`);
    const { body: tab } = await this.api.call('GET', `/documents/${place.id}/tabs/${place.tab}`);
    const { body: changesets } = await this.api.call('GET', `/documents/${place.id}/changesets`);
    const { body: comments } = await this.api.call('GET', `/documents/${place.id}/comments?status=all`);
    const rows = (await journalAfter(this.storage.db, place.id, 0)) ?? [];
    return {
      screen: canonicalJson(witness.doc),
      others: [...(witness.provider.awareness?.getStates().keys() ?? [])].filter((client) => client !== witness.doc.clientID),
      rest: { document, tab, changesets, comments },
      journal: rows.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
    };
  }

  /** Runs an attack that must end with this close code and leave no trace. */
  async repels(
    code: number,
    attack: (hostile: RawEditor, place: AttackedTab) => void | Promise<void>,
    place?: AttackedTab,
  ): Promise<void> {
    const where = place ?? (await this.place());
    const witness = await this.witness(where);
    const before = await this.visibleState(where, witness);
    const hostile = await this.hostile(where);
    await attack(hostile, where);
    expect(await hostile.closed()).toBe(code);
    expect(hostile.statuses.slice(1), 'nothing is acknowledged').toEqual([]);
    expect(await this.visibleState(where, witness)).toEqual(before);
    await this.serves(where, witness);
  }

  /** Expects that an honest edit is saved and visible, so the node is alive and the document is not stuck. */
  async serves(place: AttackedTab, witness: TestEditor): Promise<void> {
    const [box] = boxes(1);
    witness.put(place.tab, box!);
    await witness.saved();
    const { body } = await this.api.call<{ elements: { id: string }[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
    expect(body.elements.map(({ id }) => id)).toContain(box!.id);
    expect(witness.closeCodes).toEqual([]);
  }

  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.node.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  }
}

export type VisibleState = {
  readonly screen: string;
  readonly others: readonly number[];
  readonly rest: object;
  readonly journal: readonly string[];
};

/** Boxes in a row, far from everything else. */
export const boxes = (count: number): Shape[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'shape',
    shape: 'square',
    id: `box~${newElementSuffix()}`,
    z: 'a0',
    x: 5_000 + 200 * index,
    y: 5_000,
    width: 100,
    height: 60,
  }));
