/**
 * Orders the items of each rank so that few links cross. What is in one frame stays together, and frames beside each other
 * keep their order in all ranks.
 *
 * Barycenter sweeps after Sugiyama, Tagawa, Toda (IEEE TSMC 1981), with frames after Sander: "Layout of compound directed
 * graphs" (1996); then neighbors are switched while that saves crossings. The best of several starts is kept.
 */
import type { Work } from '../planning/work.ts';
import type { Chains } from './chains.ts';
import { countCrossings } from './count-crossings.ts';
import { frameOrder } from './frame-order.ts';
import { keepUnits, meanKey, meanKeys } from './frame-units.ts';

export type RankOrders = {
  /** Indices of items by rank, in order. */
  readonly ranks: readonly (readonly number[])[];
  readonly crossings: number;
  /** True if boxes have the order of the layout before. */
  readonly isKept: boolean;
};

const sweepsMax = 24;
const idleSweepsMax = 4;
const switchRounds = 6;
/** Units of work after which the best order so far is taken. */
const effort = 1_200_000;

/** Crossings that the order of the layout before may have more than the best one found, for each of those and besides. */
const keptShare = 0.25;
const keptCrossings = 2;

/** `starts`: how many orders to begin with. `isKept`: boxes keep their order unless that costs many crossings. */
export function orderRanks(chains: Chains, starts: number, isKept: boolean, work: Work): RankOrders {
  const ordering = new Ordering(chains, work);
  let best: RankOrders | null = null;
  for (let start = 0; start < starts && best?.crossings !== 0 && ordering.hasTime; start += 1) {
    const orders = ordering.optimized(keysFor(start, ordering, chains));
    if (best === null || orders.crossings < best.crossings) best = orders;
  }
  best ??= ordering.optimized(ordering.depthFirst());
  if (!isKept) return best;
  const kept = ordering.kept(previousKeys(chains));
  return kept.crossings <= best.crossings * (1 + keptShare) + keptCrossings ? kept : best;
}

const previousKeys = ({ items }: Chains): Float64Array => Float64Array.from(items, ({ previousAcross }) => previousAcross);

function keysFor(start: number, ordering: Ordering, chains: Chains): Float64Array {
  const depthFirst = ordering.depthFirst();
  if (start === 0) return depthFirst;
  if (start === 1) return depthFirst.map((key) => -key);
  if (start === 2) return previousKeys(chains);
  let seed = 12_345 + start;
  return depthFirst.map(() => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648));
}

/** The order of the layout before: the keys of boxes, by item, and of frames. */
type KeptKeys = { readonly items: Float64Array; readonly frames: Float64Array };

class Ordering {
  readonly #chains: Chains;
  readonly #work: Work;
  readonly #position: Int32Array;
  readonly #frameCount: number;
  readonly #ends: { readonly up: readonly Int32Array[]; readonly down: readonly Int32Array[] };
  readonly #last: number;
  #kept: KeptKeys | null = null;

