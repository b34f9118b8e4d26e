/**
 * wrap: draws a frame or lane around the members that a selection names.
 * W1  The frame is the members' bounding box grown by its padding, with room for its title (enclose.ts).
 * W2  Members keep their place and their stacking order; the frame goes directly behind them. A frame or lane among them
 *     is wrapped with its own members. Arrows are members of none and are passed over.
 * W3  What the frame would lie on or swallow without being named is refused (frame_captures), unless a flag says what
 *     happens to it.
 * W4  absorb: the frame takes it in, and grows until it holds it.
 * W5  make-room: it moves away, the shortest way, with what it needs to clear.
 * W6  tidy: the members are first laid out compactly (tidy.ts), a lane's in its direction, in a row or a column; their
 *     top-left corner stays, and what is absorbed is laid out with them.
 * W7  Frames and lanes that hold all members hold the new one, and grow for it. What is in the way of that makes room
 *     with make-room, else it is refused as in W3.
 * W8  Locked members may be wrapped, but not tidied; a locked frame that would have to grow, and something locked that
 *     would have to make room, are refused (element_locked).
 * W9  It measures the frame itself: x, y, width and height are refused (invalid_value).
 */
import Type from 'typebox';

import { type Box, type Element, isArrow, isBox, isContainer } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../changeset/naming.ts';
import type { Planning } from '../changeset/planning.ts';
import { quoteShort } from '../changeset/quote.ts';
import { assignFields } from '../fields/assign.ts';
import { frameAround, framesAround, grownFrames, type InTheWay, inTheWayOf, titleWidth } from '../placement/enclose.ts';
import type { Moved } from '../placement/make-way.ts';
import { pushOut } from '../placement/push-out.ts';
import { tidy } from '../placement/tidy.ts';
import { selectUnion } from '../selectors/select.ts';
import { Draft } from '../tab/draft.ts';
import type { Container } from '../tab/membership.ts';
import { sameRect } from '../tab/rect.ts';
import { keyBehind, keyOnTop } from '../tab/stacking.ts';
import { followShifts, plus, type Shift } from './follow.ts';
import { Fields, Flag, Selector, SlugText, strict } from './members.ts';
import { newElementId } from './new-id.ts';
import { defineOp } from './op.ts';
import { boxesOf, partiesOf, type Party, rectOf } from './party.ts';
import { printFields } from './print-fields.ts';
import { skeletonOf } from './skeleton.ts';
