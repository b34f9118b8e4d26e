/**
 * draw-sequence: draws a sequence as an arranged frame, and brings one that was drawn before up to date.
 *
 * Participants, notes and blocks are put where the arrangement will have them from left to right, and rows in their order. At the end
 * of the changeset the arrangement gives all of them their places.
 */
import { type Arrow, type ArrowEnd, type Box, type Element, type Frame, isArrow, isBox, isPinned } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import { arrangeNow } from '../../arranged/arrange-frames.ts';
import { partsIn } from '../../arranged/parts-in.ts';
import { isBlock, levelOf, type SequenceParts } from '../../arranged/sequence-parts.ts';
import type { SequenceDiagram } from '../../import/diagram.ts';
import { type ExistingRows, type RowLevels, rowLevels } from '../../import/row-levels.ts';
import { edgeFields, groupFields } from '../../import/wanted-fields.ts';
import { kindOf } from '../../notation/naming.ts';
import { holdRect } from '../../placement/frame-slot.ts';
import { framePadding, frameTop } from '../../placement/spacing.ts';
import type { Planning } from '../../planning/planning.ts';
import { type ArrangedFrame, isArranged } from '../../tab/arranged-frames.ts';
import { bottom, centreX, centreY } from '../../tab/rect.ts';
import { keyOnTop } from '../../tab/stacking.ts';
import { newElementId } from '../new-id.ts';
import { cornerBeside, newElement, newNode, perElement } from './new-elements.ts';
import { columnsWith } from './sequence-spread.ts';

/** The sequence of a diagram on the tab; null if there is none that is still arranged. */
export function sequenceDrawn(
  { groups }: SequenceDiagram,
  drawn: ReadonlyMap<string, string>,
  { draft }: Planning,
): ArrangedFrame | null {
  const frame = draft.get(drawn.get(groups[0]?.id ?? '') ?? '');
  return isArranged(frame) && frame.arrange === 'sequence' ? frame : null;
}

/** `drawn`: the ids of elements of an earlier import, by those of the source. */
export function drawSequence(
  diagram: SequenceDiagram,
  source: string,
  drawn: ReadonlyMap<string, string>,
  planning: Planning,
): Problem | null {
  const frame = sequenceDrawn(diagram, drawn, planning);
  const refusal = frame === null ? null : arrangeNow(frame, planning);
  if (refusal !== null) return refusal;
  const before = frame === null ? null : partsIn(frame, planning);
  const corner = cornerBeside(planning);
  const ids = new Map(drawn);
  const isNew = new Set<string>();
  for (const [id, name, make] of partsToMake(diagram, source, ids, planning)) {
    if (!planning.work.spend(perElement)) return null;
    if (planning.draft.get(ids.get(id) ?? '') !== undefined) continue;
    const element = make();
    const elementId = newElementId(planning, undefined, name, isArrow(element) ? 'arrow' : kindOf(element));
    if (isProblem(elementId)) return elementId;
    planning.put({ ...element, ...(isArrow(element) ? {} : corner), id: elementId, z: keyOnTop(planning.draft) });
    ids.set(id, elementId);
    isNew.add(elementId);
  }
  const at = frame === null ? corner : { x: frame.x, y: frame.y };
  return new SequencePlaces(diagram, { ids, isNew, before }, planning).put(at, frame);
}

type PartToMake = readonly [id: string, name: string, make: () => Element];

