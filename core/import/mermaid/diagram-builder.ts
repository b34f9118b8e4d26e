/**
 * diagram-builder: collects what the statements of a Mermaid diagram say, in any order, into a diagram.
 *
 * A node or group belongs to the first group that ends and mentions it. A group without members becomes a node. Styles apply in the
 * order of Mermaid: the default class, classes, then styles of the node itself.
 */
import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode, EdgeFields, NodeFields } from '../diagram.ts';
import type { Size } from '#schema/tab.ts';
import { Losses } from '../diagram.ts';
import { styleFields } from './css-style.ts';

export type NodeDraft = {
  readonly id: string;
  kind: DiagramNode['kind'];
  label: string | null;
  sections?: string[][];
  link?: string;
  /** A small mark without a label: a bar across the flow, or a diamond. */
  mark?: 'bar' | 'choice';
  readonly classes: string[];
  readonly styles: string[];
};
type GroupDraft = {
  readonly id: string;
  label: string;
  direction: 'right' | 'down' | null;
  readonly mentioned: Set<string>;
};
export type EdgeDraft = { readonly id: string; from: string; to: string; readonly label: string; fields: EdgeFields };

const [barLength, barWidth, choiceSide] = [100, 10, 48];

export class DiagramBuilder {
  readonly losses = new Losses();
  readonly nodes = new Map<string, NodeDraft>();
  readonly groups = new Map<string, GroupDraft>();
  readonly edges: EdgeDraft[] = [];
  notes = 0;
  style: Diagram['style'] = 'flow';
  direction: Diagram['direction'] = 'down';
  readonly classDefs = new Map<string, string>();
  readonly #kind: DiagramNode['kind'];
  readonly #open: GroupDraft[] = [];
  readonly #openIds = new Set<string>();
  /** The groups that nodes and groups are in, by their ids. */
  readonly #owners = new Map<string, string>();
  readonly #edgeIds = new Set<string>();
  readonly #edgeNames = new Set<string>();
  readonly #edgeCounts = new Map<string, number>();
  readonly #repeats = new Map<string, number>();
  readonly #awaited = new Map<string, NodeDraft>();

  /** `kind`: of nodes that say nothing else. */
  constructor(kind: DiagramNode['kind']) {
    this.#kind = kind;
  }

  /** The innermost open group. */
  get group(): GroupDraft | null {
    return this.#open.at(-1) ?? null;
  }

  node(id: string): NodeDraft {
    this.group?.mentioned.add(id);
    const existing = this.nodes.get(id);
    if (existing !== undefined) return existing;
    const node = this.awaited(id);
    this.#awaited.delete(id);
    this.nodes.set(id, node);
    return node;
  }

  /** A node whose looks come before the statement that names it. If none does, it is left out. */
  awaited(id: string): NodeDraft {
    const node = this.#awaited.get(id) ?? { id, kind: this.#kind, label: null, classes: [], styles: [] };
    this.#awaited.set(id, node);
    return node;
  }

  openGroup(id: string, label: string): GroupDraft {
    this.group?.mentioned.add(id);
    const group = this.groups.get(id) ?? { id, label, direction: null, mentioned: new Set<string>() };
    this.groups.set(id, group);
    this.#open.push(group);
    this.#openIds.add(id);
    return group;
  }

  isOpen(id: string): boolean {
    return this.#openIds.has(id);
  }

  /** False if none is open. */
  closeGroup(): boolean {
    const group = this.#open.pop();
    if (group === undefined) return false;
    this.#openIds.delete(group.id);
    for (const id of group.mentioned) if (id !== group.id && !this.#owners.has(id)) this.#owners.set(id, group.id);
    group.mentioned.clear();
    return true;
  }

  edge(from: string, to: string, label: string, fields: EdgeFields, id: string | null = null): EdgeDraft {
    const edge = { id: this.#edgeId(id ?? `${from}->${to}`), from, to, label, fields };
    this.edges.push(edge);
    return edge;
  }

  hasEdge(id: string): boolean {
    return this.#edgeIds.has(id) || this.#edgeNames.has(id);
  }

  /** Mermaid gives an arrow a name by its ends: the first between them has the number 0, the second one 2. */
  nameEdge(from: string, to: string): void {
    const ends = `L_${from}_${to}`;
    const count = this.#edgeCounts.get(ends) ?? 0;
    this.#edgeCounts.set(ends, count + 1);
    this.#edgeNames.add(`${ends}_${count === 0 ? 0 : count + 1}`);
  }

  /** An id that no node has: the wanted one, or that with a number. */
  unusedId(wanted: string): string {
    return this.#unused(wanted, this.nodes);
  }

  #edgeId(wanted: string): string {
    const id = this.#unused(wanted, this.#edgeIds);
    this.#edgeIds.add(id);
    return id;
  }

  #unused(wanted: string, used: { has(id: string): boolean }): string {
    let id = wanted;
    let count = this.#repeats.get(wanted) ?? 1;
    while (used.has(id)) id = `${wanted}#${(count += 1)}`;
    this.#repeats.set(wanted, count);
    return id;
  }

