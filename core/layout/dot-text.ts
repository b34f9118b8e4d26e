/**
 * A graph without frames in Graphviz's DOT language. It contains no text of users: nodes are n0, n1 and so on.
 *
 * One point of Graphviz is one pixel. Labels of arrows are empty tables of their size.
 */
import type { Size } from '#schema/tab.ts';

import type { LayoutDirection, LayoutGraph, LayoutNode, Spacing } from './graph.ts';

export type DotText = {
  readonly text: string;
  /** The node of each name. */
  readonly names: ReadonlyMap<string, LayoutNode>;
};

/** `effort`: the share of its default search for few crossings that dot makes, above 0 and at most 1. */
export type DotForm = { readonly direction: LayoutDirection; readonly spacing: Spacing; readonly effort: number };

export function writeDot({ nodes, edges }: LayoutGraph, form: DotForm): DotText {
  const names = new Map<string, LayoutNode>();
  const nameOf = new Map<string, string>();
  const lines: string[] = [];
  for (const node of nodes) {
    const name = `n${names.size}`;
    names.set(name, node);
    nameOf.set(node.id, name);
    lines.push(`${name}[width=${inches(node.width)},height=${inches(node.height)}]`);
  }
  const rank = new Map([...nameOf.keys()].map((id, index) => [id, index]));
  const place = (id: string): number => rank.get(id) ?? 0;
  for (const { from, to, label } of edges.toSorted((a, b) => place(a.from) - place(b.from) || place(a.to) - place(b.to))) {
    const edge = `${nameOf.get(from)}->${nameOf.get(to)}`;
    lines.push(label === null ? edge : `${edge}[label=${room(label)}]`);
  }
  return { text: `digraph{${graphLine(form)}\n${lines.join('\n')}\n}`, names };
}

function graphLine({ direction, spacing: { beside, along }, effort: share }: DotForm): string {
  const rounds = (4 * share).toFixed(4);
  const effort = share === 1 ? '' : `,nslimit=${rounds},nslimit1=${rounds},mclimit=${share.toFixed(4)}`;
  const rankdir = direction === 'down' ? 'TB' : 'LR';
  return (
    `graph[rankdir=${rankdir},nodesep=${inches(beside)},ranksep=${inches(along)},splines=none${effort}];` +
    'node[shape=box,fixedsize=true,label=""]'
  );
}

const inches = (pixels: number): string => (pixels / 72).toFixed(4);

const room = ({ width, height }: Size): string =>
  `<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="${Math.ceil(width)}" HEIGHT="${Math.ceil(height)}"><TR><TD></TD></TR></TABLE>>`;
