/** followed-signal: a value from elsewhere that is kept up to date while it has subscribers. */
import { Signal } from './signal.ts';

export class FollowedSignal<T> extends Signal<T> {
  readonly #follow: () => () => void;
  #subscribers = 0;
  #end: () => void = () => undefined;

  /** `follow` begins to keep it up to date, and returns a function that ends it. */
  constructor(value: T, follow: () => () => void) {
    super(value);
    this.#follow = follow;
  }

  get isFollowed(): boolean {
    return this.#subscribers > 0;
  }

  override subscribe(listener: () => void): () => void {
    const end = super.subscribe(listener);
    this.#subscribers += 1;
    if (this.#subscribers === 1) this.#end = this.#follow();
    return () => {
      end();
      this.#subscribers -= 1;
      if (this.#subscribers === 0) this.#end();
    };
  }
}