/** In the order of the stack, from behind. */
function partsToMake(
  { nodes, groups, edges, losses }: SequenceDiagram,
  source: string,
  ids: ReadonlyMap<string, string>,
  planning: Planning,
): PartToMake[] {
  const [sequence, ...blocks] = groups;
  const frameOf = (group: (typeof groups)[number], name: string): PartToMake => [
    group.id,
    name,
    () => newElement(group.id, 'frame', groupFields(group, losses), source, planning),
  ];
  const end = (id: string): ArrowEnd => ({ element: ids.get(id) ?? '' });
  return [
    ...(sequence === undefined ? [] : [frameOf(sequence, sequence.label === '' ? 'sequence' : sequence.label)]),
    ...nodes
      .filter(({ kind }) => kind !== 'sticky')
      .map((node): PartToMake => [node.id, node.id, () => newNode(node, source, planning, losses)]),
    ...blocks.map((block) => frameOf(block, block.fields.block ?? 'block')),
    ...nodes
      .filter(({ kind }) => kind === 'sticky')
      .map((node): PartToMake => [node.id, 'note', () => newNode(node, source, planning, losses)]),
    ...edges.map((edge): PartToMake => [
      edge.id,
      edge.label === '' ? edge.id : edge.label,
      () => ({
        ...(newElement(edge.id, 'arrow', edgeFields(edge, losses), source, planning) as Arrow),
        from: end(edge.from),
        to: end(edge.to),
      }),
    ]),
  ];
}

type DrawnParts = {
  /** Of elements, by those of the source. */
  readonly ids: ReadonlyMap<string, string>;
  readonly isNew: ReadonlySet<string>;
  /** Null for a new sequence. */
  readonly before: SequenceParts | null;
};

class SequencePlaces {
  readonly #diagram: SequenceDiagram;
  readonly #parts: DrawnParts;
  readonly #planning: Planning;

  constructor(diagram: SequenceDiagram, parts: DrawnParts, planning: Planning) {
    this.#diagram = diagram;
    this.#parts = parts;
    this.#planning = planning;
  }

  /** `frame`: null for a new sequence, which begins at the corner. */
  put(corner: { readonly x: number; readonly y: number }, frame: ArrangedFrame | null): Problem | null {
    const { before, ids } = this.#parts;
    const participants = this.#participants();
    const tallest = Math.max(0, ...participants.map(({ height }) => height));
    const baseline = before !== null && before.participants.length > 0 ? before.baseline : corner.y + frameTop + tallest;
    const rows = rowLevels(this.#diagram.rows, this.#existing(baseline));
    for (const id of rows.outOfOrder)
      this.#diagram.losses.drop(id, 'its new place', 'messages and notes stay in their order on the tab');
    const spread = columnsWith({ participants, before, ids, diagram: this.#diagram, frame }, this.#planning.draft);
    const left = Math.max(corner.x + framePadding - spread.left, this.#firstLifeline(participants, spread.columns));
    if (frame === null) {
      const group = this.#planning.draft.get(ids.get(this.#diagram.groups[0]?.id ?? '') ?? '') as Frame;
      const height = baseline - corner.y + rows.end + framePadding;
      this.#planning.put({ ...group, ...corner, width: spread.width + 2 * framePadding, height });
    }
    const boxes: Box[] = [
      ...participants.map((box, index) => ({ ...box, x: Math.round(left + (spread.columns[index] ?? 0) - box.width / 2), y: baseline - box.height })),
      ...this.#notes(spread.notes, left, baseline, rows),
      ...this.#blocks(corner.x + framePadding, Math.max(1, spread.width), baseline, rows),
    ]; // prettier-ignore
    return this.#putBoxes(boxes, frame) ?? this.#putMessages(rows);
  }

  /** Where x 0 is so that participants of the tab stay where they are. */
  #firstLifeline(participants: readonly Box[], columns: readonly number[]): number {
    const [first] = this.#parts.before?.participants ?? [];
    const index = participants.findIndex(({ id }) => id === first?.id);
    return first === undefined ? -Infinity : centreX(first) - (columns[index] ?? 0);
  }

  /** Those of the tab in their order, and new ones after the one that is before them in the source. */
  #participants(): Box[] {
    const { before, ids, isNew } = this.#parts;
    const order = (before?.participants ?? []).map(({ id }) => id);
    let at = 0;
    for (const { id, kind } of this.#diagram.nodes) {
      const element = ids.get(id) ?? '';
      if (kind === 'sticky') continue;
      if (isNew.has(element)) order.splice(at, 0, element);
      at = order.indexOf(element) + 1;
    }
    return order.flatMap((id) => this.#boxOf(id));
  }

  #boxOf(id: string): Box[] {
    const box = this.#planning.draft.get(id);
    return box !== undefined && isBox(box) ? [box] : [];
  }

  #existing(baseline: number): ExistingRows {
    const { before, ids, isNew } = this.#parts;
    if (before === null) return { levels: new Map(), blocks: new Map(), all: [] };
    const levels = new Map<string, number>();
    const blocks = new Map<string, { top: number; foot: number; breaks: NonNullable<Frame['breaks']> }>();
    for (const [id, element] of ids) {
      const drawn = isNew.has(element) ? undefined : this.#planning.draft.get(element);
      if (drawn === undefined) continue;
      if (isArrow(drawn)) levels.set(id, levelOf(drawn) ?? 0);
      else if (drawn.type === 'sticky') levels.set(id, centreY(drawn) - baseline);
      else if (isBlock(drawn))
        blocks.set(id, { top: drawn.y - baseline, foot: bottom(drawn) - baseline, breaks: drawn.breaks ?? [] });
    }
    const all = [
      ...before.messages.map(({ level }) => level),
      ...before.notes.map((note) => centreY(note) - baseline),
      ...before.blocks.flatMap((block) => {
        const top = block.y - baseline;
        return [top, bottom(block) - baseline, ...(block.breaks ?? []).map(({ at }) => top + at)];
      }),
    ];
    return { levels, blocks, all };
  }

  #notes(
    spans: ReadonlyMap<string, { readonly x: number; readonly width: number }>,
    left: number,
    baseline: number,
    { levels }: RowLevels,
  ): Box[] {
    const sourceIds = new Map(Array.from(this.#parts.ids, ([source, id]) => [id, source]));
    return Array.from(spans).flatMap(([id, { x, width }]) =>
      this.#boxOf(id).map((note) => {
        const level = levels.get(sourceIds.get(id) ?? '');
        const y = level === undefined ? note.y : baseline + level - note.height / 2;
        return { ...note, x: Math.round(left + x), width, y };
      }),
    );
  }