  build(): Diagram {
    for (const id of this.#awaited.keys()) this.losses.drop(id, 'its looks', 'there is no such box');
    const parents = groupParents(this.groups.keys(), this.#owners);
    const filled = new Set<string>();
    for (const id of this.nodes.keys()) {
      if (this.groups.has(id)) continue;
      for (let at = this.#owners.get(id); at !== undefined && !filled.has(at); at = parents.get(at)) filled.add(at);
    }
    const nodes: DiagramNode[] = [];
    const groups: DiagramGroup[] = [];
    for (const node of this.nodes.values()) if (!this.groups.has(node.id)) nodes.push(this.#nodeOf(node));
    const around = new Map<string, string | null>();
    for (const { id, label, direction } of this.#outerFirst(parents)) {
      const owner = parents.get(id);
      const parent = owner === undefined || filled.has(owner) ? (owner ?? null) : (around.get(owner) ?? null);
      around.set(id, parent);
      const { sections: _, ...fields } = this.#fieldsOf(id);
      if (filled.has(id)) groups.push({ id, label, fields, parent, direction });
      else {
        this.losses.coerce(id, 'a group without members', 'a box');
        nodes.push({ id, kind: 'square', label, fields, parent });
      }
    }
    return {
      style: this.style,
      direction: this.direction,
      nodes,
      groups,
      edges: this.edges as readonly DiagramEdge[],
      losses: this.losses,
    };
  }

  #outerFirst(parents: ReadonlyMap<string, string>): GroupDraft[] {
    const ordered = new Set<GroupDraft>();
    for (const group of this.groups.values()) {
      const path: GroupDraft[] = [];
      let at: GroupDraft | undefined = group;
      while (at !== undefined && !ordered.has(at)) {
        path.push(at);
        at = this.groups.get(parents.get(at.id) ?? '');
      }
      for (const one of path.toReversed()) ordered.add(one);
    }
    return [...ordered];
  }

  #nodeOf({ id, kind, label, mark }: NodeDraft): DiagramNode {
    const parent = this.#owners.get(id) ?? null;
    const size = mark === undefined ? {} : { size: this.#sizeOf(mark, parent) };
    return { id, kind, label: label ?? id, fields: this.#fieldsOf(id), parent, ...size };
  }

  #sizeOf(mark: 'bar' | 'choice', parent: string | null): Size {
    if (mark === 'choice') return { width: choiceSide, height: choiceSide };
    const isDown = (this.groups.get(parent ?? '')?.direction ?? this.direction) === 'down';
    return isDown ? { width: barLength, height: barWidth } : { width: barWidth, height: barLength };
  }

  /** What classes and styles say of a node or group. */
  #fieldsOf(id: string): NodeFields {
    const { classes = [], styles = [], sections, link } = this.nodes.get(id) ?? {};
    const fields: NodeFields = {};
    const defaults = this.groups.has(id) ? [] : ['default'];
    const said = [...defaults, ...classes].flatMap((name) => {
      const style = this.classDefs.get(name);
      if (style === undefined && name !== 'default') this.losses.drop(id, `class ${name}`, 'it is not defined');
      return style ?? [];
    });
    for (const style of said) Object.assign(fields, this.#styleOf(style));
    for (const style of styles) Object.assign(fields, styleFields(style, id, this.losses));
    return { ...fields, ...(sections !== undefined && { sections }), ...(link !== undefined && { link }) };
  }

  readonly #styles = new Map<string, NodeFields>();

  /** The losses of a class are reported once. */
  #styleOf(style: string): NodeFields {
    const known = this.#styles.get(style);
    if (known !== undefined) return known;
    const fields = styleFields(style, 'classDef', this.losses);
    this.#styles.set(style, fields);
    return fields;
  }
}

/** The groups that groups are in. Of groups that are within each other, the first one is in none. */
function groupParents(groups: Iterable<string>, owners: ReadonlyMap<string, string>): Map<string, string> {
  const parents = new Map<string, string>();
  const done = new Set<string>();
  for (const id of groups) {
    const path = new Set<string>();
    let at: string | undefined = id;
    for (; at !== undefined && !done.has(at) && !path.has(at); at = owners.get(at)) path.add(at);
    for (const one of path) {
      done.add(one);
      const owner = owners.get(one);
      if (owner !== undefined && one !== at) parents.set(one, owner);
    }
  }
  return parents;
}
