/**
 * lines: a tab as the operations that rebuild it on an empty tab (VW20 to VW25).
 *
 * Elements follow each other as they are drawn, layer by layer, so that a tab without these layers looks the same.
 * A changeset takes 500 operations, so larger tabs are sent in several. It also caps long labels of shapes. element-lines.ts
 * has the operations of one element.
 */
import { type Arrow, type Box, type Element, isArrow, isContainer, isPinned } from '#schema/element.ts';

import { jsonOnOneLine } from '../notation/quote.ts';
import { isAttachable } from '../ops/find-end.ts';
import { comesAfter } from '../ops/restack.ts';
import { centreX, centreY, holdsPoint } from '../tab/rect.ts';
import { keyBetween, keysBetween } from '../tab/stacking.ts';
import type { TabView } from '../tab/view.ts';
import { arrowLines, boxLines } from './element-lines.ts';
import { uniqueSlugs } from './unique-slugs.ts';

/** The operations, one per line, each with a line break at its end. */
export function lines(tab: TabView): string {
  const layers = new Map(tab.settings.layers.map(({ id }, index) => [id, index + 1]));
  const layerOf = ({ layer }: Element): number => (layer === undefined ? 0 : (layers.get(layer) ?? 0));
  const stack = [...tab.elements()].toSorted((a, b) => layerOf(a) - layerOf(b) || (comesAfter(a, b) ? 1 : -1));
  const rebuilding = new Rebuilding(tab, uniqueSlugs(stack));
  for (const element of stack) rebuilding.take(element);
  return `${layersNeeded(tab, stack)}${rebuilding.finish()}`;
}

/** A comment that gives the layers of the elements as the settings of a tab take them: no operation creates a layer. */
function layersNeeded({ settings }: TabView, elements: readonly Element[]): string {
  const names = new Set(elements.map(({ layer }) => layer));
  const layers = settings.layers.filter(({ id }) => names.has(id));
  return layers.length === 0
    ? ''
    : `# On a tab with these layers, set beforehand, each is on its own: ${jsonOnOneLine(layers)}\n`;
}

/** Adjacent arrows in the stack that must wait for their boxes. */
type WaitingArrows = { readonly arrows: Arrow[]; readonly below: string | null; above: string | null };

class Rebuilding {
  readonly #tab: TabView;
  readonly #slugs: ReadonlyMap<string, string>;
  readonly #lines: string[] = [];
  /** Elements that have a line. */
  readonly #rebuilt = new Set<string>();
  /** Pairs of boxes that an arrow connects. */
  readonly #connected = new Set<string>();
  readonly #waiting: WaitingArrows[] = [];
  /** The key of the topmost element so far, as adding produces it. */
  #top: string | null = null;
  #looks = lookupsMax;

  constructor(tab: TabView, slugs: ReadonlyMap<string, string>) {
    this.#tab = tab;
    this.#slugs = slugs;
  }

  take(element: Element): void {
    const last = this.#waiting.at(-1);
    if (isArrow(element)) {
      if (this.#hasEnds(element)) this.#put(element, this.#arrow(element));
      else if (last !== undefined && last.above === null) last.arrows.push(element);
      else this.#waiting.push({ arrows: [element], below: this.#top, above: null });
    } else {
      const key = isContainer(element) && this.#mayHoldMade(element) ? keyBetween(this.#top, null) : null;
      this.#put(element, boxLines(element, this.#slugOf(element.id), key, this.#tab.settings));
    }
  }

  finish(): string {
    for (const { arrows, below, above } of this.#waiting) {
      const drawable = arrows.filter((arrow) => this.#hasEnds(arrow));
      const keys = above === null ? null : keysBetween(below, above, drawable.length);
      for (const arrow of arrows) if (!drawable.includes(arrow)) this.#leaveOut(arrow, 'it is attached to nothing on this tab');
      for (const [at, arrow] of drawable.entries()) this.#put(arrow, this.#arrow(arrow, keys?.[at]), 'waited');
    }
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #put(element: Element, lines: readonly string[] | string, when: 'in turn' | 'waited' = 'in turn'): void {
    if (typeof lines === 'string') return this.#leaveOut(element, lines);
    this.#lines.push(...lines);
    this.#rebuilt.add(element.id);
    if (isArrow(element)) this.#connected.add(pairOf(element));
    if (when === 'waited') return;
    this.#top = keyBetween(this.#top, null);
    const last = this.#waiting.at(-1);
    if (last !== undefined) last.above ??= this.#top;
  }

  #arrow(arrow: Arrow, key: string | null = null): readonly string[] | string {
    const isSecond = this.#connected.has(pairOf(arrow));
    const isConnectable = key === null && isAttachable(arrow.from, this.#tab) && isAttachable(arrow.to, this.#tab);
    return arrowLines(arrow, (id) => this.#slugOf(id), { key, again: isSecond, isConnectable });
  }

  #leaveOut({ id, type }: Element, reason: string): void {
    this.#lines.push(`# ${type} ${this.#slugOf(id)} is left out: ${reason}.`);
  }

  #slugOf(id: string): string {
    return this.#slugs.get(id) ?? id;
  }

  #hasEnds({ from, to }: Arrow): boolean {
    return [from, to].every((end) => !isPinned(end) || this.#rebuilt.has(end.element));
  }

  /** True if adding the frame or lane might put it behind one of its members instead of on top. */
  #mayHoldMade(container: Box): boolean {
    for (const box of this.#tab.boxesIn(container)) {
      this.#looks -= 1;
      if (this.#looks < 0) return true;
      if (this.#rebuilt.has(box.id) && holdsPoint(container, centreX(box), centreY(box))) return true;
    }
    return false;
  }
}

/** Look-ups of boxes within frames. Above this number a frame states its key without one, which is correct as well. */
const lookupsMax = 200_000;

const pairOf = ({ from, to }: Arrow): string => `${isPinned(from) ? from.element : ''}\u0000${isPinned(to) ? to.element : ''}`;
