/**
 * stack: nodes of one parent in stacking order, from the back to the front, while they come and go.
 *
 * K1  The parent's children are the nodes in the order of their keys, whatever the order in which they were put.
 */
import { byStacking } from '#core/render/layer-places.ts';

export type Stacked = { readonly id: string; readonly z: string };
type Slot = Stacked & { node: SVGElement };

export class Stack {
  readonly parent: SVGGElement;
  readonly #slots: Slot[] = [];

  constructor(parent: SVGGElement) {
    this.parent = parent;
  }

  /** The key must not be there yet. */
  put({ id, z }: Stacked, node: SVGElement): void {
    const at = this.#placeOf({ id, z });
    this.parent.insertBefore(node, this.#slots[at]?.node ?? null);
    this.#slots.splice(at, 0, { id, z, node });
  }

  /** Another node for a key that is there. */
  replace(key: Stacked, node: SVGElement): void {
    const slot = this.#slots[this.#placeOf(key)];
    if (slot?.id !== key.id) return;
    slot.node.replaceWith(node);
    slot.node = node;
  }

  remove(key: Stacked): void {
    const at = this.#placeOf(key);
    const slot = this.#slots[at];
    if (slot?.id !== key.id) return;
    slot.node.remove();
    this.#slots.splice(at, 1);
  }

  /** The first place whose key is not before this one. */
  #placeOf(key: Stacked): number {
    let [low, high] = [0, this.#slots.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const slot = this.#slots[middle];
      if (slot !== undefined && byStacking(slot, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
