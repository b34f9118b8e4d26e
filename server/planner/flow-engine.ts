/**
 * Graphviz's dot, compiled to WebAssembly, as the flow engine of layouts. It cannot be interrupted, so it runs in a worker that can be
 * terminated. On some graphs Graphviz runs out of memory or stack; after that it must be reloaded before it works again.
 */
import { Graphviz } from '@hpcc-js/wasm-graphviz';

import type { FlowEngine } from '#core/planning/planning.ts';

/** Positions without drawing instructions: a format of Graphviz that is missing in the library's types. */
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

  /** Makes a broken engine usable again. */
  async reload(): Promise<void> {
    Graphviz.unload();
    this.#graphviz = await Graphviz.load();
    this.#isBroken = false;
  }
}
