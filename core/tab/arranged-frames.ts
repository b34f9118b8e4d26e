/** The frames of a tab that keep their members arranged, so that a changeset on a tab without any has nothing to look for. */
import type { Element, Frame } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import type { TabFollower } from './view.ts';

export class ArrangedFrames implements TabFollower {
  readonly ids = new Set<string>();

  update(changes: ReadonlyMap<string, Element | null>): void {
    for (const [id, element] of changes) {
      if (element !== null && isArranged(element)) this.ids.add(id);
      else this.ids.delete(id);
    }
  }
}

export type ArrangedFrame = Frame & { readonly arrange: NonNullable<Frame['arrange']> };

export const isArranged = (element: Element | null | undefined): element is ArrangedFrame =>
  element?.type === 'frame' && element.arrange !== undefined && element.arrange !== 'none';

/** False if no frame is arranged, as on most tabs. */
export const mayBeArranged = ({ draft, arranges }: Pick<Planning, 'draft' | 'arranges'>): boolean =>
  arranges || draft.base.follow(ArrangedFrames).ids.size > 0;
