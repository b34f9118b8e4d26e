/** write-sequence-diagram: a sequence as a sequence diagram of Mermaid, row by row. */
import { type Arrow, type Box, type Frame, isPinned } from '#schema/element.ts';

import { endHeadsOf } from '../arrows/end-heads.ts';
import { Family } from '../arranged/family.ts';
import { placeOf } from '../arranged/sequence-columns.ts';
import { partsOf, type SequenceParts } from '../arranged/sequence-parts.ts';
import { rowsInOrder, type SequenceRow } from '../arranged/sequence-rows.ts';
import { isArranged } from '../tab/arranged-frames.ts';
import type { TabView } from '../tab/view.ts';
import { Work } from '../planning/work.ts';
import { plainText } from '../import/mermaid/label-text.ts';
import type { DrawnNode, MermaidDrawing } from './mermaid-drawing.ts';

/** The sequence that at least half of the boxes are in, or an empty one without any; null if there is none. */
export function sequenceIn(drawing: MermaidDrawing): DrawnNode | null {
  if (drawing.nodes.length === 0) return drawing.frames.find(isSequence) ?? null;
  const counts = new Map<DrawnNode, number>();
  for (const node of drawing.nodes) {
    const sequence = sequenceAround(node, drawing);
    if (sequence !== null) counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  }
  for (const [sequence, count] of counts) if (count * 2 >= drawing.nodes.length) return sequence;
  return null;
}

function sequenceAround(node: DrawnNode, drawing: MermaidDrawing): DrawnNode | null {
  for (let frame = drawing.parentOf(node); frame !== null; frame = drawing.parentOf(frame)) if (isSequence(frame)) return frame;
  return null;
}

const isSequence = ({ box }: DrawnNode): boolean => isArranged(box) && box.arrange === 'sequence';

export function writeSequenceDiagram(sequence: DrawnNode, drawing: MermaidDrawing, tab: TabView): string {
  const frame = sequence.box as Frame;
  const work = new Work(Infinity);
  const family = new Family(tab, tab, work);
  family.add(frame);
  const parts = partsOf({ frame, family, tab, base: tab, work });
  dropOthers(parts, sequence, drawing);
  return new SequenceText(parts, drawing).lines(sequence.label).join('\n').concat('\n');
}

/** What is not in the sequence. */
function dropOthers(
  { participants, messages, notes, blocks }: SequenceParts,
  sequence: DrawnNode,
  drawing: MermaidDrawing,
): void {
  const said = new Set(
    [sequence.box, ...participants, ...notes, ...blocks, ...messages.map(({ arrow }) => arrow)].map(({ id }) => id),
  );
  for (const { box } of [...drawing.frames, ...drawing.nodes])
    if (!said.has(box.id)) drawing.drop(box, 'it is not in the sequence');
  for (const { arrow } of drawing.edges) if (!said.has(arrow.id)) drawing.drop(arrow, 'it is not in the sequence');
}

class SequenceText {
  readonly #parts: SequenceParts;
  readonly #drawing: MermaidDrawing;
  readonly #nodes: ReadonlyMap<string, DrawnNode>;
  /** Open blocks, with the level of the end of each. */
  readonly #open: number[] = [];
  readonly #lines: string[] = ['sequenceDiagram'];

  constructor(parts: SequenceParts, drawing: MermaidDrawing) {
    this.#parts = parts;
    this.#drawing = drawing;
    this.#nodes = new Map([...drawing.nodes, ...drawing.frames].map((node) => [node.box.id, node]));
  }

  lines(title: string): string[] {
    if (title !== '') this.#add(`title ${plainText(title)}`);
    const [first] = this.#parts.participants;
    if (first === undefined) this.#drawing.dropped.push('a sequence without participants');
    for (const box of this.#parts.participants) this.#participant(box);
    for (const row of rowsInOrder(this.#parts)) {
      this.#close(row.at);
      this.#row(row);
    }
    this.#close(Infinity);
    return this.#lines;
  }

  #add(line: string): void {
    this.#lines.push('  '.repeat(this.#open.length + 1) + line);
  }

  #participant(box: Box): void {
    const { id, label } = this.#nodeOf(box.id);
    const kind = box.type === 'shape' ? kinds.get(box.shape) : undefined;
    if (kind === undefined) this.#drawing.drop(box, 'it became a participant');
    const word = kind === 'actor' ? 'actor' : 'participant';
    const type = kind === undefined || kind === 'participant' || kind === 'actor' ? '' : `@{ "type": "${kind}" }`;
    this.#add(`${word} ${id}${type}${label === id ? '' : ` as ${label === '' ? blank : plainText(label)}`}`);
    if (box.link !== undefined) this.#add(`link ${id}: Link @ ${box.link}`);
    if ([box.fill, box.stroke, box.textColor].some((color) => color !== undefined))
      this.#drawing.drop(box, 'participants have no colors');
  }

