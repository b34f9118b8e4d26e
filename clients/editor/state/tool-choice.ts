/** tool-choice: the tool that the pointer holds, and whether it stays after one use. */
import { Cell, type Store } from './signal.ts';

export type Tool = { readonly name: string; readonly stays: boolean };

const resting: Tool = { name: 'select', stays: true };

export class ToolChoice implements Store<Tool> {
  readonly #tool = new Cell<Tool>(resting);

  get(): Tool {
    return this.#tool.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#tool.subscribe(listener);
  }

  choose(name: string, stays = false): void {
    this.#tool.set({ name, stays });
  }

  /** Called when the tool was used: back to selecting, unless it stays. */
  used(): void {
    if (!this.get().stays) this.#tool.set(resting);
  }
}
