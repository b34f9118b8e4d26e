/** Random interleavings of proposals, writes, decisions and undo. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fuzz, fuzzTimeout, scaled } from '#test/harness/fuzz.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  cookie = await server.signIn(ada);
});
afterAll(() => server.close());

type Json = TestAnswer['json'];
type Elements = ReadonlyMap<string, Json>;

const slugs = ['a', 'b', 'c', 'd', 'e'];
const slug = fc.constantFrom(...slugs);
const line = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.tuple(slug, fc.nat(4), fc.nat(4)).map(([id, x, y]) => `add square id=${id} "${id}" at:${x * 300},${y * 200}`),
  },
  { weight: 1, arbitrary: fc.tuple(slug, slug).map(([from, to]) => `connect ${from} -> ${to}`) },
  { weight: 3, arbitrary: fc.tuple(slug, fc.constantFrom('red', 'blue', 'green')).map(([id, fill]) => `set ${id} fill=${fill}`) },
  { weight: 3, arbitrary: fc.tuple(slug, fc.nat(99)).map(([id, label]) => `set ${id} label="${label}"`) },
  {
    weight: 3,
    arbitrary: fc.tuple(slug, fc.integer({ min: -5, max: 5 })).map(([id, by]) => `move ${id} by=${by * 40},${by * 20}`),
  },
  { weight: 2, arbitrary: slug.map((id) => `rm ${id}`) },
);
const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'));
const step = fc.oneof(
  { weight: 4, arbitrary: lines.map((operations) => ({ do: 'propose', operations }) as const) },
  { weight: 4, arbitrary: line.map((operations) => ({ do: 'write', operations }) as const) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('accept', 'reject'), pick: fc.nat(), parts: fc.option(fc.array(fc.nat(), { minLength: 1, maxLength: 3 })) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'undo' } as const) },
  { weight: 1, arbitrary: fc.nat().map((pick) => ({ do: 'withdraw', pick }) as const) },
); // prettier-ignore

/** Equal but for the order of their fields, and where they are in the stack. */
const content = (element: Json): string =>
  JSON.stringify(Object.entries(element ?? {}).filter(([name]) => name !== 'z').toSorted(([a], [b]) => (a < b ? -1 : 1))); // prettier-ignore

test(
  'APP151 in random interleavings of proposals, writes, decisions and undo no half of a part is ever written',
  async () => {
    const seen = { accepted: 0, kept: 0, rejected: 0, undone: 0, partly: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20, size: 'max' }), async (steps) => {
        const { id: doc, tab } = await server.addDocument(ada.token, 'Plan');
        const at = `/documents/${doc}`;
        const token = { token: ada.token };
        const open = new Map<string, Json>();
        let last: string | null = null;
        const elements = async (): Promise<Elements> =>
          server.context.rooms
            .read(doc, (reading) => new Map(Array.from(reading.tab(tab)?.elements() ?? [], (one) => [one.id, one])))
            .then((read) => read as Elements);
        await server.call('POST', `${at}/tabs/${tab}/changesets`, { ...token, body: { operations: 'add square id=a "a" at:0,0\nadd square id=b "b" at:400,0\nadd square id=c "c" at:800,0\nadd square id=d "d" at:0,300\nconnect a -> b\nconnect c -> d' } }); // prettier-ignore
        for (const one of steps) {
          const before = await elements();
          if (one.do === 'propose' || one.do === 'write') {
            const query = one.do === 'propose' ? '?propose=1' : '';
            const { json } = await server.call('POST', `${at}/tabs/${tab}/changesets${query}`, { ...token, body: { operations: one.operations } }); // prettier-ignore
            if (one.do === 'propose') {
              expect(await elements()).toEqual(before);
              if (json.proposal) open.set(json.proposal.id, (await server.call('GET', `${at}/proposals/${json.proposal.id}`, token)).json); // prettier-ignore
            }
          } else if (one.do === 'undo') {
            if (last === null) continue;
            await server.call('POST', `${at}/changesets/${last}/revert`, { cookie });
            last = null;
            seen.undone += 1;
          } else {
            const [id, detail] = [...open][one.pick % Math.max(1, open.size)] ?? [];
            if (id === undefined) continue;
            if (one.do === 'withdraw') {
              await server.call('DELETE', `${at}/proposals/${id}`, { cookie });
              open.delete(id);
              continue;
            }
            const undecided = detail.proposal.parts.filter(({ state }: Json) => state === 'open');
            const named = one.parts?.map((part) => undecided[part % undecided.length].id);
            const body = named === undefined ? {} : { elements: [...new Set(named)] };
            const { status, json } = await server.call('POST', `${at}/proposals/${id}/${one.do}`, { cookie, body });
            const after = await elements();
            if (status !== 200) {
              expect(after).toEqual(before);
              continue;
            }
            const decided = one.do === 'accept' ? json.proposal : json;
            if (one.do === 'reject') {
              expect(after).toEqual(before);
              seen.rejected += 1;
            } else {
              const proposed = new Map<string, Json>(detail.edits.map((edit: Json) => [edit.id, edit]));
              for (const part of json.accepted) expect(content(after.get(part))).toBe(content(proposed.get(part).after));
              for (const { id: part } of json.kept) expect(content(after.get(part))).toBe(content(before.get(part)));
              const touched = new Set([...json.accepted, ...json.kept.map((kept: Json) => kept.id)]);
              // What was not decided stays as it was, but for the ends of arrows of what is removed.
              for (const [other, element] of before)
                if (!touched.has(other) && element.type !== 'arrow') expect(after.get(other)).toEqual(element);
              for (const other of after.keys()) if (!touched.has(other)) expect(before.has(other)).toBe(true);
              seen.accepted += json.accepted.length;
              seen.kept += json.kept.length;
              if (decided.state === 'open' && json.accepted.length > 0) seen.partly += 1;
              if (json.changeset !== null) last = json.changeset.id;
            }
            if (decided.state === 'open') open.set(id, { ...detail, proposal: decided });
            else open.delete(id);
          }
          const now = await elements();
          for (const element of now.values())
            for (const end of element.type === 'arrow' ? [element.from, element.to] : [])
              if ('element' in end) expect(now.has(end.element)).toBe(true);
        }
      }),
      fuzz(1_000),
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(scaled(20, 0));
  },
  fuzzTimeout(600_000),
);