  #blocks(x: number, width: number, baseline: number, { blocks }: RowLevels): Box[] {
    const { ids, isNew } = this.#parts;
    return Array.from(blocks).flatMap(([id, { top, foot, breaks }]) => {
      const block = this.#planning.draft.get(ids.get(id) ?? '');
      if (block?.type !== 'frame') return [];
      const { breaks: _, ...rest } = block;
      const across = isNew.has(block.id) ? { x, width } : {};
      return [
        { ...rest, ...across, y: baseline + top, height: foot - top, ...(breaks.length === 0 ? {} : { breaks: [...breaks] }) },
      ];
    });
  }

  #putBoxes(boxes: readonly Box[], frame: ArrangedFrame | null): Problem | null {
    const { draft, work } = this.#planning;
    for (const box of boxes) {
      if (!work.spend(perElement)) return null;
      if (jsonEqual(draft.get(box.id), box)) continue;
      const known = this.#parts.isNew.has(box.id) ? undefined : draft.get(box.id);
      const now = draft.get(frame?.id ?? '');
      const refusal =
        (known === undefined ? null : this.#planning.refuseLocked([known])) ??
        (isArranged(now) ? holdRect(box, now, this.#planning) : null);
      if (refusal !== null) return refusal;
      this.#planning.put(box);
    }
    return null;
  }

  #putMessages({ levels }: RowLevels): Problem | null {
    const { draft } = this.#planning;
    for (const { id } of this.#diagram.edges) {
      const message = draft.get(this.#parts.ids.get(id) ?? '');
      const level = levels.get(id);
      if (message === undefined || !isArrow(message) || level === undefined || !this.#parts.isNew.has(message.id)) continue;
      const end = (at: ArrowEnd): ArrowEnd => (isPinned(at) ? { element: at.element, level } : at);
      this.#planning.put({ ...message, from: end(message.from), to: end(message.to) });
    }
    return null;
  }
}
