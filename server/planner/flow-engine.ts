/**
 * flow-engine: Graphviz's dot, compiled to WebAssembly, as the flow engine of layouts.
 *
 * A call has no bound of its own: it runs in a worker thread, which is ended if it takes too long. Graphviz can run out of
 * memory or stack. It then answers nothing until it is loaded again.
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

  /** Makes it whole again. */
  async reload(): Promise<void> {
    Graphviz.unload();
    this.#graphviz = await Graphviz.load();
    this.#isBroken = false;
  }
}