  #nodeOf(id: string): DrawnNode | { readonly id: string; readonly label: string } {
    return this.#nodes.get(id) ?? { id: id.slice(0, id.indexOf('~')).replaceAll('-', '_'), label: '' };
  }

  #row(row: SequenceRow): void {
    switch (row.kind) {
      case 'message':
        this.#message(row.arrow);
        break;
      case 'note':
        this.#note(row.box);
        break;
      case 'block':
        this.#add(`${row.block.block} ${plainText(row.block.label ?? '')}`.trimEnd());
        this.#open.push(row.end);
        break;
      case 'section':
        this.#section(row.block, row.label ?? '');
    }
  }

  #section(block: Frame, label: string): void {
    const word = block.block === 'alt' ? 'else' : block.block === 'par' ? 'and' : null;
    if (word === null) this.#drawing.drop(block, `a section of ${block.block} is left out`);
    else this.#lines.push(`${'  '.repeat(this.#open.length)}${word} ${plainText(label)}`.trimEnd());
  }

  #close(before: number): void {
    for (let end = this.#open.at(-1); end !== undefined && end < before; end = this.#open.at(-1)) {
      this.#open.pop();
      this.#add('end');
    }
  }

  #message(arrow: Arrow): void {
    const [from, to] = [arrow.from, arrow.to].map((end) => (isPinned(end) ? end.element : ''));
    const level = isPinned(arrow.from) ? arrow.from.level : undefined;
    const opens = this.#barsOf(to).some(([begin]) => begin === level);
    const closes = this.#barsOf(from).some(([, end]) => end === level);
    const text = plainText(arrow.label ?? '').replace(/^((?:no)?wrap):/i, '$1#58;');
    this.#add(
      `${this.#nodeOf(from ?? '').id}${this.#arrowOf(arrow)}${opens ? '+' : closes ? '-' : ''}${this.#nodeOf(to ?? '').id}: ${text}`,
    );
  }

  #barsOf(id: string | undefined): readonly (readonly [number, number, number])[] {
    return this.#parts.participants.find((box) => box.id === id)?.lifeline?.bars ?? [];
  }

  #arrowOf(arrow: Arrow): string {
    const [start, end] = endHeadsOf(arrow.heads);
    const line = arrow.border === 'dashed' || arrow.border === 'dotted' ? '--' : '-';
    if (arrow.border === 'dotted') this.#drawing.drop(arrow, 'its line became dashed');
    if (start === 'arrow' && end === 'arrow') return `<<${line}>>`;
    if (start === 'none' && end === 'none') return `${line}>`;
    if (start === 'none' && end === 'open') return `${line})`;
    if (start !== 'none' || end !== 'arrow') this.#drawing.drop(arrow, 'its heads became an arrowhead');
    return `${line}>>`;
  }

  #note(box: Box): void {
    const { participants } = this.#parts;
    if (participants.length === 0) return;
    if (box.type !== 'sticky') this.#drawing.drop(box, 'it became a note');
    const name = (index: number): string => this.#nodeOf(participants[index]?.id ?? '').id;
    const place = placeOf(box, participants);
    const at =
      'rightOf' in place
        ? `right of ${name(place.rightOf)}`
        : 'leftOf' in place
          ? `left of ${name(place.leftOf)}`
          : `over ${[...new Set(place.over)].map(name).join(',')}`;
    this.#add(`Note ${at}: ${plainText(this.#nodeOf(box.id).label)}`);
  }
}

/** Mermaid takes no empty name. */
const blank = '#160;';
const kinds: ReadonlyMap<string, string> = new Map([
  ['square', 'participant'],
  ['actor', 'actor'],
  ['cylinder', 'database'],
  ['documents', 'collections'],
  ['queue', 'queue'],
]);
