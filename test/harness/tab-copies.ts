/** Keeps full copies of a tab at its revisions, and compares the server's diffs since those revisions with them. */
import { expect } from 'vitest';

import { canonical } from '#core/history/history.test-support.ts';
import type { Element } from '#schema/element.ts';
import type { TabDiff } from '#schema/history.ts';

import type { Api } from './api.ts';

export type TabCopy = ReadonlyMap<string, Element>;
type Place = { readonly id: string; readonly tab: string };

export class TabCopies {
  readonly #copies = new Map<number, TabCopy>();

  note(rev: number, copy: TabCopy): void {
    this.#copies.set(rev, copy);
  }

  get revs(): readonly number[] {
    return [...this.#copies.keys()];
  }

  /** Expects that the server's diff since each of these revisions equals the difference of the copies. */
  async expectDiffs(api: Api, place: Place, now: TabCopy, revs: readonly number[] = this.revs): Promise<void> {
    for (const since of revs) {
      const path = `/documents/${place.id}/tabs/${place.tab}?view=diff&since=${since}`;
      const { status, body } = await api.call<TabDiff>('GET', path, undefined, { Accept: 'application/json' });
      expect(status, JSON.stringify(body)).toBe(200);
      expect([since, ...resultLines(body)]).toEqual([since, ...differences(this.#copies.get(since)!, now)]);
    }
  }
}

/** `<mark> <id> <fields>`, sorted. */
const resultLines = ({ results }: TabDiff): string[] =>
  results
    .filter(({ mark }) => mark !== 'member')
    .map(({ mark, id, fields }) => `${mark} ${id} ${mark === '~' ? canonical(fields) : ''}`)
    .toSorted();

function differences(was: TabCopy, is: TabCopy): string[] {
  const lines: string[] = [];
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(id), is.get(id)] as (Readonly<Record<string, unknown>> | undefined)[];
    if (canonical(before) === canonical(after)) continue;
    if (before === undefined || after === undefined) lines.push(`${before === undefined ? '+' : '-'} ${id} `);
    else {
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      const pairs = names.map((name): [string, unknown[]] => [name, [before[name] ?? null, after[name] ?? null]]);
      const changed = pairs.filter(([, [from, to]]) => canonical(from) !== canonical(to));
      lines.push(`~ ${id} ${canonical(Object.fromEntries(changed))}`);
    }
  }
  return lines.toSorted();
}
