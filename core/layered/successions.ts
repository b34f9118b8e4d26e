/**
 * Which siblings come one after the other along the flow because an edge leads from one into the other.
 *
 * Frames that the same sibling leads into run beside each other (LY13): an edge from one of them into the middle of the other leads
 * forward, but the other frame begins where its own flow does.
 */
import { type Compound, unitsOf } from './compound.ts';

/** Pairs of siblings, at least one of which is a frame: the second begins after the first has ended. */
export function successions({ nodes, edges }: Compound, isTurned: readonly boolean[]): readonly (readonly [number, number])[] {
  /** Pairs of a frame and a node that an edge leads to from within that frame. */
  const reachedWithin = new Set<number>();
  /** For each frame, the siblings of it, or of a frame around it, that lead into it. */
  const entrances = new Map<number, Set<number>>();
  const keyOf = (a: number, b: number): number => a * nodes.length + b;
  const forward = edges.map(({ from, to }, at): [number, number] => (isTurned[at] === true ? [to, from] : [from, to]));
  for (const [from, to] of forward) {
    const around = nodes[from]?.path ?? [];
    for (const frame of around) reachedWithin.add(keyOf(frame, to));
    for (const frame of nodes[to]?.path ?? []) {
      if (around.includes(frame)) continue;
      const into = entrances.get(frame) ?? new Set();
      entrances.set(frame, into.add(unitsOf(nodes, from, frame)[0]));
    }
  }
  const runBeside = (a: number, b: number): boolean => {
    const others = entrances.get(b);
    return others !== undefined && [...(entrances.get(a) ?? [])].some((entrance) => others.has(entrance));
  };
  const pairs = new Map<number, [number, number]>();
  for (const [from, to] of forward) {
    const [a, b] = unitsOf(nodes, from, to);
    if ((a === from && b === to) || pairs.has(keyOf(a, b))) continue;
    if (nodes[a]?.isFrame === true && reachedWithin.has(keyOf(b, to)) && runBeside(a, b)) continue;
    pairs.set(keyOf(a, b), [a, b]);
  }
  return [...pairs.values()];
}
