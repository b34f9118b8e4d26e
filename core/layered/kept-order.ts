/** The order that boxes had along an axis, as edges of a network simplex. */
import type { SimplexEdge } from './simplex-graph.ts';

/**
 * Edges by which boxes do not pass each other, through barriers between the groups; `count` is the first free variable.
 * `groups`: the variables of boxes at one place each, in order. Boxes that cannot keep the order, for the edges given, change it
 * with as few others as possible.
 */
export function keepOrder(
  groups: readonly (readonly number[])[],
  given: readonly SimplexEdge[],
  count: number,
): { readonly edges: readonly SimplexEdge[]; readonly count: number } {
  const edges: SimplexEdge[] = [];
  const places = placesOf(groups, given, count);
  for (const [at, group] of groups.entries()) {
    if (at > 0) edges.push({ tail: count + at - 1, head: count + at, least: 0, weight: 0 });
    for (const variable of group) {
      const place = places[variable] ?? 0;
      if (place > 0) edges.push({ tail: count + place - 1, head: variable, least: 0, weight: 0 });
      edges.push({ tail: variable, head: count + place, least: 0, weight: 0 });
    }
  }
  return { edges, count: count + groups.length };
}

/** A place among the groups for each box, so that no edge leads back: what leads back is moved on, or what it leads from is moved back. */
function placesOf(groups: readonly (readonly number[])[], given: readonly SimplexEdge[], count: number): Float64Array {
  const before = new Float64Array(count).fill(NaN);
  for (const [at, group] of groups.entries()) for (const variable of group) before[variable] = at;
  const order = topological(given, count);
  const [behind, ahead] = [
    before.map((place) => (Number.isNaN(place) ? -Infinity : place)),
    before.map((place) => (Number.isNaN(place) ? Infinity : place)),
  ];
  for (const { tail, head } of order) behind[head] = Math.max(behind[head] ?? 0, behind[tail] ?? 0);
  for (const { tail, head } of order.toReversed()) ahead[tail] = Math.min(ahead[tail] ?? 0, ahead[head] ?? 0);
  return changesOf(groups.flat(), before, behind) <= changesOf(groups.flat(), before, ahead) ? behind : ahead;
}

/** How many pairs of boxes change their order. */
function changesOf(boxes: readonly number[], before: Float64Array, after: Float64Array): number {
  const moved = boxes.filter((box) => before[box] !== after[box]);
  let changes = 0;
  for (const box of moved) {
    for (const other of boxes) {
      const was = (before[box] ?? 0) - (before[other] ?? 0);
      if (was * ((after[box] ?? 0) - (after[other] ?? 0)) < 0) changes += 1;
    }
  }
  return changes;
}

/** The edges, those into a variable before those out of it (Kahn). */
function topological(edges: readonly SimplexEdge[], count: number): SimplexEdge[] {
  const out: SimplexEdge[][] = Array.from({ length: count }, () => []);
  const waiting = new Int32Array(count);
  for (const edge of edges) {
    out[edge.tail]?.push(edge);
    waiting[edge.head] = (waiting[edge.head] ?? 0) + 1;
  }
  const ready = [...waiting.keys()].filter((variable) => waiting[variable] === 0);
  const sorted: SimplexEdge[] = [];
  for (const variable of ready) {
    for (const edge of out[variable] ?? []) {
      sorted.push(edge);
      waiting[edge.head] = (waiting[edge.head] ?? 0) - 1;
      if (waiting[edge.head] === 0) ready.push(edge.head);
    }
  }
  return sorted;
}
