/**
 * dot-text: a graph in Graphviz's DOT language. Names are ours (n0, c1): no text that a user wrote is in it.
 *
 * One point of Graphviz is one pixel. Labels of arrows and titles of frames are empty tables of the size that they need.
 */
import type { BoxSize } from '../planning/free-spot.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { bothLabels, type LayoutDirection, type LayoutEdge, type LayoutGraph, type LayoutNode, type Spacing } from './graph.ts';

export type DotText = {
  readonly text: string;
  /** Which node each name stands for; the names of frames are those of their clusters. */
  readonly names: ReadonlyMap<string, LayoutNode>;
};

/** `effort`: how much of its usual search for few crossings dot makes, above 0 to 1. */
export type DotForm = { readonly direction: LayoutDirection; readonly spacing: Spacing; readonly effort: number };

export function writeDot({ nodes, edges }: LayoutGraph, form: DotForm): DotText {
  const names = new Map<string, LayoutNode>();
  const byId = new Map<string, { readonly name: string; readonly node: LayoutNode }>();
  const lines: string[] = [];
  const write = (node: LayoutNode): void => {
    const name = `${node.members === undefined ? 'n' : 'cluster_'}${names.size}`;
    names.set(name, node);
    byId.set(node.id, { name, node });
    if (node.members === undefined) {
      lines.push(`${name}[width=${inches(node.width)},height=${inches(node.height)}]`);
      return;
    }
    const title = { width: Math.max(1, node.width - 2 * framePadding), height: frameTop - framePadding };
    // dot keeps clusters 8 points apart, whatever it is told: one around each frame keeps frames as far apart as boxes.
    lines.push(`subgraph cluster_around_${name}{graph[margin=${Math.max(0, form.spacing.beside / 2 - 4)},label=""]`);
    lines.push(`subgraph ${name}{graph[margin=${framePadding},label=${room(title)}]`);
    for (const member of node.members) write(member);
    lines.push('}}');
  };
  for (const node of nodes) write(node);
  const entries = new FrameEntries(edges);
  const rank = new Map([...byId.keys()].map((id, index) => [id, index]));
  const place = (id: string): number => rank.get(id) ?? 0;
  const joined = new Map<string, BoxSize | null>();
  for (const edge of edges.toSorted((a, b) => place(a.from) - place(b.from) || place(a.to) - place(b.to))) {
    const from = byId.get(entries.exitOf(byId.get(edge.from)?.node));
    const to = byId.get(entries.entryOf(byId.get(edge.to)?.node));
    if (from === undefined || to === undefined || from === to) continue;
    // Two edges between the same nodes, one of them labelled, can end dot with an access out of its memory.
    const way = `${from.name}->${to.name}`;
    joined.set(way, bothLabels(joined.get(way) ?? null, edge.label));
  }
  for (const [way, label] of joined) lines.push(label === null ? way : `${way}[label=${room(label)}]`);
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

const room = ({ width, height }: BoxSize): string =>
  `<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="${Math.ceil(width)}" HEIGHT="${Math.ceil(height)}"><TR><TD></TD></TR></TABLE>>`;

/** dot joins nodes only: where an arrow is pinned to a frame it joins a member that begins, or ends, what is inside. */
class FrameEntries {
  readonly #left: ReadonlySet<string>;
  readonly #entered: ReadonlySet<string>;

  constructor(edges: readonly LayoutEdge[]) {
    this.#left = new Set(edges.map(({ from }) => from));
    this.#entered = new Set(edges.map(({ to }) => to));
  }

  entryOf(node: LayoutNode | undefined): string {
    return innermost(node, (members) => members.find(({ id }) => !this.#entered.has(id)) ?? members[0]);
  }

  exitOf(node: LayoutNode | undefined): string {
    return innermost(node, (members) => members.findLast(({ id }) => !this.#left.has(id)) ?? members.at(-1));
  }
}

function innermost(node: LayoutNode | undefined, choose: (members: readonly LayoutNode[]) => LayoutNode | undefined): string {
  let at = node;
  while (at?.members !== undefined) at = choose(at.members);
  return at?.id ?? '';
}
