/**
 * What lint notes about single elements: labels that overflow or break a word, labels that several boxes share, colors that do not follow the theme,
 * characters that no font has, and shapes with and without arrows.
 */
import { type Box, type Element, isBox, isContainer, type Shape } from '#schema/element.ts';

import { foldCase } from '../tab/fold.ts';
import { cutsLine, isRecord } from '../text/compartments.ts';
import { labelFault } from '../text/fit-size.ts';
import type { Font } from '../text/metrics.ts';
import { lettered } from '../text/tab-font.ts';
import { cutsCell } from '../text/table-grid.ts';
import { missingCharacters } from '../text/missing-characters.ts';
import { drawnTexts } from './drawn-texts.ts';
import { IdSets } from '../tab/id-sets.ts';

export class Marks {
  readonly #font: Font;
  readonly #labels = new IdSets();
  /** Folded labels that two or more boxes share. */
  readonly shared = new Set<string>();
  readonly overflowing = new Set<string>();
  readonly painted = new Set<string>();
  /** Elements with characters that no font has. */
  readonly undrawable = new Set<string>();
  readonly isolated = new Set<string>();
  readonly connected = new Set<string>();
  /** How many shapes of any kind there are. */
  shapes = 0;
  /** How many boxes there are besides frames and lanes. */
  contents = 0;

  /** `font`: of the texts that name none. */
  constructor(font: Font) {
    this.#font = font;
  }

  /** Ids of the boxes with this folded label. */
  idsOfLabel(folded: string): ReadonlySet<string> {
    return this.#labels.get(folded);
  }

  add(element: Element): void {
    if (isPainted(element)) this.painted.add(element.id);
    if (isUndrawable(lettered(element, this.#font))) this.undrawable.add(element.id);
    if (!isBox(element)) return;
    if (element.type === 'shape') this.shapes += 1;
    if (!isContainer(element)) this.contents += 1;
    if (overflows(lettered(element, this.#font))) this.overflowing.add(element.id);
    const label = labelKey(element);
    if (label !== null && this.#labels.add(label, element.id) > 1) this.shared.add(label);
  }

  remove(element: Element): void {
    const { id } = element;
    for (const set of [this.painted, this.undrawable, this.overflowing, this.isolated, this.connected]) set.delete(id);
    if (!isBox(element)) return;
    if (element.type === 'shape') this.shapes -= 1;
    if (!isContainer(element)) this.contents -= 1;
    const label = labelKey(element);
    if (label !== null && this.#labels.delete(label, id) < 2) this.shared.delete(label);
  }

  /** Replaces an element by one with the same arrows. */
  replace(before: Element, after: Element): void {
    const sets = [this.isolated, this.connected].filter((set) => set.has(before.id));
    this.remove(before);
    this.add(after);
    for (const set of sets) set.add(after.id);
  }

  /** Notes whether a box has arrows, or is part of something that has; null removes it. */
  connect(id: string, box: Box | null, has: 'arrows' | 'part of more' | 'no arrows'): void {
    this.isolated.delete(id);
    this.connected.delete(id);
    if (box === null || !isNode(box) || has === 'part of more') return;
    (has === 'arrows' ? this.connected : this.isolated).add(id);
  }
}

/** The label without case and surrounding white space; null if it is blank, or that of a dot. */
function labelKey(box: Box): string | null {
  if (box.label === undefined || isDot(box)) return null;
  const key = foldCase(box.label.trim());
  return key === '' ? null : key;
}

/** The mark where a flow begins or ends: there may be several of the same name. */
const isDot = (box: Box): boolean =>
  box.type === 'shape' && box.shape === 'circle' && Math.max(box.width, box.height) <= dotSizeMax;
const dotSizeMax = 40;

const canOverflow: ReadonlySet<Box['type']> = new Set(['shape', 'sticky', 'annotation', 'text', 'link-card', 'frame', 'lane']);

function overflows(box: Box): boolean {
  if (box.type === 'table') return cutsCell(box);
  if (isRecord(box)) return cutsLine(box);
  return box.label !== undefined && canOverflow.has(box.type) && labelFault(box) !== null;
}

const isUndrawable = (element: Element): boolean =>
  drawnTexts(element).some((text) => missingCharacters(text, element.font).length > 0);

const isHex = (colour: string | undefined): boolean => colour?.startsWith('#') === true;

const isPainted = (element: Element): boolean => isHex(element.fill) || isHex(element.stroke);

/** A shape that should have arrows: boards and sheets contain cards and cells of their own. */
export const isNode = (box: Box): box is Shape =>
  box.type === 'shape' && box.shape !== 'plan-board' && box.shape !== 'plan-sheet';
