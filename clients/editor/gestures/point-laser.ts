/** point-laser: a line of the laser pointer, which is gone soon after: nothing is left to do at the end. */
import type { Point } from '#schema/element.ts';

import type { Gesture, Pointer } from './gesture.ts';
import { noOutcome } from './gesture.ts';
import { toolCursor } from './tool-cursor.ts';

/** Receives the points of the line. */
export type LaserLine = { begin(at: Point): void; move(at: Point): void };

export function pointLaser(start: Pointer, line: LaserLine): Gesture {
  let last = start.at;
  line.begin(start.at);
  const follow = ({ at }: Pointer): void => {
    if (at[0] !== last[0] || at[1] !== last[1]) line.move(at);
    last = at;
  };
  return {
    move(pointer) {
      follow(pointer);
      return { cursor: toolCursor('laser') };
    },
    end(pointer) {
      follow(pointer);
      return noOutcome;
    },
  };
}
