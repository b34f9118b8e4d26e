/** group-outlines: the outlines of selected groups, and of the one that a person has entered. An only group needs no other frame. */
import { type Element, isArrow, isBox } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import { GroupMembers } from '#core/tab/group-members.ts';
import { hullOf } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { outerRect } from '../changes/turned.ts';
import { unitsOf } from '../state/groups.ts';
import css from './overlay.module.css';
import { inWindow, type View } from './window-place.ts';

type Props = {
  readonly ids: ReadonlySet<string>;
  readonly entered: string | null;
  readonly tab: TabView;
  readonly preview: ReadonlyMap<string, Element>;
  readonly view: View;
};

/** Window pixels from the members of the entered group to its outline, which is around the handles of what is selected in it. */
const enteredApartPx = 9;

export function GroupOutlines({ ids, entered, tab, preview, view }: Props) {
  const units = unitsOf(ids, entered, tab).filter(
    ({ group, ids: members }) => group !== null && members.every((id) => ids.has(id)),
  );
  const outline = (key: string, members: Iterable<string>, isEntered: boolean) => {
    const rect = around(members, tab, preview);
    if (rect === null) return null;
    const { x, y, width, height } = inWindow(rect, view);
    const apartPx = isEntered ? enteredApartPx : 0;
    return (
      <rect
        key={key}
        className={css[isEntered ? 'enteredGroup' : 'group']}
        data-group={isEntered ? 'entered' : 'selected'}
        x={x - apartPx}
        y={y - apartPx}
        width={width + 2 * apartPx}
        height={height + 2 * apartPx}
        rx={isEntered ? 6 : 0}
      />
    );
  };
  return (
    <>
      {entered !== null && outline('entered', tab.follow(GroupMembers).of(entered), true)}
      {units.map((unit) => outline(unit.group ?? '', unit.ids, false))}
    </>
  );
}

function around(ids: Iterable<string>, tab: TabView, preview: ReadonlyMap<string, Element>): Rect | null {
  const elements = [...ids].map((id) => preview.get(id) ?? tab.get(id)).filter((element) => element !== undefined);
  // The handles of a selection are around its boxes.
  const boxes = hullOf(elements.filter(isBox).map(outerRect));
  return boxes ?? hullOf(elements.filter(isArrow).map((arrow) => boundsOf(routeOf(arrow, tab))));
}
