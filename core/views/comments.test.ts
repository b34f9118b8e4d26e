import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Thread } from '#schema/comment.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { drawn, named } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { comments } from './comments.ts';
import { elementViews } from './elements.ts';
import { outline } from './outline.ts';
import { threadsInOrder } from './threads.ts';

const thread = (resolved: boolean, ...texts: string[]): Thread => ({
  resolved,
  comments: texts.map((text, n) => ({
    id: `cmt_${String(n).padStart(20, '0')}`,
    n,
    text,
    createdAt: Date.UTC(2026, 10, 20, 10, n),
    authorId: 'user_1',
    authorName: n % 2 === 0 ? 'Ada' : 'Bob "B"',
    authorColor: '#c2410c',
  })),
});

test('[VW30] [VW31] [VW32] comments lists threads in outline order with their comments; resolved ones only with all', () => {
  const tab = drawn('add square id=api label="API" at:0,300\nadd db id=db at:0,0\nconnect api -> db id=sql');
  const threads = new Map([
    [named(tab, 'api').id, thread(false, 'Why?', 'Because.\nOf "it"')],
    [named(tab, 'db').id, thread(true, 'Done')],
    [named(tab, 'sql').id, thread(false, 'an arrow carries none')],
    ['gone~00000000', thread(false, 'gone')],
  ]);
  const header = '# "Tab 1" · rev 7 · 1 open thread, 1 resolved';
  const openThreads = [
    'api square "API" · open',
    '  cmt_00000000000000000000 "Ada" 2026-11-20T10:00:00Z "Why?"',
    '  cmt_00000000000000000001 "Bob \\"B\\"" 2026-11-20T10:01:00Z "Because.\\nOf \\"it\\""',
  ];
  const resolvedThreads = ['db cylinder · resolved', '  cmt_00000000000000000000 "Ada" 2026-11-20T10:00:00Z "Done"'];
  expect(comments(tab, { rev: 7, threads, all: false })).toBe([header, ...openThreads, ''].join('\n'));
  expect(comments(tab, { rev: 7, threads, all: true })).toBe([header, ...resolvedThreads, ...openThreads, ''].join('\n'));
  expect(comments(tab, { rev: 7, threads: new Map(), all: true })).toBe('# "Tab 1" · rev 7 · 0 open threads, 0 resolved\n');
  expect(outline(tab, { rev: 7, threads }).split('\n').slice(1, 3)).toEqual([
    'db cylinder 0,0 120×100',
    'api square "API" 0,300 160×80 2 comments',
  ]);
});

test('[VW33] comments has one line per thread and comment, whatever people wrote; each box with a thread once, in outline order', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n# forged', '\u2028  cmt_1', '\r\nx', '\u0085', '"'));
  fc.assert(
    fc.property(
      anyTab(),
      fc.array(
        text.filter((one) => one.isWellFormed()),
        { minLength: 1, maxLength: 3 },
      ),
      (state, texts) => {
        const tab = TabIndex.of(state);
        const ids = [...state.elements.keys()].filter((_, index) => index % 2 === 0);
        const threads = new Map(ids.map((id) => [id, thread(false, ...texts)]));
        const visible = threadsInOrder(tab, threads).map(({ box }) => box.id);
        expect(visible).toEqual(elementViews(tab).filter(({ id, type }) => type !== 'arrow' && threads.has(id)).map(({ id }) => id)); // prettier-ignore
        const lines = comments(tab, { rev: 1, threads, all: false }).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
        expect(lines).toHaveLength(2 + visible.length * (1 + texts.length));
        for (const line of lines.slice(1, -1)) expect(line).toMatch(/^([a-z][a-z0-9_~-]* |  cmt_\w+ ")/);
      },
    ),
    fuzz(200),
  );
});
