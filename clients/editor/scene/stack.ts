/**
 * stack: nodes in stacking order, from the back to the front, as they are added and removed.
 *
 * The nodes are in the order of their keys, whatever the order in which they were added. They are spread over layers of SVGs, one
 * in front of the other, of at most `sheetMost` nodes each: a browser that repaints one node goes through all nodes of its SVG,
 * and no others.
 */
import { byStacking } from '#core/tab/stacking.ts';

export type Stacked = { readonly id: string; readonly z: string };
type SvgSlot = Stacked & { node: SVGElement };
type SvgLayer = { readonly svg: SVGSVGElement; readonly slots: SvgSlot[] };

export const sheetMost = 256;

export class Stack {
  readonly #parent: HTMLElement;
  readonly #sheets: SvgLayer[] = [];

  constructor(parent: HTMLElement) {
    this.#parent = parent;
  }

  /** The key must be new. */
  put({ id, z }: Stacked, node: SVGElement): void {
    const [sheet, at] = this.#placeOf({ id, z });
    const slots = sheet ?? this.#addSheet(0);
    slots.svg.insertBefore(node, slots.slots[at]?.node ?? null);
    slots.slots.splice(at, 0, { id, z, node });
    if (slots.slots.length > sheetMost) this.#split(slots);
  }

  /** Replaces the node of an existing key. */
  replace(key: Stacked, node: SVGElement): void {
    const [sheet, at] = this.#placeOf(key);
    const slot = sheet?.slots[at];
    if (slot?.id !== key.id) return;
    slot.node.replaceWith(node);
    slot.node = node;
  }

  remove(key: Stacked): void {
    const [sheet, at] = this.#placeOf(key);
    const slot = sheet?.slots[at];
    if (sheet === undefined || slot?.id !== key.id) return;
    slot.node.remove();
    sheet.slots.splice(at, 1);
    if (sheet.slots.length > 0) return;
    sheet.svg.remove();
    this.#sheets.splice(this.#sheets.indexOf(sheet), 1);
  }

  /** The layer of a key and its index there: that of the first slot that is not before it. Undefined while there is no layer. */
  #placeOf(key: Stacked): readonly [SvgLayer | undefined, number] {
    const sheets = this.#sheets;
    // The last layer that begins at the key or before it.
    const after = firstWhere(sheets.length, (at) => isAfter(sheets[at]?.slots[0], key));
    const sheet = sheets[Math.max(0, after - 1)];
    const slots = sheet?.slots ?? [];
    return [sheet, firstWhere(slots.length, (at) => !isBefore(slots[at], key))];
  }

  #addSheet(at: number): SvgLayer {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'scene-sheet');
    this.#parent.insertBefore(svg, this.#sheets[at]?.svg ?? null);
    const sheet = { svg, slots: [] };
    this.#sheets.splice(at, 0, sheet);
    return sheet;
  }

  /** Moves the upper half to a layer of its own. */
  #split(sheet: SvgLayer): void {
    const place = this.#sheets.indexOf(sheet);
    const upper = this.#addSheet(place + 1);
    const moved = sheet.slots.splice(sheetMost >>> 1);
    upper.slots.push(...moved);
    upper.svg.append(...moved.map(({ node }) => node));
  }
}

const isBefore = (slot: SvgSlot | undefined, key: Stacked): boolean =>
  slot !== undefined && slot.id !== key.id && byStacking(slot, key) < 0;
const isAfter = (slot: SvgSlot | undefined, key: Stacked): boolean =>
  slot !== undefined && slot.id !== key.id && byStacking(slot, key) > 0;

/** The first index, up to `length`, from which the test holds. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
