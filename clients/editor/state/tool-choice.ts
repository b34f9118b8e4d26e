/** tool-choice: the chosen tool, and whether it stays after one use. */
import { Signal, type Readable } from './signal.ts';

export type ChosenTool = { readonly name: string; readonly stays: boolean };

const resting: ChosenTool = { name: 'select', stays: true };

export class ToolChoice implements Readable<ChosenTool> {
  readonly #tool = new Signal<ChosenTool>(resting);

  get(): ChosenTool {
    return this.#tool.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#tool.subscribe(listener);
  }

  choose(name: string, stays = false): void {
    this.#tool.set({ name, stays });
  }

  /** Called when the tool was used: the select tool follows, unless the choice stays. */
  used(): void {
    if (!this.get().stays) this.#tool.set(resting);
  }
}
