/**
 * One node and a document of Ada's with two real editors, hers and Grace's, for the tests of the
 * language: a test draws a tab, sends a changeset as a dry run and as a write, and checks REST and both editors.
 */
import { expect } from 'vitest';

import type { ChangesetAnswer } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import { type ErrorCode, errors } from '#schema/errors.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { type ApiAnswer, Api } from '../harness/api.ts';
import { Browser } from '../harness/browser.ts';
import { TestEditor, until } from '../harness/editor.ts';
import { type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addMember, addPerson } from '../harness/people.ts';
import { resultLines } from '../harness/result-lines.ts';
import { temporaryFolder, type TemporaryFolder } from '../harness/temporary-folder.ts';

/** Three boxes in a row, with an arrow from each to the next. */
export const flow = `add square id=a label=A at:0,0
add square id=b label=B at:400,0
add square id=c label=C at:800,0
connect a -> b id=first
connect b -> c id=second`;

/** A tab and its current revision. */
export type LanguageTab = { readonly id: string; readonly tab: string; readonly rev: number };
export type LanguageOperations = string | readonly object[];
export type Reading = { readonly tab: { readonly rev: number }; readonly elements: readonly Element[] };
export type LanguageRefusal = {
  readonly code: string;
  readonly status: number;
  readonly rev: number;
  readonly errors: readonly (Readonly<Record<string, unknown>> & { readonly code: string; readonly hint: string })[];
};

/** A sentence of the contract, with its proof on a tab that these lines draw. */
export type Case = {
  /** The proven words. */
  readonly cites: string;
  readonly before?: string;
  readonly send: LanguageOperations;
  readonly more?: object;
} & (
  | { readonly prints: readonly string[] }
  /** The first error; its `code` determines the status of the answer. */
  | { readonly refused: { readonly code: ErrorCode } & Readonly<Record<string, unknown>> }
);

export class LanguageStage {
  readonly storage: Storage;
  readonly api: Api;
  readonly node: NodeProcess;
  readonly documentId: string;
  /** Ada's, with her token. */
  readonly editor: TestEditor;
  /** Grace's, with a ticket of her session. */
  readonly hers: TestEditor;
  readonly graceId: string;
  readonly #folder: TemporaryFolder;

  private constructor(parts: StageParts) {
    this.storage = parts.storage;
    this.api = parts.api;
    this.node = parts.node;
    this.documentId = parts.documentId;
    this.editor = parts.editor;
    this.hers = parts.hers;
    this.graceId = parts.graceId;
    this.#folder = parts.folder;
  }

  static async open(): Promise<LanguageStage> {
    const folder = temporaryFolder('language');
    const storage = await openStorage({ dataDir: folder.path });
    const ada = await addPerson(storage, 'Ada');
    const node = await startNodeProcess({ DATA_DIR: folder.path });
    const api = new Api(node.url, ada.token);
    const documentId = (await api.createDocument()).id;
    const editor = new TestEditor({ url: node.url, documentId, credential: ada.token });
    const grace = await Browser.signIn(node.url, storage, 'Grace');
    await addMember(storage, documentId, grace.userId, 'editor');
    const hers = new TestEditor({ url: node.url, documentId, credential: await grace.ticket(documentId) });
    await Promise.all([editor.synced(), hers.synced()]);
    return new LanguageStage({ folder, storage, node, api, documentId, editor, hers, graceId: grace.userId });
  }

  async close(): Promise<void> {
    this.editor.destroy();
    this.hers.destroy();
    await this.node.kill('SIGTERM');
    expect(this.node.exitCode()).toBe(0);
    await this.storage.close();
    this.#folder.remove();
  }

  /** A new tab with these lines, once the editors show it. */
  async drawn(operations: string): Promise<LanguageTab> {
    const { status, body } = await this.api.call<{ tab: { id: string; rev: number } }>(
      'POST',
      `/documents/${this.documentId}/tabs`,
      { name: 'Drawn', ...(operations !== '' && { operations }) },
    );
    if (status !== 201) throw new Error(JSON.stringify(body));
    const place = { id: this.documentId, tab: body.tab.id, rev: body.tab.rev };
    await until(() => readTab(this.editor.doc, place.tab) !== null, 3_000, 'the editor does not hear of the tab');
    await this.expectSame(place);
    return place;
  }

