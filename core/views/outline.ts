/** outline: a tab as concise text, one line per element (VW10 to VW14). Tokens are counted by tokens.ts. */
import type { Thread } from '#schema/comment.ts';
import { type Arrow, type Box, isPinned } from '#schema/element.ts';

import { endsOf, shownKind, shortNumber } from '../notation/naming.ts';
import { quote, quoteShort } from '../notation/quote.ts';
import type { TabView } from '../tab/view.ts';
import { type OutlineNode, outlineOrder, walk } from './outline-order.ts';
import { tokensOf } from './tokens.ts';

export type OutlineOptions = {
  readonly rev: number;
  /** Tokens. */
  readonly budget?: number;
  /** By element id. */
  readonly threads?: ReadonlyMap<string, Thread>;
};

/** The outline, each line with a line break at its end. */
export function outline(tab: TabView, { rev, budget, threads = new Map() }: OutlineOptions): string {
  const { roots, arrows } = outlineOrder(tab);
  const boxes = Array.from(walk(roots), ({ node, depth }): BoxLine => {
    const text = indented(depth, lineOf(node.box, tab, threads.get(node.box.id)));
    return { node, depth, text };
  });
  const arrowLines = arrows.map((arrow) => ({ arrow, text: arrowLine(arrow, tab) }));
  const header = headerOf(tab, rev, boxes.length, arrows.length);
  const folded = budget === undefined ? nothingFolded : fold(boxes, arrowLines, budget - costOf(header), tab);
  const lines = [header];
  for (const { node, text } of boxes) {
    if (!folded.hidden.has(node.box.id)) lines.push(folded.lines.get(node.box.id) ?? text);
  }
  const visible = arrowLines.filter(({ arrow }) => !folded.hidden.has(arrow.id));
  if (folded.arrows) lines.push(arrowsFolded(visible.length));
  else for (const { text } of visible) lines.push(text);
  return `${lines.join('\n')}\n`;
}

/** Tokens of a line with its line break. */
const costOf = (line: string): number => tokensOf(line) + 1;

const arrowsFolded = (arrows: number): string => `… ${count(arrows, 'arrow')} folded: type:arrow`;

type BoxLine = { readonly node: OutlineNode; readonly depth: number; readonly text: string };
type ArrowLine = { readonly arrow: Arrow; readonly text: string };

function headerOf(tab: TabView, rev: number, boxes: number, arrows: number): string {
  const { name, mode, locked } = tab.settings;
  const traits = [mode === 'canvas' ? '' : ` · ${mode}`, locked ? ' · locked' : ''].join('');
  return `# ${quote(name)} · rev ${rev} · ${count(boxes, 'element')}, ${count(arrows, 'arrow')}${traits}`;
}

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

function lineOf(box: Box, tab: TabView, thread: Thread | undefined): string {
  const parts = [tab.refOf(box.id), shownKind(box)];
  if (box.label !== undefined) parts.push(quote(box.label));
  const title = box.type === 'link-card' || box.type === 'video' ? (box.title ?? box.url) : undefined;
  if (title !== undefined) parts.push(quoteShort(title, 120));
  parts.push(`${shortNumber(box.x)},${shortNumber(box.y)}`, `${shortNumber(box.width)}×${shortNumber(box.height)}`);
  if (box.locked === true) parts.push('locked');
  if (thread?.resolved === false) parts.push(count(thread.comments.length, 'comment'));
  if (box.note !== undefined) parts.push(`note ${quoteShort(box.note, 120)}`);
  return parts.join(' ');
}

/** Greatest indentation, so that the length of an outline stays linear. */
const deepestIndent = 16;
const indented = (depth: number, text: string): string => '  '.repeat(Math.min(depth, deepestIndent)) + text;

function arrowLine(arrow: Arrow, tab: TabView): string {
  const label = arrow.label === undefined ? '' : ` ${quote(arrow.label)}`;
  return `${endsOf(arrow, tab)}${label} · ${tab.refOf(arrow.id)}`;
}

