/** Tabs with many findings: that of the other measurements with faults, and one that agents crowd. */
import type { Element } from '#schema/element.ts';
import { isArrow, isBox } from '#schema/element.ts';

import type { SeededRandom } from '../harness/random.ts';
import { boxesAmong, boxId, elementsOf } from './drawing.ts';

/** `count` elements with about `faults` findings: overlaps, boxes in the way of arrows, and labels that are too long. */
export function faultyElements(count: number, faults: number): Element[] {
  const boxes = boxesAmong(count);
  const step = 2 * Math.floor(boxes / faults / 2);
  const faulty = new Map<string, Element>();
  const elements = elementsOf(count);
  for (let index = 0; index < faults; index += 1) {
    const at = index * step;
    const [box, arrow] = [elements[at], elements[boxes + at / 2]];
    if (box === undefined || arrow === undefined || !isBox(box) || !isArrow(arrow)) continue;
    const element: Element =
      [
        { ...box, x: box.x + 180 },
        { ...box, label: 'A label that needs far more lines than its box has room for, however small they are' },
        { ...arrow, to: { element: boxId(Math.min(at + 2, boxes - 1)) } },
        { ...arrow, label: 'a label as long as the way between the boxes, and longer' },
      ][index % 4] ?? box;
    faulty.set(element.id, element);
  }
  return elements.map((element) => faulty.get(element.id) ?? element);
}

/** Changesets of an agent that draws at random into a square. */
export class CrowdingAgent {
  readonly #random: SeededRandom;
  readonly #size: number;
  readonly #made: string[] = [];

  constructor(random: SeededRandom, size: number) {
    this.#random = random;
    this.#size = size;
  }

  next(): string {
    const key = `k${this.#made.length}`;
    const place = (): string => `at:${this.#random.integer(0, this.#size)},${this.#random.integer(0, this.#size)}`;
    const ids = [0, 1, 2].map((index) => `${key}-${index}`);
    const added = ids.map(
      (id) => `add ${this.#random.pick(['square', 'circle', 'diamond', 'sticky'])} id=${id} label=${id} ${place()}`,
    );
    const connected = ids.slice(1).map((id, index) => `connect ${key}-${index} -> ${id} id=${key}-c${index}`);
    const old = this.#made.length === 0 ? null : this.#random.pick(this.#made);
    this.#made.push(`${key}-0`);
    return [...added, ...connected, ...(old === null ? [] : [`move ${old} ${place()}`, `set ${old} label="seen ${key}"`])].join(
      '\n',
    );
  }
}