  send<T = ChangesetAnswer>(
    place: LanguageTab,
    operations: LanguageOperations,
    more: object = {},
    query = '',
  ): Promise<ApiAnswer<T>> {
    return this.api.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets${query}`, { operations, ...more });
  }

  async read({ id, tab }: LanguageTab): Promise<Reading> {
    return (await this.api.call<Reading>('GET', `/documents/${id}/tabs/${tab}`)).body;
  }

  /** Draws the tab of the case and checks the case, as a dry run and as a write, in REST and in the editor. */
  async prove(proof: Case): Promise<void> {
    const place = await this.drawn(proof.before ?? '');
    if ('refused' in proof) await this.expectRefused(place, proof.send, proof.refused, proof.more);
    else await this.expectApplied(place, proof.send, proof.prints, proof.more);
  }

  /** Checks that dry run and write answer the same lines, and that the editor then equals REST. */
  async expectApplied(
    place: LanguageTab,
    operations: LanguageOperations,
    prints: readonly string[],
    more: object = {},
  ): Promise<void> {
    const unchanged = canonicalJson(this.editor.doc);
    const based = { baseRev: place.rev, ...more };
    const dry = await this.send(place, operations, based, '?dryRun=1');
    expect(
      [dry.status, dry.body.results?.map(({ line }) => lasting(line)), dry.body.dryRun],
      JSON.stringify(dry.body).slice(0, 600),
    ).toEqual([200, prints, true]);
    const { status, body } = await this.send(place, operations, based);
    expect(body.results.map(({ line }) => lasting(line))).toEqual(prints);
    expect(resultLines(body.text).map(lasting)).toEqual(prints);
    await this.expectSame(place);
    if (prints.every((line) => line.startsWith('!'))) {
      expect([status, body.changeset, body.text.split('\n').at(-1)]).toEqual([200, null, 'nothing changed']);
      expect([dry.body.text, canonicalJson(this.editor.doc)]).toEqual([body.text, unchanged]);
      return;
    }
    const { rev } = place;
    expect([status, body.changeset?.previousRev, body.changeset?.rev]).toEqual([201, rev, rev + 1]);
    const id = body.changeset?.id;
    expect(dry.body.text.split('\n').at(-1)).toBe(`dry run · rev ${rev}→${rev + 1} · lint ${body.lint.verdict}`);
    expect(body.text.split('\n').at(-1)).toBe(
      `rev ${rev}→${rev + 1} · ${id} · lint ${body.lint.verdict} · atelier changeset revert ${place.id} ${id}`,
    );
    expect(canonicalJson(this.editor.doc)).not.toBe(unchanged);
  }

  /** Checks that dry run and write get the same refusal, and change nothing. */
  async expectRefused(
    place: LanguageTab,
    operations: LanguageOperations,
    { code, ...error }: { readonly code: ErrorCode } & Readonly<Record<string, unknown>>,
    more: object = {},
  ): Promise<LanguageRefusal> {
    const [before, reading] = [canonicalJson(this.editor.doc), await this.read(place)];
    const { status } = errors[code];
    const bodies: LanguageRefusal[] = [];
    for (const query of ['?dryRun=1', '']) {
      const answer = await this.send<LanguageRefusal>(place, operations, { baseRev: place.rev, ...more }, query);
      expect([query, answer.status, answer.body]).toMatchObject([query, status, { status, code, rev: place.rev }]);
      const [first] = answer.body.errors;
      expect(first).toMatchObject({ ...error, code });
      for (const { message, hint } of answer.body.errors) expect([message, hint]).not.toContain('');
      bodies.push(answer.body);
    }
    const [dry, written] = bodies as [LanguageRefusal, LanguageRefusal];
    expect(dry.errors).toEqual(written.errors);
    expect(await this.read(place)).toEqual(reading);
    await this.expectSame(place);
    expect(canonicalJson(this.editor.doc)).toBe(before);
    return written;
  }

  /** Resolves when the editor's document equals what REST reads. */
  async expectSame(place: LanguageTab): Promise<void> {
    const reading = await this.read(place);
    const held = (): ReadonlyMap<string, Element> => readTab(this.editor.doc, place.tab)?.elements ?? new Map();
    const same = (): boolean => {
      try {
        expect(byId([...held().values()])).toEqual(byId(storedIn(reading, held())));
        return true;
      } catch {
        return false;
      }
    };
    await until(same, 3_000, 'the editor does not show what REST reads').catch(() => undefined);
    expect(byId([...held().values()])).toEqual(byId(storedIn(reading, held())));
  }
}

type StageParts = Pick<LanguageStage, 'storage' | 'api' | 'node' | 'documentId' | 'editor' | 'hers' | 'graceId'> & {
  readonly folder: TemporaryFolder;
};

/** A line without the suffixes of ids, which differ in every run. */
const lasting = (line: string): string => line.replaceAll(/~[0-9a-z]+/g, '~…');

/** The elements of the reading as stored: without refs and the fields that a view adds to arrows. */
function storedIn({ elements }: Reading, there: ReadonlyMap<string, Element>): unknown[] {
  return elements.map((view) => {
    const { ref: _ref, ...element } = view as Element & { ref: string };
    const stored = there.get(view.id);
    if (!isArrow(element) || stored === undefined || !isArrow(stored)) return element;
    const derived = new Set(['x', 'y', 'width', 'height', 'route', 'labelRect']);
    const arrow = Object.fromEntries(Object.entries(element).filter(([name]) => !derived.has(name))) as typeof element;
    // A view has the side of an attached end, which the stored arrow leaves open.
    return { ...arrow, from: onlyOf(stored.from, arrow.from), to: onlyOf(stored.to, arrow.to) };
  });
}

const onlyOf = (stored: object, view: object): object =>
  Object.fromEntries(Object.entries(view).filter(([name]) => name !== 'side' || 'side' in stored));

const byId = (elements: readonly unknown[]): unknown[] =>
  (elements as Element[]).toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
