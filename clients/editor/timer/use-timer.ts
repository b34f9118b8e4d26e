/** use-timer: the timer of the document as it is now, second by second, spoken when it is started and when it ends. */
import { useEffect, useRef, useState } from 'react';

import { msLeft, type Timer } from '#schema/timer.ts';

import { serverClock } from '../api/server-clock.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { timerTexts } from '../strings/timer.ts';
import { spokenTime } from './time-text.ts';

const stepMs = 200;
/** How long the end is shown. */
const overMs = 60_000;

export type ShownTimer = { readonly state: 'running' | 'paused' | 'over'; readonly left: number; readonly seconds: number };

/** Null without a timer, and once its end has been shown. */
export function useTimer(): ShownTimer | null {
  const { session } = useEditor();
  const timer = useValue(session.timer);
  const [, step] = useState(0);
  const shown = shownOf(timer);
  const isTicking = shown !== null && shown.state !== 'paused';
  useEffect(() => {
    if (!isTicking) return undefined;
    const ticking = setInterval(() => step((count) => count + 1), stepMs);
    return () => clearInterval(ticking);
  }, [isTicking]);
  useSpokenTimer(timer);
  return shown;
}

function shownOf(timer: Timer | null): ShownTimer | null {
  if (timer === null) return null;
  const now = serverClock.now();
  const left = msLeft(timer, now);
  const { seconds, endsAt } = timer;
  if (endsAt === null) return { state: 'paused', left, seconds };
  if (left > 0) return { state: 'running', left, seconds };
  return now - endsAt < overMs ? { state: 'over', left, seconds } : null;
}

function useSpokenTimer(timer: Timer | null): void {
  const { announce } = useEditor();
  const before = useRef(timer);
  useEffect(() => {
    const had = before.current;
    before.current = timer;
    if (timer === null) return undefined;
    const left = msLeft(timer, serverClock.now());
    if (timer.endsAt === null) {
      if (had !== null && had.endsAt !== null) announce(timerTexts.paused);
      return undefined;
    }
    if (left === 0) return undefined;
    if (had !== timer) announce(timerTexts.runs(spokenTime(left)));
    const ending = setTimeout(() => announce(timerTexts.over), left);
    return () => clearTimeout(ending);
  }, [timer, announce]);
}
