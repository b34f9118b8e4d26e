import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

import type { ApiCall, CallInput } from '#clients/api/calls.ts';
import { openShell } from '#clients/cli/cli.test-support.ts';
import { Service } from '#clients/service/service.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { push } from './push.ts';
import { stateIn } from './working-copy.ts';
import { MergeConflicts } from './working-copy-fault.ts';

const shell = openShell();
const { atelier, said } = shell;
const root = temporaryFolder('two-copies');
afterAll(() => root.remove());

const slugs = ['a', 'b', 'c', 'd'];
const drawing = `${slugs.map((slug, at) => `add square id=${slug} label=${slug} at:${at * 300},0`).join('\n')}\nconnect a -> b id=e\nconnect c -> d id=f`;
let folders = 0;

type Shared = { readonly doc: string; readonly tab: string; readonly copies: readonly [string, string] };

/** A drawing and two folders that it was pulled into. */
async function shared(): Promise<Shared> {
  const { id: doc, tab } = await shell.server.addDocument(shell.ada.token);
  await edit({ doc, tab }, drawing);
  const copies = [0, 1].map(() => join(root.path, `copy-${(folders += 1)}`)) as [string, string];
  for (const folder of copies) await said('pull', doc, folder);
  return { doc, tab, copies };
}

/** A changeset that may be refused. */
const edit = ({ doc, tab }: Pick<Shared, 'doc' | 'tab'>, operations: string) =>
  shell.server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token: shell.ada.token, body: { operations } });

const linesOn = async ({ doc, tab }: Shared): Promise<string> =>
  (await shell.server.call('GET', `/documents/${doc}/tabs/${tab}?view=lines`, { token: shell.ada.token })).text;
const fileIn = (folder: string): string => join(folder, 'Tab-1.atl');
const bodyOf = (folder: string): string => readFileSync(fileIn(folder), 'utf8').replace(/^#:.*\n/gm, '');

/** What one of the three does: 0 and 1 work on files, 2 on the server. */
type Step = {
  readonly by: 0 | 1 | 2;
  readonly slug: string;
  readonly how: 'label' | 'note' | 'fill' | 'add' | 'rm' | 'sync';
  readonly winner: 'ours' | 'theirs';
};

const anyStep: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom(0, 1, 2),
  slug: fc.constantFrom(...slugs),
  how: fc.constantFrom('label', 'label', 'note', 'fill', 'add', 'rm', 'sync', 'sync', 'sync'),
  winner: fc.constantFrom('ours', 'theirs'),
});

/** One history: for each field, every value that was written with the one that its writer saw before; and what conflicts named. */
class SharedHistory {
  readonly #shared: Shared;
  readonly #written = new Map<string, Map<string, string | undefined>>();
  readonly #removed = new Set<string>();
  readonly #named = new Set<string>();
  #count = 0;

  constructor(place: Shared) {
    this.#shared = place;
  }

