/**
 * palette: one line for everything: commands by a few letters of their names, and changeset lines, completed, tried on the tab
 * while they are written, and applied as the person's own work.
 *
 * Enter does what is marked, or applies the lines; Tab takes what completes the word; Shift+Enter begins another line.
 */
import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { type Editor, useEditor } from '../state/editor.ts';
import { applyLines } from '../changeset-lines/apply-lines.ts';
import { failureText } from '../api/call.ts';
import { Kbd } from '../ui/kbd.tsx';
import { LinesOutcome } from './lines-outcome.tsx';
import css from './palette.module.css';
import { isLines, type PaletteOption, paletteOptions } from './palette-options.ts';
import { readRecent, rememberCommand, writeRecent } from './recent-commands.ts';
import { useTrial } from './use-trial.ts';
import { paletteTexts } from '../strings/palette.ts';

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const editor = useEditor();
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const [marked, setMarked] = useState(0);
  const [placed, setPlaced] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  /** A command was run on the canvas: the keyboard stays there, or where the command has put it. */
  const hasCanvas = useRef(false);
  const listId = useId();
  const recent = useMemo(() => readRecent(localStorage), []);
  const options = useMemo(
    () => onCanvas(editor, () => paletteOptions(editor, { text, caret, recent })),
    [editor, text, caret, recent],
  );
  const hasLines = isLines(text);
  const trial = useTrial(editor, useDeferredValue(hasLines ? text : ''));
  const active = options[Math.min(marked, options.length - 1)];

  // Before the next key arrives: a caret that is placed a frame later would part what was typed meanwhile.
  useLayoutEffect(() => {
    if (placed === null) return;
    input.current?.setSelectionRange(placed, placed);
    setPlaced(null);
  }, [placed]);

  const write = (next: string, at: number): void => {
    setText(next);
    setCaret(at);
    setMarked(0);
    setPlaced(at);
  };
  const take = (option: PaletteOption): void => {
    if (option.kind === 'command') {
      writeRecent(localStorage, rememberCommand(recent, option.command.id));
      onClose();
      hasCanvas.current = isCanvasShown(editor);
      if (hasCanvas.current) editor.canvas.focus();
      onCanvas(editor, () => editor.run(option.command.id));
      return;
    }
    const goesOn = /[=:]$/.test(option.insert) ? '' : ' ';
    const next = text.slice(0, option.from) + option.insert + goesOn;
    write(next + text.slice(caret), next.length);
  };
  const apply = async (): Promise<void> => {
    if (busy || !editor.mayEdit.get()) return;
    setBusy(true);
    try {
      const applied = await applyLines(editor, text);
      if ('errors' in applied) return;
      const added = applied.results.filter(({ mark }) => mark === '+').map(({ id }) => id);
      if (added.length > 0) editor.selection.set(added);
      editor.announce(paletteTexts.applied(applied.results.length));
      onClose();
    } catch (error) {
      editor.tell({ text: failureText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0 && !text.includes('\n')) {
      setMarked((Math.min(marked, options.length - 1) + step + options.length) % options.length);
    } else if (event.key === 'Tab' && active?.kind === 'completion') take(active);
    else if (event.key === 'Enter' && !event.shiftKey) {
      if (hasLines) void apply();
      else if (active !== undefined) take(active);
    } else return;
    event.preventDefault();
  };

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup
          className={css['palette']}
          aria-label={paletteTexts.commandPalette}
          initialFocus={input}
          finalFocus={() => !hasCanvas.current}
        >
          <textarea
            ref={input}
            className={css['input']}
            rows={Math.min(12, text.split('\n').length)}
            spellCheck={false}
            autoComplete="off"
            role="combobox"
            aria-label={paletteTexts.commandOrChangeset}
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : `${listId}-${options.indexOf(active)}`}
            placeholder={paletteTexts.placeholder}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setCaret(target.selectionStart);
              setMarked(0);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
          />
          {/* The field keeps the keyboard, also for what is typed after a completion. */}
          {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
          <div
            id={listId}
            className={css['options']}
            role="listbox"
            aria-label={paletteTexts.suggestions}
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              <Option
                key={option.kind === 'command' ? option.command.id : option.insert}
                id={`${listId}-${index}`}
                option={option}
                isMarked={option === active}
                onTake={() => take(option)}
              />
            ))}
          </div>
          {hasLines && <LinesOutcome trial={trial} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const isCanvasShown = ({ sheet, board }: Editor): boolean => sheet.get() === null && board.get() === null;

/** Commands of the canvas apply wherever the keyboard was, but not while a sheet or a board covers the canvas. */
const onCanvas = <T,>(editor: Editor, act: () => T): T => (isCanvasShown(editor) ? editor.canvas.asFocused(act) : act());

type OptionProps = {
  readonly id: string;
  readonly option: PaletteOption;
  readonly isMarked: boolean;
  readonly onTake: () => void;
};

/** The keyboard takes options from the field, which keeps the focus. */
function Option({ id, option, isMarked, onTake }: OptionProps) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div ref={shown} id={id} className={css['option']} role="option" aria-selected={isMarked} onClick={onTake}>
      {option.kind === 'command' ? (
        <>
          <span className={css['title']}>{option.command.title}</span>
          <span className={css['detail']}>{option.command.group}</span>
          {option.command.keys?.[0] !== undefined && <Kbd keys={option.command.keys[0]} />}
        </>
      ) : (
        <>
          <code className={css['title']}>{option.insert}</code>
          <span className={css['detail']}>{option.detail}</span>
        </>
      )}
    </div>
  );
}
