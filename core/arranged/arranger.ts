/** What arranges the members of a frame in one way, and what it works with. */
import type { Box, Element, Frame } from '#schema/element.ts';

import type { SpotPoint } from '../planning/free-spot.ts';
import type { Work } from '../planning/work.ts';
import type { TabView } from '../tab/view.ts';
import type { Family } from './family.ts';

export type Arranging = {
  readonly frame: Frame;
  /** The members of the frame and their members, as they were before anything was arranged. */
  readonly family: Family;
  /** The elements as they are, with inner frames arranged. */
  readonly tab: TabView;
  /** The tab before the changeset. */
  readonly base: TabView;
  readonly work: Work;
};

export type Arranged = {
  /** With its size; its place stays. */
  readonly frame: Frame;
  /** Members that go somewhere else; their own members go along. */
  readonly moved: ReadonlyMap<string, SpotPoint>;
  /** Elements that become this, without their members. */
  readonly put: readonly Element[];
};

export type Arranger = (arranging: Arranging) => Arranged;

/** The boxes of these ids as they are now. */
export function boxesNow(ids: Iterable<string>, { tab }: Pick<Arranging, 'tab'>): Box[] {
  return Array.from(ids).flatMap((id) => {
    const element = tab.get(id);
    return element === undefined || element.type === 'arrow' ? [] : [element];
  });
}
