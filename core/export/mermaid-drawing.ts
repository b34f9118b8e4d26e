/** mermaid-drawing: what of a tab a Mermaid diagram says, with ids that Mermaid accepts; what it does not say is collected. */
import { type Arrow, type Box, type Element, isArrow, isBox, isContainer, isPinned, type Shape } from '#schema/element.ts';

import { endHeadsOf, type EndHeads } from '../arrows/end-heads.ts';
import { fullLabel } from './full-label.ts';
import { quoteShort } from '../notation/quote.ts';
import { type Container, parentsOf } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';
import { centreX, centreY } from '../tab/rect.ts';

export type DrawnNode = { readonly id: string; readonly box: Box; readonly label: string };
export type DrawnEdge = {
  readonly from: DrawnNode;
  readonly to: DrawnNode;
  readonly arrow: Arrow;
  readonly label: string;
  readonly heads: EndHeads;
};

type Members = { readonly nodes: DrawnNode[]; readonly frames: DrawnNode[] };

/** Words that begin statements of Mermaid. */
const reserved: ReadonlySet<string> = new Set([
  'end', 'subgraph', 'graph', 'flowchart', 'class', 'classdef', 'style', 'linkstyle', 'click', 'direction', 'state', 'note', 'default',
  'href', 'call', 'namespace', 'as', 'title', 'o', 'x', 'link', 'callback', 'cssclass', 'scale', 'hide', 'one', 'many', 'to', 'only', 'zero',
]); // prettier-ignore

export class MermaidDrawing {
  readonly dropped: string[] = [];
  /** Boxes without frames, and frames, in the order of the stack. */
  readonly nodes: DrawnNode[] = [];
  readonly frames: DrawnNode[] = [];
  readonly edges: DrawnEdge[] = [];
  readonly direction: 'LR' | 'TD';
  readonly #parents: ReadonlyMap<string, Container>;
  readonly #shown = new Map<string, DrawnNode>();

  /** `ids`: of the elements to say, null for all. */
  constructor(tab: TabView, ids: readonly string[] | null) {
    this.#parents = parentsOf(tab);
    const named = ids === null ? null : new Set(ids);
    const elements = [...tab.elements()].toSorted(inOrder);
    const isNamed = ({ id }: Element): boolean => named === null || named.has(id) || this.#isInNamed(id, named);
    const taken = new Set<string>();
    for (const box of elements) {
      if (!isBox(box) || !isNamed(box)) continue;
      if (!sayable(box)) {
        this.drop(box, 'Mermaid has nothing like it');
        continue;
      }
      const node = { id: idOf(box, taken), box, label: fullLabel(box) };
      this.#shown.set(box.id, node);
      (isContainer(box) ? this.frames : this.nodes).push(node);
    }
    let [across, along] = [0, 0];
    for (const arrow of elements) {
      if (!isArrow(arrow)) continue;
      const [from, to] = [arrow.from, arrow.to].map((end) => (isPinned(end) ? this.#shown.get(end.element) : undefined));
      if (from === undefined || to === undefined) {
        if (isNamed(arrow) && named === null) this.drop(arrow, 'an end is not attached to a box that Mermaid says');
        continue;
      }
      across += Math.abs(centreX(from.box) - centreX(to.box));
      along += Math.abs(centreY(from.box) - centreY(to.box));
      this.edges.push({ from, to, arrow, label: arrow.label ?? '', heads: endHeadsOf(arrow.heads) });
    }
    this.direction = across > along ? 'LR' : 'TD';
  }

  drop(element: Element, why: string): void {
    const name = element.label === undefined || element.label === '' ? element.id : quoteShort(element.label, 40);
    this.dropped.push(`${element.type === 'shape' ? element.shape : element.type} ${name}: ${why}`);
  }

  /** The nearest frame around it that is said. */
  parentOf({ box }: DrawnNode): DrawnNode | null {
    for (let frame = this.#parents.get(box.id); frame !== undefined; frame = this.#parents.get(frame.id)) {
      const shown = this.#shown.get(frame.id);
      if (shown !== undefined) return shown;
    }
    return null;
  }

  #members: Map<DrawnNode | null, Members> | null = null;

  /** What is directly in a frame, or in none. */
  membersOf(frame: DrawnNode | null): Members {
    this.#members ??= this.#allMembers();
    return this.#members.get(frame) ?? { nodes: [], frames: [] };
  }

  #allMembers(): Map<DrawnNode | null, Members> {
    const members = new Map<DrawnNode | null, Members>();
    for (const [list, nodes] of [
      ['frames', this.frames],
      ['nodes', this.nodes],
    ] as const)
      for (const node of nodes) {
        const parent = this.parentOf(node);
        const entry = members.get(parent) ?? { nodes: [], frames: [] };
        members.set(parent, entry);
        entry[list].push(node);
      }
    return members;
  }

  #isInNamed(id: string, named: ReadonlySet<string>): boolean {
    for (let frame = this.#parents.get(id); frame !== undefined; frame = this.#parents.get(frame.id))
      if (named.has(frame.id)) return true;
    return false;
  }
}

const inOrder = (a: Element, b: Element): number => (a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1);

const sayable = (box: Box): boolean =>
  isContainer(box) || box.type === 'text' || box.type === 'sticky' || box.type === 'annotation' || isPlainShape(box);

const isPlainShape = (box: Box): box is Shape => box.type === 'shape' && box.shape !== 'plan-board' && box.shape !== 'plan-sheet';

function idOf(box: Box, taken: Set<string>): string {
  const given = box.origin?.id ?? '';
  const slug = box.id.slice(0, box.id.indexOf('~'));
  const plain = /^[A-Za-z]\w*$/.test(given) ? given : slug.replaceAll('-', '_');
  const first = reserved.has(plain.toLowerCase()) ? `n_${plain}` : plain;
  let [id, count] = [first, 1];
  while (taken.has(id)) id = `${first}_${(count += 1)}`;
  taken.add(id);
  return id;
}
