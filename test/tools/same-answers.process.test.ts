/**
 * REST, the command line and the tools: the same input gives the same operations, answers and codes. A tool answers the readable
 * form of what REST answers.
 *
 * Each case goes to three documents that are alike, one for each way. SEED=<number> repeats a run.
 */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCli } from '#clients/cli/cli.test-support.ts';
import { toolResult as answerOf, refusalOf } from '#clients/mcp/answer.ts';
import { changesetAnswer } from '#clients/verbs/changeset-answer.ts';
import { type ToolReply, callTool, dataOf, overHttp } from '#clients/mcp/client.test-support.ts';
import { commentLine, threadLines } from '#clients/verbs/comment-text.ts';
import type { ProblemBody } from '#clients/service/service-refusal.ts';
import { grammatical, hostile, mutated } from '#core/changeset/random-line.test-support.ts';
import type { Reply } from '#schema/api.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';
import type { Document } from '#schema/document.ts';
import type { TabDiff } from '#schema/history.ts';
import type { Presence } from '#schema/presence.ts';
import type { TabReading } from '#schema/tab.ts';
import type { ApiAnswer } from '#test/harness/api.ts';
import { scaled } from '#test/harness/fuzz.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';

const changesets = scaled(120, 40);
/** The initial content of a document, which is reset this often. */
const beginning = `add square id=a label="Order"
add diamond id=b label="Paid?" right-of:a
add cylinder id=c label="Stock" right-of:b
add circle id=d label="Order" below:a
add sticky id=e label="Who?" below:b
add table id=f below:c
add text id=g label="Words" below:d
connect a -> b id=first label=yes
connect b -> c label="no"
connect c -> a line=curved
wrap d e in frame id=core label="Core" make-room
wrap g in lane id=side`;
const anewAfter = 20;

type Place = { readonly id: string; readonly tab: string };
/** Through REST, the command line and the tools. */
type Places = readonly [Place, Place, Place];

let solo: Solo;
let client: Client;
beforeAll(async () => {
  solo = await startSolo('same-answers');
  client = await overHttp({ origin: solo.node.url, token: solo.ada.token });
});
afterAll(async () => {
  await client.close();
  await solo.stop();
});

const cli = (args: readonly string[], input = ''): ReturnType<typeof runCli> =>
  runCli(['--json', ...args], { env: { ATELIER_URL: `${solo.node.url}/api/v1`, ATELIER_TOKEN: solo.ada.token }, input });
const tool = (name: string, values: Record<string, unknown>): Promise<ToolReply> => callTool(client, name, values);

async function begin(): Promise<Places> {
  const place = async (): Promise<Place> => {
    const made = await solo.api.createDocument('Same');
    expect((await solo.api.changeset(made, beginning)).status).toBe(201);
    return made;
  };
  return [await place(), await place(), await place()];
}

/** The answer without ids and times. */
function same(value: unknown): unknown {
  if (typeof value === 'string') return likeText(value);
  const text = JSON.stringify(value, (name, member: unknown) => (volatile.has(name) ? undefined : member));
  return JSON.parse(likeText(text)) as unknown;
}
const likeText = (text: string): string =>
  text
    .replace(/\b(doc|tab|cs|cmt)_[0-9a-z]{16,}/g, '$1_')
    .replace(/~[0-9a-z]{8}\b/g, '~')
    .replace(/"at":\d{13}/g, '"at":0')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T');
const volatile = new Set(['createdAt', 'requestId', 'expiresAt', 'updatedAt', 'at']);

