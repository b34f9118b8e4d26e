/**
 * flow-engine: Graphviz's dot, compiled to WebAssembly, as the flow engine of layouts.
 *
 * It takes as long as it takes: whoever calls it does so where that holds nobody up, and ends it by ending its thread.
 */
import { Graphviz } from '@hpcc-js/wasm-graphviz';

import type { FlowEngine } from '#core/layout/graph.ts';

/** Places without drawing instructions: Graphviz has this format, the library's types leave it out. */
const json0 = 'json0' as 'json';

export type LoadedEngine = {
  readonly flow: FlowEngine;
  /** True once Graphviz broke down on a graph (its stack is bounded): nothing more is to be asked of it. */
  readonly isBroken: () => boolean;
};

/** Loads Graphviz once; the engine it answers is synchronous. */
export async function loadFlowEngine(): Promise<LoadedEngine> {
  const graphviz = await Graphviz.load();
  let isBroken = false;
  const flow: FlowEngine = (dot) => {
    try {
      return graphviz.layout(dot, json0, 'dot');
    } catch {
      isBroken = true;
      return null;
    }
  };
  return { flow, isBroken: () => isBroken };
}
