/** Timer: the timer of a document, which everyone in it sees, and what editors do with it. Times are those of the server's clock. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;

/** Either `endsAt` or `leftMs` is null. */
export const Timer = Type.Object(
  {
    seconds: Type.Integer({ description: 'The whole time, with what was added.' }),
    endsAt: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When it ends or ended, in milliseconds since the Unix epoch; null while it is paused.',
    }),
    leftMs: Type.Union([Type.Integer(), Type.Null()], {
      description: 'What is left of a paused timer, in milliseconds; null while it runs.',
    }),
  },
  { ...strict, description: 'A timer.' },
);
export type Timer = Static<typeof Timer>;

export const timerActions = ['start', 'pause', 'resume', 'add', 'stop'] as const;
export type TimerAction = (typeof timerActions)[number];

export const TimerChange = Type.Object(
  {
    action: Type.Enum([...timerActions], {
      description:
        'start replaces the timer by one of `seconds`, add adds `seconds` to what is left, and stop removes the timer.',
    }),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.timerSeconds,
        description: 'Of start, which needs it, and of add (default: 60).',
      }),
    ),
  },
  strict,
);
export type TimerChange = Static<typeof TimerChange>;

export const TimerAnswer = Type.Object({
  timer: Type.Union([Timer, Type.Null()], { description: 'The timer as it is now; null without one.' }),
});
export type TimerAnswer = Static<typeof TimerAnswer>;

/**
 * The timer after an action, at a time of the server (ms); null without one. `seconds` of start must be given. Whatever does not apply
 * (a pause of a timer that is over) changes nothing.
 */
export function changedTimer(timer: Timer | null, action: TimerAction, seconds: number, now: number): Timer | null {
  if (action === 'stop') return null;
  if (action === 'start') return { seconds, endsAt: now + seconds * 1_000, leftMs: null };
  if (timer === null) return null;
  const left = msLeft(timer, now);
  if (action === 'add') {
    const more = Math.min(seconds * 1_000, limits.timerSeconds * 1_000 - left);
    const whole = Math.min(limits.timerSeconds, (left === 0 ? 0 : timer.seconds) + seconds);
    return timer.leftMs === null
      ? { seconds: whole, endsAt: now + left + more, leftMs: null }
      : { seconds: whole, endsAt: null, leftMs: left + more };
  }
  if (action === 'pause') return timer.leftMs !== null || left === 0 ? timer : { ...timer, endsAt: null, leftMs: left };
  return timer.leftMs === null ? timer : { ...timer, endsAt: now + left, leftMs: null };
}

/** What is left of the timer at a time of the server, in ms; 0 if it is over. */
export const msLeft = ({ endsAt, leftMs }: Timer, now: number): number => leftMs ?? Math.max(0, (endsAt ?? now) - now);
