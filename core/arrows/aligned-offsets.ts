/** How far from the middles of their sides an arrow leaves one box and meets another, so that it runs straight across. */
import type { Box, Side } from '#schema/element.ts';

import { centreX, centreY } from '../tab/rect.ts';
import { isFlatAt } from './anchor.ts';
import { isAcross, opposite } from './sides.ts';

/** Ends that are misaligned by at most this many pixels have no bend between them. */
const nearlyAligned = 16;

/** The offsets of both ends along their sides, in pixels. */
export function alignedOffsets(
  from: Box,
  out: Side,
  to: Box,
  into: Side,
  line: 'straight' | 'angled' | 'curved',
): [number, number] {
  if (opposite[out] !== into) return none();
  const across = isAcross(out);
  const [fromLength, toLength] = across ? [from.height, to.height] : [from.width, to.width];
  const apart = across ? centreY(to) - centreY(from) : centreX(to) - centreX(from);
  if (fromLength >= 2 * toLength) return isFlatAt(from, out, apart) ? [apart, 0] : none();
  if (toLength >= 2 * fromLength) return isFlatAt(to, into, -apart) ? [0, -apart] : none();
  if (line !== 'angled' || Math.abs(apart) >= nearlyAligned) return none();
  if (isFlatAt(to, into, -apart)) return [0, -apart];
  return isFlatAt(from, out, apart) ? [apart, 0] : none();
}

const none = (): [number, number] => [0, 0];
