/** message-order: messages of a sequence, moved up and down among the others. The arrangement gives each its row. */
import { steppedMessage } from '#core/arranged/step-message.ts';
import { atLevel } from '#core/arranged/sequence-parts.ts';

import type { Change } from './change.ts';
import { changeArrow } from './wire.ts';

/** Moves a message to the row at a level, in pixels below the participants. */
export const putMessage = (id: string, level: number): Change => changeArrow(id, (message) => atLevel(message, level));

/** Moves a message by one row. */
export const stepMessage = (id: string, way: 'up' | 'down'): Change =>
  changeArrow(id, (message, planning) => steppedMessage(message, way, planning));