type Folded = {
  /** Ids of boxes and arrows whose lines are omitted. */
  readonly hidden: ReadonlySet<string>;
  /** The lines of folded frames. */
  readonly lines: ReadonlyMap<string, string>;
  readonly arrows: boolean;
};
const nothingFolded: Folded = { hidden: new Set(), lines: new Map(), arrows: false };

function fold(boxes: readonly BoxLine[], arrows: readonly ArrowLine[], room: number, tab: TabView): Folded {
  const costs = boxes.map(({ text }) => costOf(text));
  const sizes = sizesOf(boxes, costs);
  let cost = [...costs, ...arrows.map(({ text }) => costOf(text))].reduce((sum, one) => sum + one, 0);
  const arrowsWithin = new ArrowsByBox(arrows);
  const hidden = new Set<string>();
  const lines = new Map<string, string>();
  const frames = boxes
    .map((line, index) => ({ line, index, size: sizes[index] ?? { end: index + 1, cost: 0 } }))
    .filter(({ line }) => line.node.members.length > 0)
    .toSorted((a, b) => b.size.cost - a.size.cost || a.index - b.index);
  for (const { line, index, size } of frames) {
    if (cost <= room) break;
    const { id } = line.node.box;
    if (hidden.has(id)) continue;
    const members = boxes.slice(index + 1, size.end);
    const inner = arrowsWithin.between(new Set(members.map(({ node }) => node.box.id)));
    const text = `${line.text} … ${count(members.length, 'member')}, ${count(inner.length, 'arrow')} folded: in:${tab.refOf(id)}`;
    // Inner frames are no larger and have not been examined yet, so all their lines are still visible.
    const saved = size.cost + inner.reduce((sum, { arrow, text: said }) => sum + (hidden.has(arrow.id) ? 0 : costOf(said)), 0);
    const added = costOf(text) - (costs[index] ?? 0);
    if (saved <= added) continue;
    for (const { node } of members) hidden.add(node.box.id);
    for (const { arrow } of inner) hidden.add(arrow.id);
    lines.set(id, text);
    cost += added - saved;
  }
  const left = arrows.filter(({ arrow }) => !hidden.has(arrow.id));
  const leftCost = left.reduce((sum, { text }) => sum + costOf(text), 0);
  return { hidden, lines, arrows: cost > room && leftCost > costOf(arrowsFolded(left.length)) };
}

/** For each line, the end of its members in the list, and their total cost. */
function sizesOf(boxes: readonly BoxLine[], costs: readonly number[]): { end: number; cost: number }[] {
  const before = [0];
  for (const cost of costs) before.push((before.at(-1) ?? 0) + cost);
  const sizes: { end: number; cost: number }[] = [];
  const open: number[] = [];
  const close = (depth: number, end: number): void => {
    for (let at = open.at(-1); at !== undefined && (boxes[at]?.depth ?? 0) >= depth; at = open.at(-1)) {
      sizes[at] = { end, cost: (before[end] ?? 0) - (before[at + 1] ?? 0) };
      open.pop();
    }
  };
  boxes.forEach(({ depth }, index) => {
    close(depth, index);
    open.push(index);
  });
  close(0, boxes.length);
  return sizes;
}

/** The arrows between two boxes of a set, found from the boxes. */
class ArrowsByBox {
  readonly #leaving = new Map<string, ArrowLine[]>();

  constructor(arrows: readonly ArrowLine[]) {
    for (const line of arrows) {
      const { from } = line.arrow;
      if (!isPinned(from)) continue;
      const leaving = this.#leaving.get(from.element);
      if (leaving === undefined) this.#leaving.set(from.element, [line]);
      else leaving.push(line);
    }
  }

  between(boxes: ReadonlySet<string>): ArrowLine[] {
    const between: ArrowLine[] = [];
    for (const id of boxes) {
      for (const line of this.#leaving.get(id) ?? []) {
        const { to } = line.arrow;
        if (isPinned(to) && boxes.has(to.element)) between.push(line);
      }
    }
    return between;
  }
}
