import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isArrow, type Box } from '#schema/element.ts';
import type { Article } from '#schema/page.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { drawnTab } from '../pages/drawn-tab.test-support.ts';
import { type IllustrationPlan, planIllustration } from '../pages/plan-illustration.ts';
import { labelLines } from '../text/label-lines.ts';
import { lineHeight } from '../text/sizes.ts';
import { holds, overlaps } from '../tab/rect.ts';
import { tableColumns, tableRows } from '../text/table-grid.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import { articleNames, longArticle } from './long-articles.test-support.ts';

type Images = ReadonlyMap<string, { width: number; height: number }>;

function compose(article: Article, images?: Images): IllustrationPlan {
  const plan = tryCompose(article, images);
  if (isProblem(plan)) throw new Error(`${plan.code}: ${plan.detail}`);
  return plan;
}

function tryCompose(article: Article, images: Images = new Map()): IllustrationPlan | Problem {
  let next = 0;
  const count = (): string => (next++).toString(36);
  const context = {
    newSuffix: () => count().padStart(8, '0'),
    newPageId: () => `page_${count().padStart(20, '0')}`,
    image: (id: string) => images.get(id) ?? null,
  };
  return planIllustration(drawnTab([]), { article }, context);
}

const boxesOf = ({ edits }: IllustrationPlan): Box[] =>
  edits.flatMap(({ after }) => (after === null || isArrow(after) ? [] : [after]));

/** The visible part of a box, as a text's background is larger than its words. */
const drawn = (box: Box) =>
  box.type === 'text' && box.fill !== undefined
    ? { x: box.x - 6, y: box.y - 4, width: box.width + 12, height: box.height + 8 }
    : box;

