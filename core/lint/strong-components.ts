/** Which arcs of a directed graph are on a cycle: those within one strongly connected component (Tarjan, 1972). */
export type Arc = { readonly from: string; readonly to: string };

/** The number of the component that each node is in; a number per component, in no particular order. */
export function componentsOf(arcs: Iterable<Arc>): Map<string, number> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arcs) {
    const known = targets.get(from);
    if (known === undefined) targets.set(from, [to]);
    else known.push(to);
  }
  const components = new Map<string, number>();
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const open: string[] = [];
  const lower = (node: string, to: number): void => {
    low.set(node, Math.min(low.get(node) ?? to, to));
  };
  for (const root of targets.keys()) {
    if (order.has(root)) continue;
    const path: { readonly node: string; next: number }[] = [];
    const enter = (node: string): void => {
      order.set(node, order.size);
      lower(node, order.size - 1);
      open.push(node);
      path.push({ node, next: 0 });
    };
    enter(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const to = targets.get(step.node)?.[step.next];
      step.next += 1;
      if (to !== undefined) {
        const seen = order.get(to);
        if (seen === undefined) enter(to);
        else if (!components.has(to)) lower(step.node, seen);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above.node, low.get(step.node) ?? 0);
      if (low.get(step.node) !== order.get(step.node)) continue;
      const component = components.size;
      for (let node = open.pop(); node !== undefined; node = node === step.node ? undefined : open.pop()) {
        components.set(node, component);
      }
    }
  }
  return components;
}
