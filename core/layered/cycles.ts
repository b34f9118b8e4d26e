/**
 * Turns edges so that no cycle is left, with frames as units: all edges between two children of a frame lead the same way.
 *
 * Sources first and sinks last, after Eades, Lin, Smyth: "A fast and effective heuristic for the feedback arc set problem" (IPL 1993).
 * What is on cycles goes by the given order where they go by degrees, so that a flow begins where its author began it (LY12).
 */
import { type Compound, unitsOf } from './compound.ts';

/** For each edge, whether it is turned. */
export function turnedEdges({ nodes, edges }: Compound): boolean[] {
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
    for (const [at, index] of forwardOrder(children.get(parent) ?? [], pairs).entries()) position[index] = at;
  }
  return units.map(([a, b]) => (position[a] ?? 0) > (position[b] ?? 0));
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
      // The first of those to which the fewest edges lead back; rather one that an edge has led to, unless two more edges lead back there.
      let [best, least, isBeginning] = [-1, Infinity, false];
      for (const node of remaining) {
        const back = inDegree.get(node) ?? 0;
        const isReached = back < (into.get(node)?.length ?? 0);
        const cost = 2 * back + (isReached ? 0 : 3);
        if (cost < least) [best, least, isBeginning] = [node, cost, !isReached];
      }
      if (isBeginning) best = firstOfFlow(best, remaining, out, into);
      head.push(best);
      remove(best);
    }
  }
  return [...head, ...tail.toReversed()];
}

type Neighbors = ReadonlyMap<number, readonly number[]>;

/**
 * Where a flow without a source begins: with the first of the boxes that lead to each other and that no others lead to. A reader looks
 * for the beginning where the author put it, however many answers lead back there.
 */
function firstOfFlow(node: number, remaining: ReadonlySet<number>, out: Neighbors, into: Neighbors): number {
  const before = reachedFrom(node, remaining, into);
  const after = reachedFrom(node, remaining, out);
  const earlier = [...before].findLast((other) => !after.has(other));
  if (earlier !== undefined) return firstOfFlow(earlier, remaining, out, into);
  for (const first of remaining) if (before.has(first)) return first;
  return node;
}

function reachedFrom(node: number, remaining: ReadonlySet<number>, next: Neighbors): Set<number> {
  const reached = new Set([node]);
  for (const at of reached) for (const other of next.get(at) ?? []) if (remaining.has(other)) reached.add(other);
  return reached;
}