/** Every box is on one page, is not clipped, and overlaps no other. */
function faultsOf(plan: IllustrationPlan): string[] {
  const faults: string[] = [];
  const byPage = new Map<string, Box[]>();
  for (const box of boxesOf(plan)) {
    const page = plan.pages.find(({ rect }) => holds(rect, drawn(box)));
    if (page === undefined) faults.push(`${box.id} lies on no page`);
    else byPage.set(page.id, [...(byPage.get(page.id) ?? []), box]);
    if (isCut(box)) faults.push(`${box.id} is cut: ${box.label ?? ''}`);
  }
  for (const boxes of byPage.values())
    for (const [index, box] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        if (overlaps(drawn(box), drawn(other))) faults.push(`${box.id} overlaps ${other.id}`);
  return faults;
}

function isCut(box: Box): boolean {
  if (box.type !== 'table') return box.type !== 'image' && labelLines(box).need > labelLines(box).hold;
  const sizePx = box.text === 'sm' ? 12 : 14;
  const [columns, rows] = [tableColumns(box), tableRows(box)];
  return [box.columns, ...box.rows].some((row, index) =>
    row.some((text, column) => {
      const lines = wrapLabel(text, columns[column]!.width - 20, sizePx, 'sans', index === 0 ? 600 : 400);
      return lines.length * lineHeight(sizePx) > rows[index]!.height;
    }),
  );
}

/** Words of tables that are drawn on several lines. */
const brokenWords = (plan: IllustrationPlan): string[] =>
  boxesOf(plan).flatMap((box) => {
    if (box.type !== 'table') return [];
    const columns = tableColumns(box);
    return [box.columns, ...box.rows].flatMap((row, index) =>
      row.flatMap((text, column) => {
        const room = columns[column]!.width - 20;
        const lines = wrapLabel(text, room, box.text === 'sm' ? 12 : 14, 'sans', index === 0 ? 600 : 400)
          .join(' ')
          .split(' ');
        return text.split(' ').filter((word) => word !== '' && !lines.includes(word));
      }),
    );
  });

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** In the order in which the boxes were created. */
const wordsOf = (plan: IllustrationPlan): string[] =>
  boxesOf(plan).flatMap((box) =>
    [box.label ?? '', ...(box.type === 'table' ? [box.columns, ...box.rows].flat() : [])].flatMap(wordsIn),
  );

/** The words that do not appear, in order, among the others. */
function missing(words: readonly string[], among: readonly string[]): string[] {
  let at = 0;
  return words.filter((word) => {
    const position = among.indexOf(word, at);
    if (position === -1) return true;
    at = position + 1;
    return false;
  });
}

/** The visible words of the rendered markdown. */
const readable = (markdown: string): string[] =>
  wordsIn(
    markdown
      .replaceAll('```ts', '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/<\/?b>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('- [x] ', '- '),
  );

const headingOf = (box: Box): boolean => box.text === 'scale';
const pageOf = (plan: IllustrationPlan, box: Box): Page | undefined => plan.pages.find(({ rect }) => holds(rect, box));

describe('an article of more than 3,000 words', () => {
  for (const name of articleNames)
    for (const size of ['16:9', '4:3', 'a4', 'a3', 'letter', 'tall'])
      test(`${name} on ${size}: all words in order, nothing clipped, overlapping or off its page, no heading alone`, () => {
        const markdown = longArticle(name);
        expect(readable(markdown).length).toBeGreaterThan(3_000);
        const plan = compose({ markdown, size });
        expect(faultsOf(plan)).toEqual([]);
        expect(missing(readable(markdown), wordsOf(plan))).toEqual([]);
        const boxes = boxesOf(plan);
        const alone = boxes.filter((box, index) => {
          const next = boxes[index + 1];
          return headingOf(box) && next !== undefined && pageOf(plan, next) !== pageOf(plan, box);
        });
        expect(alone.map(({ label }) => label)).toEqual([]);
        expect(plan.pages.every((page) => boxes.some((box) => pageOf(plan, box) === page))).toBe(true);
      });
});

describe('an article', () => {
  test('code that fits an empty column stays in one piece; longer code continues in the next', () => {
    const code = (lines: number): string =>
      ['```', ...Array.from({ length: lines }, (_, index) => `line ${index}`), '```'].join('\n');
    for (const before of [1, 5, 9, 13])
      for (const [lines, pieces] of [
        [20, 1],
        [90, 3],
      ] as const) {
        const markdown = `## Part\n\n${'Some words of it. '.repeat(before * 12)}\n\n${code(lines)}\n\nAnd so on.`;
        const plan = compose({ markdown, size: '16:9' });
        expect(boxesOf(plan).filter(({ font }) => font === 'mono').length, `${before} ${lines}`).toBeGreaterThanOrEqual(pieces);
        if (pieces === 1) expect(boxesOf(plan).filter(({ font }) => font === 'mono')).toHaveLength(1);
        expect(faultsOf(plan)).toEqual([]);
      }
  });

  test('no row of a table is alone under its header', () => {
    for (let rows = 3; rows < 40; rows += 1) {
      const table = ['| a | b |', '|---|---|', ...Array.from({ length: rows }, (_, row) => `| ${row} | x |`)].join('\n');
      const plan = compose({ markdown: `## Part\n\n${table}\n\nAnd so on.`, size: '4:3' });
      const counts = boxesOf(plan).flatMap((box) => (box.type === 'table' ? [box.rows.length] : []));
      expect(Math.min(...counts), String(rows)).toBeGreaterThan(1);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows);
      expect(faultsOf(plan)).toEqual([]);
    }
  });

  test('a task has a checkbox, checked or not', () => {
    const labels = boxesOf(compose({ markdown: '- [x] done\n- [ ] to do' })).map(({ label }) => label);
    expect(labels).toEqual(['☑', 'done', '☐', 'to do']);
  });

  test('an article of any content loses nothing', () => {
    const word = fc.constantFrom('sea', 'Käse', '鯨鯨鯨鯨', 'a-b-c', 'x'.repeat(120), 'supercalifragilistic', '12.5', 'ok');
    const line = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
    const block = fc.oneof(
      line,
      fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text.slice(0, 400)}`),
      fc.array(line, { minLength: 1, maxLength: 12 }).map((items) => items.map((item, index) => `${'  '.repeat(index % 5)}- ${item}`).join('\n')),
      fc.array(line, { minLength: 1, maxLength: 80 }).map((lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\``),
      line.map((text) => `> ${text}`),
      fc.tuple(fc.integer({ min: 1, max: 14 }), fc.array(line, { maxLength: 40 })).map(([columns, cells]) =>
        [`${'| head '.repeat(columns)}|`, `${'|---'.repeat(columns)}|`, ...cells.map((cell) => `| ${cell} ${'| cell '.repeat(columns - 1)}|`)].join('\n'),
      ),
      fc.constant('---'),
      fc.constant('![picture](img_aaaa)'),
      fc.constant('[one](https://example.org/one) and [two](mailto:a@example.org) and [three](javascript:alert)'),
    ); // prettier-ignore
    const images = new Map([['img_aaaa', { width: 1_600, height: 2_400 }]]);
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 14 }), fc.constantFrom('16:9', '4:3', 'a4', 'a3', 'tall'), (blocks, size) => {
        const markdown = `Begin.\n\n${blocks.join('\n\n')}`;
        const plan = compose({ markdown, size }, images);
        expect(faultsOf(plan)).toEqual([]);
        const words = wordsOf(plan).join(' ');
        const shown = new Set(words.split(' '));
        const whole = new Set(readable(markdown).filter((each) => each.length < 40 && each !== 'picture'));
        expect([...whole].filter((each) => !shown.has(each) && !words.includes(each))).toEqual([]);
      }),
      fuzz(60),
    );
  }); // prettier-ignore

  const labelsOf = (markdown: string, images?: Images): (string | undefined)[] =>
    boxesOf(compose({ markdown }, images)).map(({ label }) => label);
  const warningsOf = (markdown: string): (string | undefined)[] =>
    compose({ markdown }).results.flatMap(({ mark, code, message }) => (mark === '!' ? [`${code}: ${message}`] : []));

  test('of HTML that is left out nothing is shown, and a warning names it', () => {
    const markdown = 'Begin <i>here</i>.\n\n<script>alert(1)</script>\n\n<iframe src="https://example.org">old</iframe>\n\nA <svg><text>drawn</text></svg> end.';
    expect(labelsOf(markdown)).toEqual(['Begin here.', 'A  end.']);
    expect(warningsOf(markdown)).toEqual(['html_left_out: HTML that is not shown: <script>, <iframe>, <svg>.']);
    expect(warningsOf('Begin <b>here</b>.')).toEqual([]);
    const refused = tryCompose({ markdown: '<script>alert(1)</script>' });
    expect(isProblem(refused) && refused.code).toBe('invalid_request');
  }); // prettier-ignore

  test('of a link with a forbidden address the words stay', () => {
    const plan = compose({
      markdown:
        '[a](javascript:alert) [b](data:text/html,x) ![c](data:image/png;base64,AA) <a href="javascript:alert(1)">d</a>\n\n[site](https://example.org/a)',
    });
    const boxes = boxesOf(plan);
    expect(boxes.map(({ label }) => label)).toEqual(['a b c d', 'site']);
    expect(boxes.map(({ link }) => link)).toEqual([undefined, 'https://example.org/a']);
  });

  test('HTML inside text: breaks, raised and lowered signs, keys, links and comments', () => {
    expect(labelsOf('H<sub>2</sub>O and x<sup>2</sup>, the 1<sup>st</sup>.<br>Press <kbd>Ctrl</kbd>+<kbd>S</kbd>.<!-- hidden -->')).toEqual([
      'H₂O and x², the 1st.\nPress Ctrl+S.',
    ]);
    const [link] = boxesOf(compose({ markdown: 'Read <a href="https://example.org/a?b&amp;c">**this** page</a>.<a name="top"></a>' }));
    expect(link).toMatchObject({ label: 'Read this page.', link: 'https://example.org/a?b&c' });
    // What HTML does not know is no tag.
    expect(labelsOf('A Promise<string> and a < b > c')).toEqual(['A Promise<string> and a < b > c']);
  }); // prettier-ignore

  test('blocks of HTML are blocks of the article', () => {
    const images = new Map([['img_aaaa', { width: 300, height: 150 }]]);
    const markdown = `<h1 align="center">Title</h1>

<p align="center">
  <img src="/api/v1/images/img_aaaa" alt="whale" width="200"><br/>
  <em>Two words</em>
</p>

<details>
<summary>More &amp; more</summary>

Some **markdown** in it.

</details>

<ul><li>one</li><li>two <b>three</b></li></ul>
<ol start="4"><li>four</li></ol>
<pre>a
  b</pre>`;
    const boxes = boxesOf(compose({ markdown }, images));
    expect(boxes.map(({ type, label }) => (type === 'image' ? 'image' : label))).toEqual([
      'Title', 'Two words', 'image', 'More & more', 'Some markdown in it.', '•', 'one', '•', 'two three', '4.', 'four', 'a\n  b',
    ]);
    expect(boxes[0]!.text).toBe('scale');
    expect(boxes.at(-1)!.font).toBe('mono');
  }); // prettier-ignore

  test('a table of HTML is a table, one of a single row its cells', () => {
    const html = '<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tr><td>Tea<br>green</td><td>2<sup>50</sup></td></tr><tr><td>Cake</td></tr></table>';
    const [table] = boxesOf(compose({ markdown: html }));
    expect(table).toMatchObject({ type: 'table', columns: ['Name', 'Price'], rows: [['Tea\ngreen', '2⁵⁰'], ['Cake', '']] });
    expect(labelsOf('<table><tr><td>left</td><td>right</td></tr></table>')).toEqual(['left', 'right']);
  }); // prettier-ignore

  test('a badge is one link', () => {
    const badge = '[![build](https://example.org/badge.svg)](https://example.org/ci)';
    const html = '<a href="https://example.org/npm"><img src="https://example.org/npm.svg" alt="npm"></a>';
    expect(boxesOf(compose({ markdown: `${badge} ${html}` })).map(({ label, link }) => `${label} ${link}`)).toEqual([
      'build npm undefined',
      '→ build https://example.org/ci',
      '→ npm https://example.org/npm',
    ]);
  });

  test('alerts begin with their name, and footnotes are raised numbers', () => {
    expect(labelsOf('> [!NOTE]\n> Mind the gap.\n\nAs shown.[^1]\n\n[^1]: In a book of 1851.')).toEqual([
      'Note: Mind the gap.',
      'As shown.¹',
      '¹: In a book of 1851.',
    ]);
  });

  test('a gallery image becomes an image, a remote one a link', () => {
    const images = new Map([['img_aaaa', { width: 3_000, height: 1_500 }]]);
    const plan = compose(
      { markdown: '![whale](/api/v1/images/img_aaaa)\n\n![far](https://example.org/a.png)\n\n![gone](img_bbbb)' },
      images,
    );
    const [image, link, gone] = boxesOf(plan);
    expect(image).toMatchObject({ type: 'image', imageId: 'img_aaaa', alt: 'whale', naturalWidth: 3_000 });
    expect(image!.width / image!.height).toBeCloseTo(2, 1);
    expect(link).toMatchObject({ type: 'text', label: 'far', link: 'https://example.org/a.png' });
    expect(gone).toMatchObject({ type: 'text', label: 'gone' });
  });

  test('one long cell makes its own row higher, not all', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| ${index} | ${index === 3 ? 'word '.repeat(120) : 'short'} |`);
    const plan = compose({ markdown: `| Number | Words |\n|---|---|\n${rows.join('\n')}` });
    expect(faultsOf(plan)).toEqual([]);
    expect(plan.pages.length).toBeLessThanOrEqual(3);
  });

  test('columns of a table are wide enough for their words, or the table continues in another one', () => {
    const variables = [
      ['`LC_ALL=en_US.UTF-8`', 'sets the language of all messages, and the order in which names are sorted', 'string', 'none'],
      ['`RIPGREP_CONFIG_PATH`', 'names the file that options are read from before those of the command line', 'path', 'unset'],
      ['`NO_COLOR`', 'turns colors off', 'boolean', 'false'],
    ];
    const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    const markdown = [rowOf(['Variable', 'Meaning', 'Type', 'Default']), '|---|---|---|---|', ...variables.map(rowOf)].join('\n');
    const wide = [rowOf(Array.from({ length: 9 }, (_, index) => `Configuration${index}`)), '|---'.repeat(9).concat('|')];
    for (const size of ['a4', '4:3', 'letter', '16:9'])
      for (const text of [markdown, [...wide, rowOf(Array.from({ length: 9 }, () => 'environment'))].join('\n')]) {
        const plan = compose({ markdown: text, size });
        expect(faultsOf(plan)).toEqual([]);
        expect(brokenWords(plan), size).toEqual([]);
      }
  });

  test('a table that continues repeats its header', () => {
    const rows = Array.from({ length: 90 }, (_, index) => `| ${index} | ${'word '.repeat(index % 9)}|`);
    const plan = compose({ markdown: `| Number | Words |\n|---|---|\n${rows.join('\n')}` });
    const tables = boxesOf(plan).flatMap((box) => (box.type === 'table' ? [box] : []));
    expect(tables.length).toBeGreaterThan(2);
    expect(tables.every(({ columns }) => columns.join() === 'Number,Words')).toBe(true);
    expect(tables.flatMap((table) => table.rows.map(([number]) => number))).toEqual(rows.map((_, index) => String(index)));
    expect(faultsOf(plan)).toEqual([]);
  });

  slowTest('hostile markdown is typeset or refused quickly', () => {
    const texts = ['*a **b '.repeat(20_000), '['.repeat(60_000), '`'.repeat(60_000), 'a\n'.repeat(80_000), '\u200b'.repeat(60_000), '<a '.repeat(60_000), `<a${' '.repeat(100_000)}`, '<p a="'.repeat(40_000), '<ul><li>'.repeat(20_000), '<!--'.repeat(50_000), '<sup>'.repeat(40_000), `${'<sup>'.repeat(20_000)}1${'</sup>'.repeat(20_000)}`, '<table><tr><td>'.repeat(10_000), '- '.repeat(9).concat('a\n').repeat(500)];
    for (const markdown of texts) {
      const startedAt = threadMs();
      const planned = tryCompose({ markdown: `x ${markdown}` });
      if (isProblem(planned)) expect(['work_limit_exceeded', 'too_large']).toContain(planned.code);
      else expect(faultsOf(planned)).toEqual([]);
      expect(threadMs() - startedAt).toBeLessThan(8_000);
    }
  }); // prettier-ignore

  test('a named article that does not exist is not appended to, and the hint names those that do', () => {
    const page = compose({ markdown: 'One.', article: 'Guide' }).pages[0]!;
    const context = { newSuffix: () => '00000000', newPageId: () => `page_${'1'.repeat(20)}`, image: () => null };
    const append = (article: string | undefined, pages: readonly Page[]): IllustrationPlan | Problem =>
      planIllustration(drawnTab([], pages), { article: { markdown: 'Two.', mode: 'append', ...(article !== undefined && { article }) } }, context);
    const refused = append('Giude', [page]);
    expect(isProblem(refused) && [refused.code, refused.detail, refused.hint]).toEqual([
      'page_not_found',
      'The tab has no article "Giude" to append to.',
      'It has "Guide". Without mode append, the call starts a new one.',
    ]);
    expect(isProblem(append('Guide', [page]))).toBe(false);
    expect(isProblem(append(undefined, []))).toBe(false);
  }); // prettier-ignore

  test('markdown that nests too deep or is too long is refused with the limit', () => {
    for (const [markdown, limit] of [
      ['> '.repeat(17), 16],
      ['- '.repeat(17), 16],
      ['x'.repeat(400_001), 400_000],
    ] as const) {
      const planned = tryCompose({ markdown: `${markdown}x` });
      expect(isProblem(planned) && [planned.code, planned.members['limit']]).toEqual(['too_large', limit]);
    }
    expect(isProblem(tryCompose({ markdown: `${'- '.repeat(60)}\n\n${'> '.repeat(16)}x` }))).toBe(false);
  });
});