  async play({ by, slug, how, winner }: Step): Promise<void> {
    this.#count += 1;
    if (how === 'sync') return by === 2 ? undefined : this.sync(by, winner);
    const value = how === 'fill' ? `#${String(this.#count).padStart(6, '0')}` : `v${this.#count}`;
    const name = how === 'add' ? `n${this.#count}` : slug;
    const seen = by === 2 ? await linesOn(this.#shared) : bodyOf(this.#shared.copies[by]);
    const isDone = by === 2 ? await this.#onServer(name, how, value) : this.#inFile(by, name, how, value);
    if (!isDone) return;
    if (how === 'rm') {
      this.#removed.add(slug);
      return;
    }
    const field = how === 'add' ? 'label' : how;
    const key = `${name} ${field}`;
    this.#written.set(
      key,
      (this.#written.get(key) ?? new Map<string, string | undefined>()).set(value, valueIn(seen, name, field)),
    );
  }

  async #onServer(name: string, how: Step['how'], value: string): Promise<boolean> {
    const line = how === 'add' ? addLine(name, value, this.#count) : how === 'rm' ? `rm ${name}` : `set ${name} ${how}=${value}`;
    return (await edit(this.#shared, line)).status === 201;
  }

  #inFile(by: 0 | 1, name: string, how: Step['how'], value: string): boolean {
    const file = fileIn(this.#shared.copies[by]);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const at = lines.findIndex((line) => line.startsWith('add ') && line.includes(` id=${name} `));
    if (how === 'add') lines.push(addLine(name, value, this.#count));
    else if (at === -1) return false;
    else if (how === 'rm') {
      const ends = new RegExp(`^connect (${name} -> .*|.* -> ${name} )`);
      lines.splice(0, Infinity, ...lines.filter((line, index) => index !== at && !ends.test(line)));
    } else
      lines[at] = `${lines[at]?.replace(new RegExp(` ${how}=\\S+`), '')}`.replace(` id=${name}`, ` id=${name} ${how}=${value}`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return true;
  }

  /** Pulls and pushes; a conflict is named and then decided. */
  async sync(by: 0 | 1, winner: Step['winner']): Promise<void> {
    const folder = this.#shared.copies[by];
    const pulled = await atelier(['pull', folder]);
    expect([0, 5], pulled.err).toContain(pulled.code);
    if (pulled.code === 5) {
      for (const [, ref = '', words = ''] of pulled.err.matchAll(/^conflict in \S+ ([a-z0-9]+)[.:](.*)$/gm)) {
        this.#named.add(ref);
        for (const [, box = ''] of words.matchAll(/(?:attached to )?\b([a-d]|n\d+) removed/g)) this.#named.add(box);
      }
      await said('pull', folder, `--${winner}`);
    }
    const pushed = await atelier(['push', folder]);
    expect([0, 4], pushed.err).toContain(pushed.code);
  }

  /**
   * Everyone has the same tab. Every value that was written is there, or was replaced by someone who saw it, or the element was removed or
   * named in a conflict.
   */
  async end(): Promise<void> {
    await this.sync(0, 'ours');
    await this.sync(1, 'ours');
    await this.sync(0, 'ours');
    const lines = await linesOn(this.#shared);
    // A file that says the same with its fields in another order is left as its author wrote it.
    for (const folder of this.#shared.copies) expect(inOrder(bodyOf(folder))).toBe(inOrder(lines));
    for (const [key, writes] of this.#written) {
      const [slug = '', field = ''] = key.split(' ');
      if (this.#named.has(slug) || this.#removed.has(slug)) continue;
      const replaced = new Set<string>();
      for (let value = valueIn(lines, slug, field); value !== undefined && !replaced.has(value); value = writes.get(value))
        replaced.add(value);
      expect([...replaced], `${key} in ${lines}`).toEqual(expect.arrayContaining([...writes.keys()]));
    }
    for (const slug of this.#removed) if (!this.#named.has(slug)) expect(lines).not.toContain(` id=${slug} `);
  }
}

/** The lines with their words in order. */
const inOrder = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => line.split(' ').toSorted().join(' '))
    .join('\n');

/** The value of a field in the lines of a tab. */
function valueIn(lines: string, slug: string, field: string): string | undefined {
  const line = lines.split('\n').find((one) => one.startsWith('add ') && one.includes(` id=${slug} `)) ?? '';
  return new RegExp(` ${field}=(\\S+)`).exec(line)?.[1];
}

const addLine = (slug: string, label: string, at: number): string => `add square id=${slug} label=${label} at:${at * 200},500`;

describe('two working copies and an editor', () => {
  test(
    '[WC12] [WC3] lose no edit: each is in the tab, or was named in a conflict',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
          const history = new SharedHistory(await shared());
          for (const step of steps) await history.play(step);
          await history.end();
        }),
        fuzz(100, 5),
      );
    },
    fuzzTimeout(600_000),
  );
});

/** A service that lets someone else write just before a changeset is written. */
class RacingService extends Service {
  before: () => Promise<unknown> = async () => {};
  races = 0;

  override json<Call extends ApiCall>(call: Call, input: CallInput<Call>): ReturnType<Service['json']> {
    const isWrite = call.startsWith('POST') && !JSON.stringify(input).includes('"dryRun":"1"');
    if (isWrite && this.races > 0) {
      this.races -= 1;
      return this.before().then(() => super.json(call, input)) as ReturnType<Service['json']>;
    }
    return super.json(call, input) as ReturnType<Service['json']>;
  }
}

describe('a push that another write overtakes', () => {
  const racing = async (label: string, other: string, races = 1) => {
    const place = await shared();
    const [folder] = place.copies;
    writeFileSync(fileIn(folder), readFileSync(fileIn(folder), 'utf8').replace('label=a', `label=${label}`));
    const service = new RacingService({ url: `${shell.server.origin}/api/v1`, token: shell.ada.token });
    service.races = races;
    service.before = () => edit(place, other.replaceAll('%', String(service.races)));
    const options = { dryRun: false, winner: undefined, prune: false, summary: undefined, proposes: false };
    return { place, folder, pushing: push(folder, await stateIn(folder), service, options) };
  };

  test('[WC9] is merged again', async () => {
    const { place, folder, pushing } = await racing('Mine', 'set a fill=blue note=%', 3);
    await pushing;
    const lines = await linesOn(place);
    expect(lines).toContain('add square id=a label=Mine');
    expect(lines).toContain('fill=blue');
    expect(bodyOf(folder)).toBe(lines);
  });

  test('[WC9] is refused if both changed the same field', async () => {
    const { place, folder, pushing } = await racing('Mine', 'set a label=Other');
    await expect(pushing).rejects.toThrow(MergeConflicts);
    expect(await linesOn(place)).toContain('label=Other');
    expect(bodyOf(folder)).toContain('label=Mine');
  });
});
