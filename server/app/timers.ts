/** The timer of a document (SPEC.md). */
import { jsonEqual } from '#schema/json-equal.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { changedTimer, type TimerAnswer, type TimerChange } from '#schema/timer.ts';
import { readTimer, writeTimer } from '#schema/ydoc/timer.ts';
import type { Call } from '#server/call.ts';

import type { AppContext } from './context.ts';
import { documentWrite } from './document-write.ts';

export type Timers = {
  /** Errors: invalid_request (a start without seconds). */
  change(call: Call, documentId: string, body: TimerChange): Promise<TimerAnswer | Problem>;
};

const addedSeconds = 60;

export function createTimers(context: AppContext): Timers {
  return {
    async change(call, documentId, { action, seconds }) {
      if (action === 'start' && seconds === undefined)
        return problem('invalid_request', {
          errors: [{ in: 'body', pointer: '/seconds', message: 'is required to start a timer, such as 300' }],
        });
      let isChanged = false;
      const write = { action: `timer.${action}`, access: { level: 'editor' }, applied: () => isChanged } as const;
      return documentWrite<TimerAnswer>(context, call, documentId, write, ({ room }) => {
        let answer: TimerAnswer = { timer: null };
        room.edit((doc) => {
          const before = readTimer(doc);
          const timer = changedTimer(before, action, seconds ?? addedSeconds, context.now());
          isChanged = !jsonEqual(before, timer);
          if (isChanged) writeTimer(doc, timer);
          answer = { timer };
        });
        return answer;
      });
    },
  };
}
