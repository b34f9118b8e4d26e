/** move-message: drags a message of a sequence up or down, to another row. */
import { isArrow } from '#schema/element.ts';

import { isMessage, type SequenceMessage } from '#core/arrows/message-line.ts';
import { atLevel } from '#core/arranged/sequence-parts.ts';

import { putMessage } from '../changes/message-order.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';

export function moveMessage(start: Pointer, { id }: SequenceMessage): Gesture {
  const dragged = (
    pointer: Pointer,
    { tab }: GestureContext,
  ): { readonly message: SequenceMessage; readonly level: number } | null => {
    const message = tab.get(id);
    if (!hasMoved(start, pointer) || message === undefined || !isArrow(message) || !isMessage(message)) return null;
    return { message, level: Math.max(0, Math.round(message.from.level + pointer.at[1] - start.at[1])) };
  };
  return {
    move(pointer, ground) {
      const to = dragged(pointer, ground);
      return to === null ? {} : { preview: new Map([[id, atLevel(to.message, to.level)]]), cursor: 'ns-resize' };
    },
    end(pointer, ground) {
      const to = dragged(pointer, ground);
      return to === null ? noOutcome : { change: putMessage(id, to.level) };
    },
  };
}
