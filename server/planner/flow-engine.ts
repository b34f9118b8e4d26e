/**
 * flow-engine: Graphviz's dot, compiled to WebAssembly, as the flow engine of layouts.
 *
 * It takes as long as it takes: whoever calls it does so where that holds nobody up, and ends it by ending its thread.
 * Graphviz can break down on a graph, out of its memory or its stack. Then it answers nothing until it is loaded anew.
 */
import { Graphviz } from '@hpcc-js/wasm-graphviz';

import type { FlowEngine } from '#core/planning/planning.ts';

/** Places without drawing instructions: Graphviz has this format, the library's types leave it out. */
const json0 = 'json0' as 'json';

export class GraphvizEngine {
  #graphviz: Graphviz;
  #isBroken = false;

  static async load(): Promise<GraphvizEngine> {
    return new GraphvizEngine(await Graphviz.load());
  }

  private constructor(graphviz: Graphviz) {
    this.#graphviz = graphviz;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  readonly flow: FlowEngine = (dot) => {
    if (this.#isBroken) return null;
    try {
      return this.#graphviz.layout(dot, json0, 'dot');
    } catch {
      this.#isBroken = true;
      return null;
    }
  };

  /** Leaves graphs with clusters undone: what breaks dot down is nearly always one of them, and there is a way without. */
  readonly flowWithoutClusters: FlowEngine = (dot) => (dot.includes('subgraph') ? null : this.flow(dot));

  /** Makes it whole again. */
  async reload(): Promise<void> {
    Graphviz.unload();
    this.#graphviz = await Graphviz.load();
    this.#isBroken = false;
  }
}
