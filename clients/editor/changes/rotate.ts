/**
 * rotate: boxes rotated around the center of the selection.
 *
 * Each box is rotated by the angle, and its center moves around the common center. Frames, lanes, boards, sheets and tables stay
 * upright, as their contents would not rotate with them. Angles are between -180 and 180 degrees; zero is not stored.
 */
import { type Box, isBox, type Point } from '#schema/element.ts';

import { type Change, freeElements } from './change.ts';
import { roundLength } from './resize.ts';
import { onCanvas } from './set-label.ts';
import { centreOf, turnedAbout } from './turned.ts';

export const mayTurn = (box: Box): boolean =>
  box.type !== 'frame' &&
  box.type !== 'lane' &&
  box.type !== 'table' &&
  !(box.type === 'shape' && (box.shape === 'plan-board' || box.shape === 'plan-sheet'));

export function turnedBy(box: Box, angleDeg: number, about: Point): Box {
  const [x, y] = turnedAbout(centreOf(box), about, angleDeg);
  const rotation = normalAngle((box.rotation ?? 0) + angleDeg);
  const { rotation: _old, ...bare } = box;
  const placed = { ...bare, x: onCanvas(roundLength(x - box.width / 2)), y: onCanvas(roundLength(y - box.height / 2)) } as Box;
  return rotation === 0 ? placed : { ...placed, rotation };
}

export const turnElements =
  (ids: Iterable<string>, angleDeg: number, about: Point): Change =>
  (planning) => {
    for (const box of freeElements(ids, planning).filter(isBox)) if (mayTurn(box)) planning.put(turnedBy(box, angleDeg, about));
    return null;
  };

/** Above -180, at most 180, to a tenth of a degree. */
export function normalAngle(angleDeg: number): number {
  const turn = Math.round((((angleDeg % 360) + 360) % 360) * 10) / 10;
  return (turn > 180 ? turn - 360 : turn) + 0;
}
