/**
 * mounts: the pieces that have nodes, on their layers in stacking order.
 *
 * A layer holds its pieces, and above them their labels; both in stacking order, layers from the lowest up. A piece whose markup
 * has not changed keeps its nodes.
 */
import type { Markup } from '#core/render/markup.ts';
import type { Piece } from '#core/render/piece.ts';

import { parseMarkup } from './parse-markup.ts';
import { Stack, type Stacked } from './stack.ts';

/** A piece to be shown at a place in the stack of its layer. */
export type PlacedPiece = { readonly piece: Piece; readonly z: string; readonly layer: number };

type Mounted = Stacked & { readonly layer: number; markup: string; label: string | null; node: SVGElement };
type Layer = { readonly pieces: Stack; readonly labels: Stack };

export class Mounts {
  readonly #parent: HTMLElement;
  readonly #layers: Layer[] = [];
  readonly #mounted = new Map<string, Mounted>();

  constructor(parent: HTMLElement) {
    this.#parent = parent;
  }

  get size(): number {
    return this.#mounted.size;
  }

  has(id: string): boolean {
    return this.#mounted.has(id);
  }

  ids(): Iterable<string> {
    return this.#mounted.keys();
  }

  nodeOf(id: string): SVGElement | null {
    return this.#mounted.get(id)?.node ?? null;
  }

  /** Shows these pieces in their current state, whether they have nodes or not. */
  put(placed: readonly PlacedPiece[]): void {
    const wanted = placed.map((one) => ({ ...one, markup: one.piece.draw(), label: one.piece.label?.() ?? null }));
    const changed = wanted.filter((one) => !this.#isAsIs(one));
    const markups = changed.flatMap(({ markup, label }) => (label === null ? [markup] : [markup, label]));
    const nodes = parseMarkup(markups)[Symbol.iterator]();
    for (const { piece, z, layer, markup, label } of changed) {
      const node = nodes.next().value;
      const labelNode = label === null ? null : (nodes.next().value ?? null);
      if (node !== undefined)
        this.#show({ id: piece.id, z, layer, markup: markup.source, label: label?.source ?? null, node }, labelNode);
    }
  }

  remove(id: string): void {
    const mounted = this.#mounted.get(id);
    if (mounted === undefined) return;
    this.#mounted.delete(id);
    const layer = this.#layer(mounted.layer);
    layer.pieces.remove(mounted);
    if (mounted.label !== null) layer.labels.remove(mounted);
  }

  clear(): void {
    this.#mounted.clear();
    this.#layers.length = 0;
    this.#parent.replaceChildren();
  }

  #isAsIs({ piece, z, layer, markup, label }: PlacedPiece & { readonly markup: Markup; readonly label: Markup | null }): boolean {
    const now = this.#mounted.get(piece.id);
    if (now === undefined || now.z !== z || now.layer !== layer) return false;
    return now.markup === markup.source && now.label === (label?.source ?? null);
  }

  #show(mounted: Mounted, label: SVGElement | null): void {
    const before = this.#mounted.get(mounted.id);
    const { pieces, labels } = this.#layer(mounted.layer);
    const stays = before !== undefined && before.z === mounted.z && before.layer === mounted.layer;
    if (before !== undefined && !stays) this.remove(mounted.id);
    this.#mounted.set(mounted.id, mounted);
    if (!stays) pieces.put(mounted, mounted.node);
    else if (before.markup === mounted.markup) mounted.node = before.node;
    else pieces.replace(mounted, mounted.node);
    const hadLabel = stays && before.label !== null;
    if (label === null) {
      if (hadLabel) labels.remove(mounted);
    } else if (hadLabel) labels.replace(mounted, label);
    else labels.put(mounted, label);
  }

  #layer(place: number): Layer {
    for (let next = this.#layers.length; next <= place; next += 1) {
      const [pieces, labels] = [document.createElement('div'), document.createElement('div')];
      this.#parent.append(pieces, labels);
      const layer = { pieces: new Stack(pieces), labels: new Stack(labels) };
      this.#layers.push(layer);
    }
    return this.#layers[place] ?? this.#layer(place);
  }
}
