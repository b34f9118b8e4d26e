/** timer-chip: what is left of the timer, at the top of the canvas for everyone; those who edit pause, extend and stop it there. */
import { AlarmClock, Pause, Play, Timer, X } from 'lucide-react';
import type { CSSProperties } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import { timerTexts } from '../strings/timer.ts';
import { changeTimer, mayTime } from './change-timer.ts';
import { timeText } from './time-text.ts';
import css from './timer-chip.module.css';
import { useTimer } from './use-timer.ts';

export function TimerChip() {
  const editor = useEditor();
  useValue(editor.session.level);
  const timer = useTimer();
  if (timer === null) return null;
  const { state, left, seconds } = timer;
  const act = (action: 'pause' | 'resume' | 'add' | 'stop'): void => void changeTimer(editor, { action });
  return (
    <div className={css['chip']} {...toolbarProps(timerTexts.timer)} data-state={state}>
      <span className={css['share']} style={{ '--share': left / (seconds * 1_000) } as CSSProperties} aria-hidden />
      <span className={css['sign']} aria-hidden>
        {state === 'over' ? <AlarmClock /> : <Timer />}
      </span>
      <span className={css['time']} role="timer">
        {state === 'over' ? timerTexts.over : timeText(left)}
      </span>
      {mayTime(editor) && (
        <>
          {state !== 'over' && (
            <IconButton
              size="sm"
              label={state === 'paused' ? timerTexts.resume : timerTexts.pause}
              icon={state === 'paused' ? <Play /> : <Pause />}
              onClick={() => act(state === 'paused' ? 'resume' : 'pause')}
            />
          )}
          <IconButton
            size="sm"
            label={timerTexts.addMinute}
            icon={<span className={css['more']}>+1</span>}
            onClick={() => act('add')}
          />
          <IconButton size="sm" label={timerTexts.stop} icon={<X />} onClick={() => act('stop')} />
        </>
      )}
    </div>
  );
}
