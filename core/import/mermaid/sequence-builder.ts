/** sequence-builder: collects what the statements of a sequence diagram say: participants, and rows from the top down. */
import type { BlockKind } from '#schema/arranged.ts';
import { limits } from '#schema/limits.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';

import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode, DiagramNotePlace, DiagramRow, EdgeFields } from '../diagram.ts';
import { Losses } from '../diagram.ts';
import { labelText } from './label-text.ts';

/** By the words of Mermaid; null is drawn without a block. */
const blockKinds: Readonly<Record<string, BlockKind | null>> = {
  loop: 'loop',
  alt: 'alt',
  opt: 'opt',
  par: 'par',
  par_over: 'par',
  critical: 'alt',
  break: 'opt',
  rect: null,
  box: null,
};
const sectionOf: Readonly<Record<string, string>> = { else: 'alt', and: 'par', option: 'critical' };
const participantKinds: ReadonlyMap<string, ShapeKind> = new Map<string, ShapeKind>([
  ['participant', 'square'],
  ['actor', 'actor'],
  ['database', 'cylinder'],
  ['collections', 'documents'],
  ['queue', 'queue'],
]);

type Participant = { readonly id: string; kind: ShapeKind; label: string; link?: string };
type OpenBlock = { readonly word: string; readonly id: string | null; sections: number };

export class SequenceBuilder {
  readonly losses = new Losses();
  title = '';
  readonly #participants = new Map<string, Participant>();
  readonly #notes: DiagramNode[] = [];
  readonly #blocks: DiagramGroup[] = [];
  readonly #messages: DiagramEdge[] = [];
  readonly #rows: DiagramRow[] = [];
  readonly #open: OpenBlock[] = [];
  readonly #active = new Map<string, (DiagramEdge | null)[]>();
  readonly #counts = new Map<string, number>();

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  get openWord(): string {
    return this.#open.at(-1)?.word ?? '';
  }

