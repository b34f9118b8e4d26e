/**
 * Which frame or lane each box belongs to, which members extend beyond their frame, and which arrows cross borders [LT19]. Arrows with a
 * free or dangling end do not count, nor do boxes more than 64 frames and lanes deep.
 *
 * Each arrow adds to three containers only: those of its boxes, and the innermost that contains both. A container's own figures are the
 * sums over its contents, so a change costs its depth, and not the size of the frames around it.
 */
import type { Box } from '#schema/element.ts';

import type { RouteEnds } from '../arrows/ends.ts';
import { type Container, parentOf } from '../tab/membership.ts';
import type { PlaceIndex } from '../tab/place-index.ts';
import { holds } from '../tab/rect.ts';
import { IdSets } from '../tab/id-sets.ts';

const depthMax = 64;

export type BorderCount = { readonly arrows: number; readonly crossing: number };

type Share = { readonly from: string | null; readonly to: string | null; readonly shared: string | null };

export class Groups {
  readonly #parents = new Map<string, string>();
  readonly #members = new IdSets();
  readonly #shares = new Map<string, Share>();
  readonly #sums = new Map<string, { arrows: number; crossing: number }>();
  #borders: ReadonlyMap<string, BorderCount> | null = null;
  /** Ids of boxes that belong to a frame and are partly outside of it. */
  readonly escaped = new Set<string>();

  /** The frame or lane that the box belongs to. */
  parentOf(id: string): string | undefined {
    return this.#parents.get(id);
  }

  /** Finds the parent of a box, or forgets a removed box (null). True if the parent has changed. */
  settle(id: string, box: Box | null, containers: PlaceIndex<Container>): boolean {
    return this.put(id, box, box === null || containers.size === 0 ? null : parentOf(box, containers));
  }

  /** As `settle`, with a known parent. */
  put(id: string, box: Box | null, parent: Container | null): boolean {
    if (box !== null && parent?.type === 'frame' && !holds(parent, box)) this.escaped.add(id);
    else this.escaped.delete(id);
    const before = this.#parents.get(id);
    if (before === parent?.id) return false;
    this.#borders = null;
    if (before !== undefined) this.#members.delete(before, id);
    if (parent === null) this.#parents.delete(id);
    else {
      this.#parents.set(id, parent.id);
      this.#members.add(parent.id, id);
    }
    return true;
  }

  /** These boxes and all their members, at any depth. */
  withMembers(ids: Iterable<string>): Set<string> {
    const found = new Set(ids);
    for (const id of found) for (const member of this.#members.get(id)) found.add(member);
    return found;
  }

  /** Counts an arrow in the containers of its boxes; null removes it. */
  count(id: string, ends: RouteEnds | null): void {
    const before = this.#shares.get(id);
    if (before !== undefined) this.#add(before, -1);
    const share = ends === null ? null : this.#shareOf(ends);
    if (share === null) this.#shares.delete(id);
    else {
      this.#shares.set(id, share);
      this.#add(share, 1);
    }
  }

  /** The frames and lanes that contain both boxes for which this is true and others; frames inside of them are not counted. */
  mixed(isNamed: (id: string) => boolean): Set<string> {
    const [named, others] = [new Set<string>(), new Set<string>()];
    const holders = new Set(this.#parents.values());
    for (const [id, parent] of this.#parents) if (!holders.has(id)) (isNamed(id) ? named : others).add(parent);
    for (const id of named) if (!others.has(id)) named.delete(id);
    return named;
  }

  /** The arrows of each frame and lane that has any, by id. */
  borders(): ReadonlyMap<string, BorderCount> {
    this.#borders ??= this.#sumUp();
    return this.#borders;
  }

  #sumUp(): Map<string, BorderCount> {
    const totals = new Map<string, { arrows: number; crossing: number }>();
    for (const [id, sum] of this.#sums) {
      for (let at: string | undefined = id; at !== undefined; at = this.#parents.get(at)) {
        const total = totals.get(at) ?? { arrows: 0, crossing: 0 };
        total.arrows += sum.arrows;
        total.crossing += sum.crossing;
        totals.set(at, total);
      }
    }
    return totals;
  }

  #shareOf({ from, to }: RouteEnds): Share | null {
    if (from.kind !== 'box' || to.kind !== 'box') return null;
    const fromChain = this.#chainOf(from.box.id);
    const toChain = this.#chainOf(to.box.id);
    if (fromChain === null || toChain === null || (fromChain.length === 0 && toChain.length === 0)) return null;
    const shared = fromChain.find((id) => toChain.includes(id));
    return { from: fromChain[0] ?? null, to: toChain[0] ?? null, shared: shared ?? null };
  }

  /** The containers around a box, innermost first; null if there are too many. */
  #chainOf(id: string): string[] | null {
    const chain: string[] = [];
    for (let at = this.#parents.get(id); at !== undefined; at = this.#parents.get(at)) {
      if (chain.length === depthMax) return null;
      chain.push(at);
    }
    return chain;
  }

  #add({ from, to, shared }: Share, sign: 1 | -1): void {
    this.#addTo(from, sign, sign);
    this.#addTo(to, sign, sign);
    this.#addTo(shared, -sign, -2 * sign);
  }

  #addTo(id: string | null, arrows: number, crossing: number): void {
    if (id === null) return;
    this.#borders = null;
    const sum = this.#sums.get(id) ?? { arrows: 0, crossing: 0 };
    sum.arrows += arrows;
    sum.crossing += crossing;
    if (sum.arrows === 0 && sum.crossing === 0) this.#sums.delete(id);
    else this.#sums.set(id, sum);
  }
}
