/**
 * Turns edges so that no cycle is left, with frames as units: all edges between two children of a frame lead the same way.
 *
 * After Eades, Lin, Smyth: "A fast and effective heuristic for the feedback arc set problem" (IPL 1993).
 */
import { type Compound, unitsOf } from './compound.ts';

/** Edges that the order of the layout before may turn more than the one found, for each of those. */
const keptShare = 0.1;

/** For each edge, whether it is turned. `isKept`: of orders that turn as few edges, that of the layout before is taken. */
export function turnedEdges({ nodes, edges }: Compound, isKept: boolean): boolean[] {
  const units = edges.map(({ from, to }) => unitsOf(nodes, from, to));
  const children = new Map<number, number[]>();
  for (const [index, { path }] of nodes.entries()) {
    const parent = path.at(-1) ?? -1;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [index]);
    else siblings.push(index);
  }
  const level = new Map<number, [number, number][]>();
  for (const [a, b] of units) {
    const parent = nodes[a]?.path.at(-1) ?? -1;
    const pairs = level.get(parent);
    if (pairs === undefined) level.set(parent, [[a, b]]);
    else pairs.push([a, b]);
  }
  const position = new Int32Array(nodes.length);
  for (const [parent, pairs] of level) {
    const forward = forwardOrder(children.get(parent) ?? [], pairs);
    const along = (node: number): number => nodes[node]?.previousAlong ?? 0;
    const previous = isKept ? forward.toSorted((a, b) => along(a) - along(b)) : forward;
    const order = turnedBy(previous, pairs) <= turnedBy(forward, pairs) * (1 + keptShare) ? previous : forward;
    for (const [at, index] of order.entries()) position[index] = at;
  }
  return units.map(([a, b]) => (position[a] ?? 0) > (position[b] ?? 0));
}

/** How many edges lead back in an order. */
function turnedBy(order: readonly number[], edges: readonly (readonly [number, number])[]): number {
  const place = new Map(order.map((node, at) => [node, at]));
  return edges.filter(([a, b]) => (place.get(a) ?? 0) > (place.get(b) ?? 0)).length;
}

/** An order of the nodes in which few edges lead back; among equals the given order counts. */
export function forwardOrder(nodes: readonly number[], edges: readonly (readonly [number, number])[]): number[] {
  const out = new Map<number, number[]>(nodes.map((node) => [node, []]));
  const into = new Map<number, number[]>(nodes.map((node) => [node, []]));
  for (const [a, b] of edges) {
    out.get(a)?.push(b);
    into.get(b)?.push(a);
  }
  const outDegree = new Map(nodes.map((node) => [node, out.get(node)?.length ?? 0]));
  const inDegree = new Map(nodes.map((node) => [node, into.get(node)?.length ?? 0]));
  const remaining = new Set(nodes);
  const [head, tail]: [number[], number[]] = [[], []];
  const [sources, sinks]: [number[], number[]] = [[], []];
  for (const node of nodes) {
    if (inDegree.get(node) === 0) sources.push(node);
    else if (outDegree.get(node) === 0) sinks.push(node);
  }
  const remove = (node: number): void => {
    remaining.delete(node);
    for (const next of out.get(node) ?? []) {
      const degree = (inDegree.get(next) ?? 0) - 1;
      inDegree.set(next, degree);
      if (degree === 0 && remaining.has(next)) sources.push(next);
    }
    for (const previous of into.get(node) ?? []) {
      const degree = (outDegree.get(previous) ?? 0) - 1;
      outDegree.set(previous, degree);
      if (degree === 0 && remaining.has(previous)) sinks.push(previous);
    }
  };
  for (let [nextSource, nextSink] = [0, 0]; remaining.size > 0;) {
    const source = sources[nextSource];
    const sink = sinks[nextSink];
    if (source !== undefined) {
      nextSource += 1;
      if (!remaining.has(source)) continue;
      head.push(source);
      remove(source);
    } else if (sink !== undefined) {
      nextSink += 1;
      if (!remaining.has(sink)) continue;
      tail.push(sink);
      remove(sink);
    } else {
      let [best, most] = [-1, -Infinity];
      for (const node of remaining) {
        const lead = (outDegree.get(node) ?? 0) - (inDegree.get(node) ?? 0);
        if (lead > most) [best, most] = [node, lead];
      }
      head.push(best);
      remove(best);
    }
  }
  return [...head, ...tail.toReversed()];
}
