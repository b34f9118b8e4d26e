/** pan: the canvas moved by the pointer. It is seen at once; nothing is left to do at the end. */
import type { Gesture, Pointer } from './gesture.ts';
import { noOutcome } from './gesture.ts';

/** `panBy` takes window pixels. */
export function pan(start: Pointer, panBy: (dx: number, dy: number) => void): Gesture {
  let [x, y] = start.screen;
  const follow = ({ screen }: Pointer): void => {
    panBy(x - screen[0], y - screen[1]);
    [x, y] = screen;
  };
  return {
    move(pointer) {
      follow(pointer);
      return { cursor: 'grabbing' };
    },
    end(pointer) {
      follow(pointer);
      return noOutcome;
    },
  };
}
