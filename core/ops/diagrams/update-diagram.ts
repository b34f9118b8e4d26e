/**
 * update-diagram: brings what an earlier import of the same source drew up to a newer text.
 *
 * Elements are found by their origin. A field is changed if it is as the import made it, and kept and reported otherwise. What is no
 * longer in the text is removed if it is unchanged. Nothing else moves, except as room for new boxes requires.
 */
import { type Arrow, type Box, type Element, isArrow, isBox, isContainer, isPinned } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import { kindOf } from '../../notation/naming.ts';
import { newElementId } from '../new-id.ts';
import type { Planning } from '../../planning/planning.ts';
import { grownSize } from '../../text/fit-size.ts';
import type { Diagram, DiagramNode } from '../../import/diagram.ts';
import { drawDiagram, drawEdge } from './draw-diagram.ts';
import { drawSequence, sequenceDrawn } from './draw-sequence.ts';
import { newNode } from './new-elements.ts';
import { derived, edgeFields, groupFields, nodeFields } from '../../import/wanted-fields.ts';
import { type Hashes, hashesOf, isAsMade, type Made, madeOf, originId, originOf } from '../../import/origin.ts';
import { type PlacedUpdate, updatePlaced } from './update-placed.ts';
import { innerFirst } from '../../import/provisional-places.ts';

const perElement = 40;

export function updateDiagram(diagram: Diagram, source: string, planning: Planning): Problem | null {
  const drawn = drawnBefore(source, planning);
  const { rows } = diagram;
  const ids = new Map(Array.from(drawn.values(), ({ id, origin }) => [origin?.id ?? '', id]));
  const isGone = rows !== undefined && sequenceDrawn({ ...diagram, rows }, ids, planning) === null;
  if (drawn.size === 0 || isGone) return drawDiagram(diagram, source, planning);
  return new DiagramUpdate(diagram, source, planning, drawn).run();
}

/** The elements of an earlier import by their ids in the source. Of copies, the one that is lowest in the stack counts. */
function drawnBefore(source: string, { draft, work }: Planning): Map<string, Element> {
  work.spend(draft.size);
  const drawn = new Map<string, Element>();
  for (const element of draft.elements()) {
    if (element.origin?.source !== source) continue;
    const key = keyOf(element, element.origin.id);
    const other = drawn.get(key);
    if (other === undefined || element.z < other.z) drawn.set(key, element);
  }
  return drawn;
}

/** Boxes and arrows have ids of their own. */
const keyOf = (element: Element, id: string): string => (isArrow(element) ? `arrow ${id}` : `box ${id}`);

class DiagramUpdate {
  readonly #diagram: Diagram;
  readonly #source: string;
  readonly #planning: Planning;
  readonly #drawn: ReadonlyMap<string, Element>;
  /** Ids on the tab by those of the source. */
  readonly #ids = new Map<string, string>();

  constructor(diagram: Diagram, source: string, planning: Planning, drawn: ReadonlyMap<string, Element>) {
    this.#diagram = diagram;
    this.#source = source;
    this.#planning = planning;
    this.#drawn = drawn;
    for (const { id } of [...diagram.nodes, ...diagram.groups]) {
      const element = drawn.get(`box ${originId(id)}`);
      if (element !== undefined) this.#ids.set(id, element.id);
    }
  }

