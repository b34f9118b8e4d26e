/** The derived states of a tab that changes. A state takes up the changes when it is next asked for. */
import type { Element } from '#schema/element.ts';

import type { TabFollower } from './view.ts';

type Following = { readonly follower: TabFollower; pending: Map<string, Element | null> };

export class Followers {
  readonly #followings = new Map<new () => TabFollower, Following>();

  get<T extends TabFollower>(kind: new () => T, elements: () => Iterable<Element>): T {
    let following = this.#followings.get(kind);
    if (following === undefined) {
      following = { follower: new kind(), pending: new Map(Iterator.from(elements()).map((element) => [element.id, element])) };
      this.#followings.set(kind, following);
    }
    const { follower, pending } = following;
    if (pending.size > 0) {
      following.pending = new Map();
      follower.update(pending);
    }
    if (!(follower instanceof kind)) throw new TypeError('a derived state of another class');
    return follower;
  }

  note(id: string, element: Element | null): void {
    for (const { pending } of this.#followings.values()) pending.set(id, element);
  }
}
