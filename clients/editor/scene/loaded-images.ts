/**
 * loaded-images: images as data URIs, for a page without a cookie: a picture's own request could not prove who is there.
 *
 * The first time that an image is drawn it is a placeholder, and its bytes are requested; it is drawn again when they are here.
 */
import { Emitter } from '../state/emitter.ts';

export class LoadedImages {
  readonly #load: (id: string) => Promise<Uint8Array>;
  /** Null while an image is being loaded, and if it cannot be. */
  readonly #known = new Map<string, string | null>();
  readonly #loaded = new Emitter<[id: string]>();

  /** `load` requests the bytes of an image. */
  constructor(load: (id: string) => Promise<Uint8Array>) {
    this.#load = load;
  }

  get(id: string): string | null {
    const known = this.#known.get(id);
    if (known === undefined) void this.#request(id);
    return known ?? null;
  }

  onLoad(listener: (id: string) => void): () => void {
    return this.#loaded.add(listener);
  }

  /** What could not be loaded is requested again when it is drawn. */
  forgetMissing(): void {
    for (const [id, known] of this.#known) if (known === null) this.#known.delete(id);
  }

  async #request(id: string): Promise<void> {
    this.#known.set(id, null);
    try {
      const bytes = await this.#load(id);
      const type = typeOf(bytes);
      if (type === null) return;
      const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
      this.#known.set(id, `data:image/${type};base64,${btoa(binary)}`);
      this.#loaded.emit(id);
    } catch {
      // The placeholder stays.
    }
  }
}

/** By the first bytes: the server stores PNG, JPEG, WebP and GIF only. */
function typeOf([first, second, third]: Uint8Array): 'png' | 'jpeg' | 'webp' | 'gif' | null {
  if (first === 0x89 && second === 0x50) return 'png';
  if (first === 0xff && second === 0xd8) return 'jpeg';
  if (first === 0x52 && second === 0x49 && third === 0x46) return 'webp';
  return first === 0x47 && second === 0x49 && third === 0x46 ? 'gif' : null;
}
