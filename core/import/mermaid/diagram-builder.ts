/**
 * diagram-builder: collects what the statements of a Mermaid diagram say, in any order, into a diagram.
 *
 * A node belongs to the first group that ends and mentions it. A group without members becomes a node. Styles apply in the order
 * of Mermaid: the default class, classes, then styles of the node itself.
 */
import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode, EdgeFields, NodeFields } from '../diagram.ts';
import type { Size } from '#schema/tab.ts';
import { Losses } from '../diagram.ts';
import { styleFields } from './css-style.ts';

export type NodeDraft = {
  readonly id: string;
  kind: DiagramNode['kind'];
  label: string | null;
  parent: string | null;
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
  parent: string | null;
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
  readonly #edgeIds = new Set<string>();
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
    const node = this.#awaited.get(id) ?? { id, kind: this.#kind, label: null, parent: null, classes: [], styles: [] };
    this.#awaited.set(id, node);
    return node;
  }

  openGroup(id: string, label: string): GroupDraft {
    const known = this.groups.get(id);
    const group = known ?? { id, label, parent: this.group?.id ?? null, direction: null, mentioned: new Set<string>() };
    this.groups.set(id, group);
    this.#open.push(group);
    return group;
  }

  /** False if none is open. */
  closeGroup(): boolean {
    const group = this.#open.pop();
    if (group === undefined) return false;
    for (const id of group.mentioned) {
      const node = this.nodes.get(id);
      if (node !== undefined && node.parent === null && !this.groups.has(id)) node.parent = group.id;
    }
    return true;
  }

  edge(from: string, to: string, label: string, fields: EdgeFields, id: string | null = null): EdgeDraft {
    const edge = { id: this.#edgeId(id ?? `${from}->${to}`), from, to, label, fields };
    this.edges.push(edge);
    return edge;
  }

  hasEdge(id: string): boolean {
    return this.#edgeIds.has(id);
  }

  #edgeId(wanted: string): string {
    let id = wanted;
    let count = this.#repeats.get(wanted) ?? 1;
    while (this.#edgeIds.has(id)) id = `${wanted}#${(count += 1)}`;
    this.#repeats.set(wanted, count);
    this.#edgeIds.add(id);
    return id;
  }

  build(): Diagram {
    for (const id of this.#awaited.keys()) this.losses.drop(id, 'its looks', 'there is no such box');
    const filled = new Set<string>();
    for (const { id, parent } of this.nodes.values()) if (parent !== null && !this.groups.has(id)) filled.add(parent);
    const groups = [...this.groups.values()].toReversed().filter(({ id, parent }) => {
      if (!filled.has(id)) return false;
      if (parent !== null) filled.add(parent);
      return true;
    });
    const kept = new Set(groups.map(({ id }) => id));
    const nodes: DiagramNode[] = [];
    for (const node of this.nodes.values()) if (!this.groups.has(node.id)) nodes.push(this.#nodeOf(node));
    for (const { id, label, parent } of this.groups.values()) {
      if (kept.has(id)) continue;
      this.losses.coerce(id, 'a group without members', 'a box');
      const fields = this.#fieldsOf(id);
      nodes.push({ id, kind: 'square', label, fields, parent: this.#keptParent(parent, kept) });
    }
    return {
      style: this.style,
      direction: this.direction,
      nodes,
      groups: groups.toReversed().map(({ id, label, direction, parent }): DiagramGroup => {
        const { sections: _, ...fields } = this.#fieldsOf(id);
        return { id, label, fields, parent: this.#keptParent(parent, kept), direction };
      }),
      edges: this.edges as readonly DiagramEdge[],
      losses: this.losses,
    };
  }

  #keptParent(parent: string | null, kept: ReadonlySet<string>): string | null {
    let at = parent;
    while (at !== null && !kept.has(at)) at = this.groups.get(at)?.parent ?? null;
    return at;
  }

  #nodeOf({ id, kind, label, parent, mark }: NodeDraft): DiagramNode {
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
