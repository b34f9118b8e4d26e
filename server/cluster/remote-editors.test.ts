import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { type EditorNote, leaseMs, RemoteEditors } from './remote-editors.ts';

const note = (name: string, more: Partial<EditorNote> = {}): EditorNote => ({
  user: { id: `user_${name}`, name, color: '#123456' },
  tab: 'tab_1',
  selection: [],
  holds: false,
  ...more,
});

function remote(): { readonly editors: RemoteEditors; readonly removed: string[] } {
  const removed: string[] = [];
  const editors = new RemoteEditors((documentId, node, client) => void removed.push(`${node} ${documentId} ${client}`));
  return { editors, removed };
}
const names = (editors: RemoteEditors, documentId: string): string[] =>
  [...editors.of(documentId).values()].map(({ user }) => user.name).toSorted();

test('[CL8] a node that is silent for the lease is dropped with its editors, others are not', () => {
  const { editors, removed } = remote();
  editors.recordMessage('a', 0);
  editors.recordMessage('b', 0);
  editors.note('a', 'doc', 1, note('Ada'));
  editors.note('b', 'doc', 2, note('Ben'));
  editors.recordMessage('b', 5_000);
  editors.dropSilent(leaseMs - 1);
  expect(names(editors, 'doc')).toEqual(['Ada', 'Ben']);
  editors.dropSilent(leaseMs);
  expect([names(editors, 'doc'), removed, editors.count]).toEqual([['Ben'], ['a doc 1'], 1]);
  editors.note('a', 'doc', 1, note('Ada'));
  expect(names(editors, 'doc')).toEqual(['Ben']);
});

test('[CL9] all notes of a node replace its previous ones, and editors that are missing in them are removed', () => {
  const { editors, removed } = remote();
  editors.recordMessage('a', 0);
  editors.note('a', 'doc', 1, note('Ada'));
  editors.note('a', 'doc', 2, note('Ben'));
  editors.note('a', 'other', 3, note('Cy'));
  editors.replace('a', new Map([['doc', new Map([[2, note('Ben', { holds: true })]])]]));
  expect(removed.toSorted()).toEqual(['a doc 1', 'a other 3']);
  expect([editors.get('doc', 2)?.holds, editors.get('other', 3)]).toEqual([true, undefined]);
});

test('an editor that moves between nodes counts once and survives its end on the old node', () => {
  const { editors } = remote();
  editors.recordMessage('a', 0);
  editors.recordMessage('b', 0);
  editors.note('a', 'doc', 1, note('Ada'));
  editors.note('b', 'doc', 1, note('Ada', { tab: 'tab_2' }));
  expect(names(editors, 'doc')).toEqual(['Ada']);
  editors.note('a', 'doc', 1, null);
  expect([names(editors, 'doc'), editors.has('a', 'doc', 1), editors.has('b', 'doc', 1)]).toEqual([['Ada'], false, true]);
});

test('after any sequence of notes, the last note of each editor counts', () => {
  const node = fc.constantFrom('a', 'b');
  const act = fc.record({ node, document: fc.constantFrom('doc', '__proto__'), client: fc.nat(3), name: fc.option(fc.constantFrom('x', 'y')) }); // prettier-ignore
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const { editors, removed } = remote();
      const model = new Map<string, string>();
      for (const { node: from, document, client, name } of acts) {
        editors.recordMessage(from, 0);
        const key = `${from} ${document} ${client}`;
        const before = removed.length;
        editors.note(from, document, client, name === null ? null : note(name));
        expect(removed.length - before).toBe(name === null && model.has(key) ? 1 : 0);
        if (name === null) model.delete(key);
        else model.set(key, name);
      }
      expect(editors.count).toBe(model.size);
      for (const key of model.keys()) {
        const [from = '', document = '', client] = key.split(' ');
        expect(editors.has(from, document, Number(client))).toBe(true);
        const names = [...model].filter(([other]) => other.endsWith(` ${document} ${client}`)).map(([, name]) => name);
        expect(names).toContain(editors.get(document, Number(client))?.user.name);
      }
    }),
    fuzz(),
  );
});
