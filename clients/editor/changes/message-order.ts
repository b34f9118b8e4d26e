/** message-order: messages of a sequence, moved up and down among the others. The arrangement gives each its row. */
import { type Arrow, isArrow } from '#schema/element.ts';

import { steppedMessage } from '#core/arranged/step-message.ts';
import { atLevel } from '#core/arranged/sequence-parts.ts';
import type { Planning } from '#core/planning/planning.ts';

import { type Change, freeElements } from './change.ts';

/** Moves a message to the row at a level, in pixels below the participants. */
export const putMessage = (id: string, level: number): Change => changed(id, (message) => atLevel(message, level));

/** Moves a message by one row. */
export const stepMessage = (id: string, way: 'up' | 'down'): Change =>
  changed(id, (message, planning) => steppedMessage(message, way, planning));

const changed =
  (id: string, change: (message: Arrow, planning: Planning) => Arrow): Change =>
  (planning) => {
    for (const arrow of freeElements([id], planning).filter(isArrow)) planning.put(change(arrow, planning));
    return null;
  };
