/**
 * print-tab-text: prints a tab as text: a head that names it and says what is not in the text, then the lines that draw it, with the
 * remarks that people wrote between them.
 *
 * The same content gives the same text. A change of one element changes its lines only, unless the order of drawing changes.
 */
import type { Layer, TabSettings } from '#schema/tab.ts';

import { jsonOnOneLine } from '../notation/quote.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { lines } from '../views/lines.ts';
import { readTabText, type Remarks } from './read-tab-text.ts';
import { stateOf, type TabContent } from './tab-content.ts';
import { headMark, layersMark, tabMark } from './tab-text-marks.ts';

/** The settings that the head says. */
export type TabHead = Pick<TabSettings, 'name' | 'mode' | 'theme' | 'look'> & { readonly layers: readonly Layer[] };

/** `body`: the lines that draw the tab, such as `view=lines` has them. */
export function printTabText(head: TabHead, body: string, remarks: Remarks = new Map()): string {
  const all = body.split('\n').filter((line) => line !== '');
  const leftOut = all.filter((line) => /^# .* is left out: /.test(line));
  const { name, mode, theme, look, layers } = head;
  const text = [
    `${tabMark}${jsonOnOneLine({ name, mode, theme, ...(look !== undefined && { look }) })}`,
    `${headMark}${mode === 'pages' ? notSaid.replace('votes', 'votes, pages') : notSaid}`,
    ...(layers.length === 0 ? [] : [`${layersMark}${jsonOnOneLine(layers)}`]),
    ...leftOut.map((line) => `${headMark}${line.slice(2)}`),
    ...all.filter((line) => !line.startsWith('#')),
  ];
  const plain = text.map((line) => `${line}\n`).join('');
  return remarks.size === 0 ? plain : withRemarks(plain, remarks);
}

const notSaid =
  'Elements from back to front. Comments, votes, cards, cells of sheets and settings of the tab are not in this file; push keeps them.';

/** The lines that draw this content, as `view=lines` has them. */
export const linesOf = (content: TabContent, settings: TabSettings): string => lines(TabIndex.of(stateOf(content, settings)));

function withRemarks(text: string, remarks: Remarks): string {
  const read = readTabText(text);
  if ('errors' in read) return text;
  const before = new Map<number, readonly string[]>();
  const atEnd: string[] = [];
  for (const [slug, said] of remarks) {
    const line = read.lineOf.get(slug);
    if (line === undefined) atEnd.push(...said);
    else before.set(line, said);
  }
  const printed = text.split('\n').slice(0, -1);
  const all = [...printed.flatMap((line, index) => [...(before.get(index + 1) ?? []), line]), ...atEnd];
  return all.map((line) => `${line}\n`).join('');
}