/** The text of a tool between the marks. */
const textOf = ({ content }: ReturnType<typeof answerOf>): string =>
  dataOf(content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
/** What a tool that applies changesets says of an answer of REST. */
const changesetText = (body: unknown): string => textOf(answerOf(changesetAnswer(body as ChangesetAnswer)));

/** Holds the three answers to one input against each other, that of the tool by its text; true when it was refused. */
function agree(
  what: string,
  rest: ApiAnswer<unknown>,
  ran: Awaited<ReturnType<typeof runCli>>,
  toolResult: ToolReply,
  said: (body: never) => string,
): boolean {
  const isRefused = rest.status >= 400;
  expect([what, toolResult.isError, ran.code], ran.err).toEqual([what, isRefused, isRefused ? 1 : 0]);
  if (!isRefused) {
    const { picture: _picture, ...body } = rest.body as Record<string, unknown>;
    expect([what, same(dataOf(toolResult.text))]).toEqual([what, same(said(body as never).trimEnd())]);
    expect([what, same(JSON.parse(ran.out))]).toEqual([what, same(body)]);
    return false;
  }
  const body = rest.body as ProblemBody & { readonly errors?: readonly { readonly code?: string }[] };
  expect([what, toolResult.problem]).toEqual([what, expect.objectContaining({ code: body.code, status: body.status })]);
  expect(toolResult.text.startsWith(`Refused: ${body.code}.`)).toBe(true);
  if (body.errors?.[0]?.code !== undefined)
    expect([what, same(dataOf(toolResult.text))]).toEqual([what, same(textOf(refusalOf(body)))]);
  expect([what, ran.err]).toEqual([what, expect.stringMatching(new RegExp(`^(line \\d+(, column \\d+)?: )?${body.code}: `))]);
  return true;
}

/** One text of operations, each way. */
async function changeset(
  places: Places,
  operations: string,
  more: { dryRun?: boolean; baseRev?: number } = {},
): Promise<boolean> {
  const [one, two, three] = places;
  const { dryRun = false, ...rest } = more;
  const flags = [...(dryRun ? ['--dry-run'] : []), ...(rest.baseRev === undefined ? [] : ['--base-rev', String(rest.baseRev)])];
  return agree(
    JSON.stringify(operations),
    await solo.api.changeset(one, operations, rest, dryRun ? '?dryRun=1' : ''),
    await cli(['edit', two.id, '-f', '-', ...flags], operations),
    await tool('update_document', { document: three.id, operations, ...more }),
    changesetText,
  );
}

describe('the same input, the same answer', () => {
  test('changesets as people, slips and attackers write them', async () => {
    const random = new SeededRandom(seedOf('same-answers'));
    let places = await begin();
    const seen = { applied: 0, refused: 0 };
    for (let n = 0; n < changesets; n += 1) {
      if (n % anewAfter === anewAfter - 1) places = await begin();
      const line = (): string => {
        const made = random.pick([grammatical, grammatical, grammatical, grammatical, mutated, hostile])(random);
        // What no file holds cannot come from one.
        return made.toWellFormed().replaceAll('\0', '');
      };
      const operations = Array.from({ length: random.chance(0.7) ? 1 : 3 }, line).join('\n');
      const isRefused = await changeset(places, operations, { dryRun: random.chance(0.3), ...(random.chance(0.3) && { baseRev: random.integer(0, 3) }) }); // prettier-ignore
      seen[isRefused ? 'refused' : 'applied'] += 1;
    }
    expect(Math.min(seen.applied, seen.refused)).toBeGreaterThan(changesets / 40);
  });

  test('changesets of the contract: all operations, and what each refuses', async () => {
    const places = await begin();
    const answers: boolean[] = [];
    for (const operations of [
      'set "Order" fill=red all',
      'rm nothing',
      'insert square label=New between a b',
      'insert square between c d',
      'rewire first to=c',
      'order a front',
      'layout type:shape',
      'unwrap core',
      'wrap a b in frame id=both make-room',
      'wrap a d in frame',
      'test a label=Other',
      'add square id=a',
      'connect b -> c',
      'connect b -> c again',
      'move g right-of:a',
      'set a shap=circle',
      'set a text=huge',
      'paint a',
      'set a fill=red\nconnect a b\nnothing',
      'rm type:shape all',
      '{"op":"add","kind":"square","id":"j"}\n{"op":"rm","target":"j"}',
      '',
      `add square label="${'x'.repeat(20_000)}"`,
      Array.from({ length: 501 }, () => 'add square').join('\n'),
    ])
      answers.push(await changeset(places, operations));
    expect(answers.filter((isRefused) => isRefused).length).toBeGreaterThan(8);
    expect(await changeset(places, 'set b fill=blue', { baseRev: 9_999 })).toBe(true);
  });

  type Way = readonly [
    what: string,
    rest: (place: Place) => readonly [method: string, path: string, body?: unknown],
    args: (place: Place) => readonly string[],
    tool: string,
    values: object,
    said: (body: never) => string,
  ];
  const none = (): string => '';
  const threadText = ({ threads }: Reply<'listComments'>): string => threads.flatMap(threadLines).join('\n') || 'no threads';
  const presenceText = ({ presence }: { readonly presence: Presence }): string => `shown until ${new Date(presence.expiresAt).toISOString()}, at ${presence.focus.join(', ')}`; // prettier-ignore
  const tabText = ({ elements, ...head }: TabReading): string =>
    [head, ...elements].map((line) => JSON.stringify(line)).join('\n');
  const documentText = ({ id, name, url, owner, access, tabs }: Document): string =>
    [`${id} "${name}" of "${owner.name}" · your access: ${access} · ${url}`, ...tabs.map((each) => `${each.id} "${each.name}" · ${each.mode} · rev ${each.rev} · ${each.elements} elements, ${each.arrows} arrows`)].join('\n'); // prettier-ignore
  const at = ({ id, tab }: Place, rest = ''): string => `/documents/${id}/tabs/${tab}${rest}`;
  const ways: readonly Way[] = [
    ['a comment', (p) => ['POST', at(p, '/comments'), { elementId: 'a', text: 'Hm.' }], (p) => ['comment', 'add', p.id, 'a', 'Hm.'], 'comment', { action: 'add', element: 'a', text: 'Hm.' }, commentLine],
    ['a comment on an arrow', (p) => ['POST', at(p, '/comments'), { elementId: 'first', text: 'Hm.' }], (p) => ['comment', 'add', p.id, 'first', 'Hm.'], 'comment', { action: 'add', element: 'first', text: 'Hm.' }, none],
    ['a blank comment', (p) => ['POST', at(p, '/comments'), { elementId: 'a', text: ' ' }], (p) => ['comment', 'add', p.id, 'a', ' '], 'comment', { action: 'add', element: 'a', text: ' ' }, none],
    ['a long comment', (p) => ['POST', at(p, '/comments'), { elementId: 'a', text: 'x'.repeat(2_001) }], (p) => ['comment', 'add', p.id, 'a', 'x'.repeat(2_001)], 'comment', { action: 'add', element: 'a', text: 'x'.repeat(2_001) }, none],
    ['a comment on nothing', (p) => ['POST', at(p, '/comments'), { elementId: 'zz', text: 'Hm.' }], (p) => ['comment', 'add', p.id, 'zz', 'Hm.'], 'comment', { action: 'add', element: 'zz', text: 'Hm.' }, none],
    ['threads', ({ id }) => ['GET', `/documents/${id}/comments?status=all`], (p) => ['comment', 'ls', p.id, '--status', 'all'], 'list_comments', { status: 'all' }, threadText],
    ['threads of no status', ({ id }) => ['GET', `/documents/${id}/comments?status=old`], (p) => ['comment', 'ls', p.id, '--status', 'old'], 'list_comments', { status: 'old' }, none],
    ['presence', (p) => ['PUT', at(p, '/presence'), { status: 'Here', focus: ['a'], ttl: 5_000 }], (p) => ['presence', 'set', p.id, '--status', 'Here', '--focus', 'a', '--ttl', '5'], 'set_presence', { status: 'Here', focus: ['a'], ttl: 5_000 }, presenceText],
    ['too long a presence', (p) => ['PUT', at(p, '/presence'), { ttl: 500_000 }], (p) => ['presence', 'set', p.id, '--ttl', '500'], 'set_presence', { ttl: 500_000 }, none],
    ['too long a status', (p) => ['PUT', at(p, '/presence'), { status: 'x'.repeat(81) }], (p) => ['presence', 'set', p.id, '--status', 'x'.repeat(81)], 'set_presence', { status: 'x'.repeat(81) }, none],
    ['presence at nothing', (p) => ['PUT', at(p, '/presence'), { focus: ['zz'] }], (p) => ['presence', 'set', p.id, '--focus', 'zz'], 'set_presence', { focus: ['zz'] }, none],
    ['what changed', (p) => ['GET', at(p, '?view=diff&since=0')], (p) => ['tab', 'diff', p.id, '--since', '0'], 'diff_tab', { since: 0 }, ({ text }: TabDiff) => text],
    ['what will change', (p) => ['GET', at(p, '?view=diff&since=99')], (p) => ['tab', 'diff', p.id, '--since', '99'], 'diff_tab', { since: 99 }, none],
    ['a tab as JSON', (p) => ['GET', at(p)], (p) => ['tab', 'show', p.id], 'read_tab', { view: 'json' }, tabText],
    ['a document', ({ id }) => ['GET', `/documents/${id}`], (p) => ['doc', 'show', p.id], 'read_document', {}, documentText],
  ]; // prettier-ignore

  test.each(ways)('%s', async (what, rest, args, name, values, said) => {
    const [one, two, three] = await begin();
    const [method, path, body] = rest(one);
    const accept = { Accept: 'application/json' };
    agree(
      what,
      await solo.api.call(method, path, body, accept),
      await cli(args(two)),
      await tool(name, { document: three.id, ...values }),
      said,
    );
  });
});