  #participant(id: string): Participant {
    const known = this.#participants.get(id);
    if (known !== undefined) return known;
    const participant: Participant = { id, kind: 'square', label: labelText(id, id, this.losses) };
    this.#participants.set(id, participant);
    return participant;
  }

  /** `kind` as Mermaid names it. */
  declare(id: string, kind: string, label: string | null): void {
    const participant = this.#participant(id);
    const shape = participantKinds.get(kind);
    if (shape === undefined) this.losses.coerce(id, `the participant type ${kind}`, 'square');
    participant.kind = shape ?? 'square';
    if (label !== null) participant.label = label;
  }

  /** False if the participant has another link. */
  link(id: string, address: string): boolean {
    const participant = this.#participant(id);
    if (participant.link !== undefined) return false;
    participant.link = address;
    return true;
  }

  open(word: string, text: string, line: number): void {
    const block = blockKinds[word] ?? null;
    if (block === null) {
      const what = word === 'box' ? 'a box around participants' : 'a background of messages';
      this.losses.drop(`line ${line}`, what, 'sequences have none');
      this.#open.push({ word, id: null, sections: 0 });
      return;
    }
    if (word !== block && word !== 'par_over') this.losses.coerce(`line ${line}`, word, block);
    const label = labelText(text, `line ${line}`, this.losses);
    const id = this.#idOf(`${block}: ${label}`);
    const parent = this.#open.findLast((one) => one.id !== null)?.id ?? sequenceId;
    this.#blocks.push({ id, label, fields: { block }, parent, direction: null });
    this.#rows.push({ kind: 'block', id });
    this.#open.push({ word, id, sections: 0 });
  }

  /** False if the word does not belong into the innermost block. */
  section(word: string, text: string): boolean {
    const open = this.#open.at(-1);
    if (open === undefined || sectionOf[word] !== open.word.replace('_over', '')) return false;
    open.sections += 1;
    if (open.sections > limits.blockSections)
      this.losses.drop(open.id ?? '', `the section ${text}`, `a block has at most ${limits.blockSections} of them`);
    else this.#rows.push({ kind: 'section', label: labelText(text, word, this.losses) });
    return true;
  }

  /** False if no block is open. A block without rows is left out. */
  close(): boolean {
    const open = this.#open.pop();
    if (open === undefined) return false;
    if (open.id === null) return true;
    const begin = this.#rows.findLastIndex((row) => row.kind === 'block' && row.id === open.id);
    if (this.#rows.slice(begin).some(({ kind }) => kind === 'message' || kind === 'note')) {
      this.#rows.push({ kind: 'end' });
      return true;
    }
    this.losses.drop(open.id, 'a block', 'there is nothing in it');
    this.#rows.splice(begin);
    this.#blocks.splice(this.#blocks.findIndex(({ id }) => id === open.id));
    return true;
  }

  message(from: string, to: string, arrow: string, text: string): void {
    this.#participant(from);
    this.#participant(to);
    const label = labelText(text, `${from}->${to}`, this.losses);
    const id = this.#idOf(`${from}->${to}: ${label}`);
    const message = { id, from, to, label, fields: this.#fieldsOf(arrow, id) };
    this.#messages.push(message);
    this.#rows.push({ kind: 'message', id });
  }

  #fieldsOf(arrow: string, id: string): EdgeFields {
    const border = arrow.includes('--') ? { border: 'dashed' as const } : {};
    if (arrow.endsWith('x')) this.losses.coerce(id, 'a cross as head', 'an arrowhead');
    if (/[|\\/]/.test(arrow)) {
      this.losses.coerce(id, 'half a head', 'a whole one');
      return arrow.startsWith('-') ? border : { heads: 'start', ...border };
    }
    if (arrow.startsWith('<<')) return { heads: 'both', ...border };
    if (arrow.endsWith(')')) return { heads: 'open', ...border };
    return arrow === '->' || arrow === '-->' ? { heads: 'none', ...border } : border;
  }

  note(side: DiagramNotePlace['side'], of: readonly [string, string], text: string): void {
    for (const id of of) this.#participant(id);
    const label = labelText(text, `note ${this.#notes.length + 1}`, this.losses);
    const id = this.#idOf(`note: ${label}`);
    this.#notes.push({ id, kind: 'sticky', label, fields: {}, parent: sequenceId });
    this.#rows.push({ kind: 'note', id, at: { side, of } });
  }

  activate(id: string): void {
    this.#participant(id);
    const last = this.#messages.at(-1);
    const call = last?.to === id && last.from !== id && last.fields.border === undefined ? last : null;
    const active = this.#active.get(id);
    if (active === undefined) this.#active.set(id, [call]);
    else active.push(call);
  }

  /** False if it is not active. Bars are drawn from a message to the reply that answers it. */
  deactivate(id: string): boolean {
    const active = this.#active.get(id);
    if (active === undefined || active.length === 0) return false;
    const call = active.pop() ?? null;
    const last = this.#messages.at(-1);
    if (call === null || last === undefined || last.from !== id || last.to !== call.from || last.fields.border === undefined)
      this.#dropActivation(id);
    return true;
  }

  #dropActivation(id: string): void {
    this.losses.drop(id, 'an activation', 'bars go from a message to the reply that answers it');
  }

  /** Equal texts get numbers. */
  #idOf(wanted: string): string {
    const count = (this.#counts.get(wanted) ?? 0) + 1;
    this.#counts.set(wanted, count);
    return count === 1 ? wanted : `${wanted}#${count}`;
  }

  build(): Diagram {
    for (const [id, active] of this.#active) for (const _ of active) this.#dropActivation(id);
    const sequence: DiagramGroup = {
      id: sequenceId,
      label: this.title,
      fields: { arrange: 'sequence' },
      parent: null,
      direction: null,
    };
    const participants = Array.from(this.#participants.values(), ({ id, kind, label, link }): DiagramNode => {
      return { id, kind, label, fields: link === undefined ? {} : { link }, parent: sequenceId };
    });
    return {
      style: 'flow',
      direction: 'right',
      nodes: [...participants, ...this.#notes],
      groups: [sequence, ...this.#blocks],
      edges: this.#messages,
      rows: this.#rows,
      losses: this.losses,
    };
  }
}

/** No name of a participant has a colon. */
const sequenceId = 'sequence:';
