/**
 * circles: finds the formulas without a value that depend on themselves.
 *
 * They are the strongly connected components (Tarjan 1972, with an explicit stack) of a graph in which a formula has edges to
 * the ranges that contain it, and a range to the formulas that refer to it. Formulas that share a range share its edges.
 */
import type { Link } from './dependency-index.ts';
import { FormulaCell } from './formula-cell.ts';
import type { Steps } from './recalculation-budget.ts';

type Node = FormulaCell | Link;
type Visit = { readonly node: Node; readonly next: Iterator<Node>; readonly number: number; low: number; isOpen: boolean };

/** Units (recalculation-budget.ts) of one step along an edge. */
const cost = 5;

export function* circularFormulas(
  stale: Iterable<FormulaCell>,
  linksAt: (cell: FormulaCell) => readonly Link[],
): Steps<readonly FormulaCell[]> {
  const seen = new Map<Node, Visit>();
  const open: Visit[] = [];
  const circular: FormulaCell[] = [];
  const enter = (node: Node): Visit => {
    const next = node instanceof FormulaCell ? linksAt(node).values() : node.cells.values();
    const visit = { node, next, number: seen.size, low: seen.size, isOpen: true };
    seen.set(node, visit);
    open.push(visit);
    return visit;
  };
  for (const root of stale) {
    if (seen.has(root)) continue;
    const path = [enter(root)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      yield cost;
      const { done, value: next } = visit.next.next();
      if (done !== true) {
        const visited = seen.get(next);
        if (visited === undefined && !(next instanceof FormulaCell && !next.isStale)) path.push(enter(next));
        else if (visited?.isOpen === true) visit.low = Math.min(visit.low, visited.number);
        continue;
      }
      path.pop();
      const below = path.at(-1);
      if (below !== undefined) below.low = Math.min(below.low, visit.low);
      if (visit.low === visit.number) circular.push(...circleFrom(visit, open));
    }
  }
  return circular;
}

/** The component that a visit closes, if it is a cycle. A single node is not. */
function* circleFrom(last: Visit, open: Visit[]): Generator<FormulaCell> {
  const isCircle = open.at(-1) !== last;
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    visit.isOpen = false;
    if (isCircle && visit.node instanceof FormulaCell) yield visit.node;
    if (visit === last) break;
  }
}
