/**
 * loaded-icons: the icons that drawings of a page show, loaded when the first of them is drawn. Until then they have no lines, and are
 * drawn again when the icons are here. What could not be loaded is requested again when another icon is drawn.
 */
import type { IconPart } from '#core/icons/icon-part.ts';
import type { IconSet } from '#core/icons/icon-set.ts';
import type { Element } from '#schema/element.ts';

import { Emitter } from '../state/emitter.ts';

export class LoadedIcons {
  readonly #load: () => Promise<IconSet>;
  readonly #loaded = new Emitter<[]>();
  #icons: IconSet | null = null;
  #isLoading = false;

  constructor(load: () => Promise<IconSet>) {
    this.#load = load;
  }

  /** Null for an unknown icon. */
  parts(name: string): readonly IconPart[] | null {
    if (this.#icons === null) void this.#request();
    return this.#icons === null ? [] : this.#icons.parts(name);
  }

  onLoad(listener: () => void): () => void {
    return this.#loaded.add(listener);
  }

  async #request(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      this.#icons = await this.#load();
      this.#loaded.emit();
    } catch {
      // Offline, or a page of an older version: the labels stay.
    } finally {
      this.#isLoading = false;
    }
  }
}

/** Whether the icons change how the element looks. */
export const showsIcon = (element: Element): boolean => element.type === 'shape' && element.shape === 'icon';

/** Of this page. */
export const pageIcons = new LoadedIcons(async () => (await import('./drawn-icons.ts')).drawnIcons());