  constructor(chains: Chains, work: Work) {
    this.#chains = chains;
    this.#work = work;
    this.#last = work.spent + effort;
    const { items, links, up, down } = chains;
    this.#position = new Int32Array(items.length);
    this.#frameCount = items.reduce((most, { path }) => Math.max(most, ...path.map((frame) => frame + 1), 0), 0);
    this.#ends = {
      up: up.map((list) => Int32Array.from(list, (link) => links[link]?.from ?? 0)),
      down: down.map((list) => Int32Array.from(list, (link) => links[link]?.to ?? 0)),
    };
  }

  get hasTime(): boolean {
    return this.#work.spent < this.#last && !this.#work.exhausted;
  }

  /** Numbers the items along the links, so that linked items are near each other. */
  depthFirst(): Float64Array {
    const { items } = this.#chains;
    const keys = new Float64Array(items.length).fill(-1);
    const byRank = items.map((_, item) => item).toSorted((a, b) => (items[a]?.rank ?? 0) - (items[b]?.rank ?? 0) || a - b);
    let next = 0;
    for (const start of byRank) {
      const stack = [start];
      for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
        if (keys[item] !== -1) continue;
        keys[item] = next++;
        for (const end of this.#ends.down[item]?.toReversed() ?? []) if (keys[end] === -1) stack.push(end);
      }
    }
    return keys;
  }

  optimized(keys: Float64Array): RankOrders {
    let ranks = this.#consistent(this.#initial(keys));
    const isKept = this.#kept !== null;
    let best: RankOrders = { ranks, crossings: countCrossings(ranks, this.#ends.down, this.#position), isKept };
    let idle = 0;
    for (let sweep = 0; sweep < sweepsMax && idle < idleSweepsMax && best.crossings > 0; sweep += 1) {
      if (!this.hasTime || !this.#work.spend(this.#chains.items.length + 2 * this.#chains.links.length)) break;
      ranks = this.#sweep(ranks, sweep % 2 === 0, sweep % 4 >= 2);
      this.#switch(ranks);
      const crossings = countCrossings(ranks, this.#ends.down, this.#position);
      if (crossings < best.crossings) {
        best = { ranks: ranks.map((rank) => [...rank]), crossings, isKept };
        idle = 0;
      } else idle += 1;
    }
    return best;
  }

  /** Orders in which boxes and frames have the order of these keys; bends and labels are where few links cross. */
  kept(keys: Float64Array): RankOrders {
    this.#kept = { items: keys, frames: meanKeys(this.#chains.items, keys, this.#frameCount, ({ kind }) => kind === 'box') };
    const orders = this.optimized(keys);
    this.#kept = null;
    return orders;
  }

  #keepOrder(units: { frame: number; members: readonly number[] }[], kept: KeptKeys): void {
    const { items } = this.#chains;
    keepUnits(units, ({ frame, members: [first = 0] }) => {
      if (frame !== -1) return kept.frames[frame] ?? NaN;
      return items[first]?.kind === 'box' ? (kept.items[first] ?? NaN) : NaN;
    });
  }

  #initial(keys: Float64Array): number[][] {
    const { items, rankCount } = this.#chains;
    const ranks: number[][] = Array.from({ length: rankCount }, () => []);
    for (const [item, { rank }] of items.entries()) ranks[rank]?.push(item);
    const frameKeys = meanKeys(this.#chains.items, keys, this.#frameCount);
    return ranks.map((rank) => this.#sorted(rank, keys, (frame) => frameKeys[frame] ?? 0, null));
  }

  /** Sorts a rank by keys, frames as units. `fixed`: numbers of frames that keep their order among each other. */
  #sorted(
    rank: readonly number[],
    keys: Float64Array,
    frameKey: (frame: number, items: readonly number[]) => number,
    fixed: Float64Array | null,
  ): number[] {
    if (this.#frameCount === 0 && this.#kept === null) return rank.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
    const { items } = this.#chains;
    const arrange = (members: readonly number[], depth: number): number[] => {
      const units: { key: number; frame: number; members: number[] }[] = [];
      const byFrame = new Map<number, number[]>();
      for (const item of members) {
        const frame = items[item]?.path[depth];
        if (frame === undefined) {
          units.push({ key: keys[item] ?? 0, frame: -1, members: [item] });
          continue;
        }
        const group = byFrame.get(frame);
        if (group === undefined) byFrame.set(frame, [item]);
        else group.push(item);
      }
      for (const [frame, group] of byFrame)
        units.push({ key: frameKey(frame, group), frame, members: arrange(group, depth + 1) });
      units.sort((a, b) => a.key - b.key);
      if (fixed !== null) keepUnits(units, ({ frame }) => (frame === -1 ? NaN : (fixed[frame] ?? NaN)));
      if (this.#kept !== null) this.#keepOrder(units, this.#kept);
      return units.flatMap((unit) => unit.members);
    };
    return arrange(rank, 0);
  }

  /** Orders every rank by the mean places of what its items are linked to in the rank before. */
  #sweep(before: readonly (readonly number[])[], isDownwards: boolean, isFlipped: boolean): number[][] {
    const { items } = this.#chains;
    const ranks = before.map((rank) => [...rank]);
    const ends = isDownwards ? this.#ends.up : this.#ends.down;
    const keys = new Float64Array(items.length);
    const fixed = new Float64Array(this.#frameCount).fill(NaN);
    const count = ranks.length;
    for (let step = 0; step < count; step += 1) {
      const at = isDownwards ? step : count - 1 - step;
      let rank = ranks[at] ?? [];
      if (step > 0) {
        this.#barycenters(
          rank,
          ends,
          keys,
          (ranks[isDownwards ? at - 1 : at + 1]?.length ?? 1) / Math.max(1, rank.length),
          isFlipped,
        );
        rank = this.#sorted(rank, keys, (_, members) => meanKey(members, keys, ends), fixed);
        ranks[at] = rank;
      }
      for (const [place, item] of rank.entries()) this.#position[item] = place;
      if (this.#frameCount > 0) this.#fixFrames(rank, fixed);
    }
    return this.#consistent(ranks);
  }

  /** Items without links keep their place beside the item before them. */
  #barycenters(
    rank: readonly number[],
    ends: readonly Int32Array[],
    keys: Float64Array,
    scale: number,
    isFlipped: boolean,
  ): void {
    const nudge = (isFlipped ? -1e-6 : 1e-6) * scale;
    let last = NaN;
    for (const [place, item] of rank.entries()) {
      const linked = ends[item] ?? new Int32Array(0);
      let key = Number.isNaN(last) ? place * scale : last + 1e-3;
      if (linked.length > 0) {
        let sum = 0;
        for (const end of linked) sum += this.#position[end] ?? 0;
        last = key = sum / linked.length;
      }
      keys[item] = key + nudge * place;
    }
  }

  /** Numbers frames when they are first met in a sweep, so that later ranks keep their order. */
  #fixFrames(rank: readonly number[], fixed: Float64Array): void {
    const { items } = this.#chains;
    for (const [place, item] of rank.entries()) {
      const { path } = items[item] ?? { path: [] };
      for (const [depth, frame] of path.entries()) {
        if (!Number.isNaN(fixed[frame])) continue;
        fixed[frame] = this.#between(rank, place, depth, frame, fixed);
      }
    }
  }

  /** A number between those of the siblings around a frame in a rank. */
  #between(rank: readonly number[], place: number, depth: number, frame: number, fixed: Float64Array): number {
    const { items } = this.#chains;
    const parent = items[rank[place] ?? 0]?.path[depth - 1];
    const sibling = (at: number): number => {
      const path = items[rank[at] ?? 0]?.path ?? [];
      const other = path[depth - 1] === parent ? path[depth] : undefined;
      return other === undefined || other === frame ? NaN : (fixed[other] ?? NaN);
    };
    let [low, high] = [NaN, NaN];
    for (let at = place - 1; at >= 0 && Number.isNaN(low); at -= 1) low = sibling(at);
    for (let at = place + 1; at < rank.length && Number.isNaN(high); at += 1) high = sibling(at);
    if (Number.isNaN(low)) return Number.isNaN(high) ? 0 : high - 1;
    return Number.isNaN(high) ? low + 1 : (low + high) / 2;
  }

  /** Gives sibling frames one order in all ranks: where ranks differ, the majority decides. */
  #consistent(ranks: number[][]): number[][] {
    if (this.#frameCount === 0) return ranks;
    const { items } = this.#chains;
    const fixed = frameOrder(ranks, items, this.#frameCount);
    const places = new Float64Array(items.length);
    return ranks.map((rank) => {
      for (const [place, item] of rank.entries()) places[item] = place;
      const mean = (members: readonly number[]): number =>
        members.reduce((sum, item) => sum + (places[item] ?? 0), 0) / members.length;
      return this.#sorted(rank, places, (_, members) => mean(members), fixed);
    });
  }

  /** Switches neighbors in the same frame while that saves crossings, except boxes that keep their order. */
  #switch(ranks: readonly number[][]): void {
    const { items } = this.#chains;
    for (const rank of ranks) for (const [place, item] of rank.entries()) this.#position[item] = place;
    for (let round = 0; round < switchRounds; round += 1) {
      let hasChanged = false;
      for (const rank of ranks) {
        for (let at = 0; at + 1 < rank.length; at += 1) {
          const [a, b] = [rank[at] ?? 0, rank[at + 1] ?? 0];
          if (items[a]?.path.at(-1) !== items[b]?.path.at(-1)) continue;
          if (this.#kept !== null && items[a]?.kind === 'box' && items[b]?.kind === 'box') continue;
          if (this.#crossingsIfBefore(a, b) <= this.#crossingsIfBefore(b, a)) continue;
          [rank[at], rank[at + 1]] = [b, a];
          [this.#position[a], this.#position[b]] = [at + 1, at];
          hasChanged = true;
        }
      }
      if (!hasChanged || !this.#work.spend(this.#chains.links.length) || !this.hasTime) return;
    }
  }

  /** Crossings of the links of two items if `a` is before `b`. */
  #crossingsIfBefore(a: number, b: number): number {
    let count = 0;
    for (const ends of [this.#ends.up, this.#ends.down]) {
      for (const one of ends[a] ?? [])
        for (const two of ends[b] ?? []) if ((this.#position[one] ?? 0) > (this.#position[two] ?? 0)) count += 1;
    }
    return count;
  }
}