  run(): Problem | null {
    const { nodes, groups, edges, losses, rows, isPlaced } = this.#diagram;
    if (rows !== undefined) return this.#runSequence(rows);
    if (isPlaced === true) return this.#runPlaced();
    return (
      this.#removeMissing() ??
      this.#each(nodes, (node) => this.#put(node.id, nodeFields(node, losses), () => this.#addNode(node))) ??
      this.#each(innerFirst(groups), (group) => this.#put(group.id, groupFields(group, losses), () => this.#wrap(group.id))) ??
      this.#each([...nodes, ...groups], ({ id, parent }) => this.#moveInto(id, parent)) ??
      this.#each(edges, (edge) => {
        const existing = this.#drawn.get(`arrow ${originId(edge.id)}`);
        const made = edgeFields(edge, losses);
        if (existing === undefined)
          return drawEdge(edge, this.#diagram, { ids: this.#ids, source: this.#source }, this.#planning);
        return this.#change(existing, edge.id, made);
      })
    );
  }

  #runPlaced(): Problem | null {
    const change: PlacedUpdate['change'] = (existing, id, made) => this.#change(existing, id, made);
    const update = { source: this.#source, drawn: this.#drawn, change };
    return this.#removeMissing() ?? updatePlaced(this.#diagram, update, this.#planning);
  }

  #runSequence(rows: NonNullable<Diagram['rows']>): Problem | null {
    const { nodes, groups, edges, losses } = this.#diagram;
    const change = (key: string, id: string, made: () => Made): Problem | null => {
      const existing = this.#drawn.get(`${key} ${originId(id)}`);
      return existing === undefined ? null : this.#change(existing, id, made());
    };
    const ids = new Map(this.#ids);
    for (const { id } of edges) {
      const message = this.#drawn.get(`arrow ${originId(id)}`);
      if (message !== undefined) ids.set(id, message.id);
    }
    return (
      this.#removeMissing() ??
      this.#each(nodes, (node) => change('box', node.id, () => nodeFields(node, losses))) ??
      this.#each(groups, (group) => change('box', group.id, () => groupFields(group, losses))) ??
      this.#each(edges, (edge) => change('arrow', edge.id, () => edgeFields(edge, losses))) ??
      drawSequence({ ...this.#diagram, rows }, this.#source, ids, this.#planning)
    );
  }

  #each<T>(entries: readonly T[], change: (entry: T) => Problem | null): Problem | null {
    for (const entry of entries) {
      if (!this.#planning.work.spend(perElement)) return null;
      const refusal = change(entry);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #put(id: string, made: Made, add: () => Problem | null): Problem | null {
    const existing = this.#drawn.get(`box ${originId(id)}`);
    return existing === undefined ? add() : this.#change(existing, id, made);
  }

  /** Sets the fields that only the source changed. */
  #change(existing: Element, id: string, made: Made): Problem | null {
    const before = existing.origin === undefined ? new Map<string, string>() : madeOf(existing.origin);
    const hashes = new Map(hashesOf(made));
    const fields = new Map<string, unknown>(Object.entries(existing));
    for (const name of new Set([...before.keys(), ...made.keys()])) {
      if (derived.has(name)) continue;
      const [current, wanted] = [fields.get(name), made.get(name)];
      if (jsonEqual(current, wanted) || (current === undefined && wanted === undefined)) continue;
      if (isAsMade(before, name, current)) {
        if (wanted === undefined) fields.delete(name);
        else fields.set(name, wanted);
        continue;
      }
      this.#diagram.losses.drop(id, `${name}: ${text(wanted)}`, `it was changed on the tab to ${text(current)}`);
      const hash = before.get(name);
      if (hash === undefined) hashes.delete(name);
      else hashes.set(name, hash);
    }
    fields.set('origin', originOf(this.#source, id, hashes));
    const changed = Object.fromEntries(fields) as Element;
    if (jsonEqual(changed, existing)) return null;
    const locked = this.#planning.refuseLocked([existing]);
    if (locked !== null) return locked;
    this.#planning.target(existing.id);
    this.#planning.put(isBox(changed) && isBox(existing) ? sizedFor(changed, existing) : changed);
    return null;
  }

  /** A new box is in its frame, or beside a box that an arrow joins it with. */
  #addNode(node: DiagramNode): Problem | null {
    const planning = this.#planning;
    const box = newNode(node, this.#source, planning, this.#diagram.losses);
    const id = newElementId(planning, undefined, node.id, kindOf(box));
    if (isProblem(id)) return id;
    const place = this.#placeOf(node);
    const { x: _x, y: _y, z: _z, id: _id, origin, type, ...fields } = box;
    const element = { type, id: id.slice(0, id.indexOf('~')), ...fields };
    const refusal = planning.plan({ op: 'add', element, ...(place === null ? {} : { place }) } as { readonly op: string });
    if (refusal !== null) return refusal;
    const [added] = planning.draft.idsOfSlug(element.id);
    const put = planning.draft.get(added ?? '');
    if (put === undefined || origin === undefined) return null;
    planning.put({ ...put, origin });
    this.#ids.set(node.id, put.id);
    return null;
  }

  #placeOf({ id, parent }: DiagramNode): { readonly rel: string; readonly ref: string } | null {
    const { draft } = this.#planning;
    const refOf = (of: string | null): string | null => {
      const onTab = of === null ? undefined : this.#ids.get(of);
      return onTab === undefined ? null : draft.refOf(onTab);
    };
    const frame = refOf(parent);
    if (frame !== null) return { rel: 'inside', ref: frame };
    const [after, before] = this.#diagram.direction === 'right' ? ['right-of', 'left-of'] : ['below', 'above'];
    for (const { from, to } of this.#diagram.edges) {
      this.#planning.work.spend(1);
      const other = from === id ? refOf(to) : to === id ? refOf(from) : null;
      if (other !== null) return { rel: (to === id ? after : before) ?? 'below', ref: other };
    }
    return null;
  }

  /** A new frame goes around the boxes that are to be in it. */
  #wrap(id: string): Problem | null {
    const planning = this.#planning;
    const { nodes, groups, losses } = this.#diagram;
    const group = groups.find((one) => one.id === id);
    const members = [...nodes, ...groups].flatMap((one) => (one.parent === id ? (this.#ids.get(one.id) ?? []) : []));
    if (group === undefined || members.length === 0) return null;
    const made = groupFields(group, losses);
    const slug = newElementId(planning, undefined, id, 'frame');
    if (isProblem(slug)) return slug;
    const name = slug.slice(0, slug.indexOf('~'));
    const fields = Object.fromEntries([...made].filter(([field]) => !derived.has(field)));
    const target = members.map((member) => planning.draft.refOf(member)).join(' ');
    const refusal = planning.plan({ op: 'wrap', target, kind: 'frame', id: name, fields, makeRoom: true } as {
      readonly op: string;
    });
    if (refusal !== null) return refusal;
    const frame = planning.draft.get(planning.draft.idsOfSlug(name)[0] ?? '');
    if (frame === undefined) return null;
    planning.put({ ...frame, origin: originOf(this.#source, id, hashesOf(made)) });
    this.#ids.set(id, frame.id);
    return null;
  }

  /** Moves a box that the source put into another frame. */
  #moveInto(id: string, parent: string | null): Problem | null {
    const before = this.#drawn.get(`box ${originId(id)}`);
    if (before?.origin === undefined) return null;
    const was: Hashes = madeOf(before.origin);
    if (isAsMade(was, 'parent', parent ?? undefined)) return null;
    const frame = parent === null ? undefined : this.#ids.get(parent);
    const { draft } = this.#planning;
    const box = draft.get(before.id);
    const container = draft.get(frame ?? '');
    if (container === undefined || box === undefined || (isContainer(container) && isInside(box, container))) return null;
    const place = { rel: 'inside', ref: draft.refOf(container.id) };
    return this.#planning.plan({ op: 'move', target: draft.refOf(before.id), place } as { readonly op: string });
  }

  #removeMissing(): Problem | null {
    const { nodes, groups, edges } = this.#diagram;
    const kept = new Set([
      ...[...nodes, ...groups].map(({ id }) => `box ${originId(id)}`),
      ...edges.map(({ id }) => `arrow ${originId(id)}`),
    ]);
    const missing = [...this.#drawn].filter(([key]) => !kept.has(key)).map(([, element]) => element);
    const gone = new Set<string>();
    // Arrows first, so that boxes know which of their arrows stay.
    for (const element of [...missing.filter(isArrow), ...missing.filter(isBox)]) {
      if (!this.#planning.work.spend(perElement)) return null;
      const why = this.#whyKept(element, gone);
      if (why === null) gone.add(element.id);
      else this.#diagram.losses.drop(element.origin?.id ?? '', 'its removal', why);
    }
    for (const id of gone) {
      const element = this.#planning.draft.get(id);
      if (element === undefined) continue;
      const locked = this.#planning.refuseLocked([element]);
      if (locked !== null) return locked;
      this.#planning.target(id);
      this.#planning.remove(id);
    }
    return null;
  }

  #whyKept(element: Element, gone: ReadonlySet<string>): string | null {
    const made = element.origin === undefined ? new Map<string, string>() : madeOf(element.origin);
    const fields = new Map<string, unknown>(Object.entries(element));
    const changed = [...contentFields, ...made.keys()].find(
      (name) => !derived.has(name) && !isAsMade(made, name, fields.get(name)),
    );
    if (changed !== undefined) return `its ${changed} was changed on the tab`;
    if (isArrow(element)) return this.#isRewired(element, made) ? 'its ends were changed on the tab' : null;
    for (const arrow of this.#planning.draft.arrowsAt(element.id)) {
      this.#planning.work.spend(1);
      if (!gone.has(arrow.id)) return 'an arrow that stays is attached to it';
    }
    return null;
  }

  #isRewired({ from, to }: Arrow, made: Hashes): boolean {
    const [tail, head] = [from, to].map((end) => (isPinned(end) ? this.#planning.draft.get(end.element)?.origin?.id : undefined));
    return !isAsMade(made, 'ends', `${tail}\n${head}`);
  }
}

/** What people add to an element: it is theirs then. */
const contentFields = ['label', 'note', 'link', 'fill', 'stroke', 'textColor', 'border', 'strokeWidth', 'sections', 'heads'] as const; // prettier-ignore

const text = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** A box is as large as before, unless its label needs more. */
function sizedFor(box: Box, before: Box): Box {
  if (
    box.label === before.label &&
    jsonEqual('sections' in box ? box.sections : null, 'sections' in before ? before.sections : null)
  )
    return box;
  return isContainer(box) ? box : { ...box, ...grownSize(box) };
}

const isInside = (box: Element, frame: Box): boolean =>
  isBox(box) &&
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;
