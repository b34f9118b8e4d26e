/** timer-menu: starts the timer of the document, for one of a few usual times or the minutes that are typed. */
import { Timer } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { BarPopover } from '../ui/bar-popover.tsx';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { timerTexts } from '../strings/timer.ts';
import { changeTimer, mayTime } from './change-timer.ts';
import css from './timer-menu.module.css';

const presets = [1, 3, 5, 10] as const;

export function TimerMenu() {
  const editor = useEditor();
  const { canvas, session } = editor;
  useValue(session.level);
  if (!mayTime(editor)) return null;
  return (
    <BarPopover title={timerTexts.timer} titled icon={<Timer />} open={canvas.timing} focusAfter={() => canvas.host}>
      <Choices
        onStart={(minutes) => {
          canvas.timing.set(false);
          void changeTimer(editor, { action: 'start', seconds: minutes * 60 });
        }}
      />
    </BarPopover>
  );
}

function Choices({ onStart }: { readonly onStart: (minutes: number) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const minutes = Number(text.trim());
    if (Number.isInteger(minutes) && minutes >= 1 && minutes * 60 <= limits.timerSeconds) onStart(minutes);
    else setError(timerTexts.badMinutes);
  };
  return (
    <div className={css['menu']}>
      <div className={css['presets']}>
        {presets.map((minutes) => (
          <Button key={minutes} onClick={() => onStart(minutes)}>
            {timerTexts.preset(minutes)}
          </Button>
        ))}
      </div>
      <form className={css['own']} onSubmit={submit} noValidate>
        <TextField
          label={timerTexts.minutesLabel}
          labelUnseen
          placeholder={timerTexts.minutesLabel}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(next) => {
            setText(next);
            setError(null);
          }}
          error={error}
        />
        <Button type="submit" kind="primary">
          {timerTexts.start}
        </Button>
      </form>
    </div>
  );
}
