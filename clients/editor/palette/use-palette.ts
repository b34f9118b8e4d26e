/** use-palette: the state of the open palette: its text, its options, and what taking an option or applying the lines does. */
import { type KeyboardEvent, type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { failureText } from '../api/call.ts';

import { applyLines, type PlannedLines } from '../changeset-lines/apply-lines.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { paletteTexts } from '../strings/palette.ts';
import { completed, emptyInput, markedOption, paletteKeyAction } from './palette-input.ts';
import { isLines, type PaletteOption, paletteOptions } from './palette-options.ts';
import { readRecent, rememberCommand, writeRecent } from './recent-commands.ts';
import { useTrial } from './use-trial.ts';

export type PaletteModel = {
  readonly text: string;
  readonly options: readonly PaletteOption[];
  readonly marked: PaletteOption | undefined;
  readonly hasLines: boolean;
  readonly trial: PlannedLines | null;
  readonly onText: (text: string, caret: number) => void;
  readonly onCaret: (caret: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly take: (option: PaletteOption) => void;
  /** Whether closing the palette returns the focus to where it was. */
  readonly finalFocus: () => boolean;
};

export function usePalette(field: RefObject<HTMLTextAreaElement | null>, onClose: () => void): PaletteModel {
  const editor = useEditor();
  const [input, setInput] = useState(emptyInput);
  const [placed, setPlaced] = useState<number | null>(null);
  const { text, caret } = input;
  const recent = useMemo(() => readRecent(localStorage), []);
  const options = useMemo(
    () => onCanvas(editor, () => paletteOptions(editor, { text, caret, recent })),
    [editor, text, caret, recent],
  );
  /** A command was run on the canvas: the focus stays there, or where the command has moved it. */
  const hasCanvas = useRef(false);
  const hasLines = isLines(text);
  const trial = useTrial(editor, useDeferredValue(hasLines ? text : ''));
  const apply = useApply(onClose);

  // Before the next key arrives: a caret placed a frame later would split what was typed in between.
  useLayoutEffect(() => {
    if (placed === null) return;
    field.current?.setSelectionRange(placed, placed);
    setPlaced(null);
  }, [field, placed]);

  const take = (option: PaletteOption): void => {
    if (option.kind === 'command') {
      writeRecent(localStorage, rememberCommand(recent, option.command.id));
      onClose();
      hasCanvas.current = isCanvasShown(editor);
      if (hasCanvas.current) editor.canvas.focus();
      onCanvas(editor, () => editor.run(option.command.id));
      return;
    }
    const next = completed(input, option);
    setInput(next);
    setPlaced(next.caret);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = paletteKeyAction(event, input, options);
    if (action === null) return;
    if (action.kind === 'mark') setInput({ ...input, marked: action.marked });
    else if (action.kind === 'take') take(action.option);
    else if (action.kind === 'apply') void apply(text);
    event.preventDefault();
  };
  return {
    text,
    options,
    marked: markedOption(options, input.marked),
    hasLines,
    trial,
    onText: (next, at) => setInput({ text: next, caret: at, marked: 0 }),
    onCaret: (at) => setInput((current) => (current.caret === at ? current : { ...current, caret: at })),
    onKeyDown,
    take,
    finalFocus: () => !hasCanvas.current,
  };
}

const isCanvasShown = ({ sheet, board }: Editor): boolean => sheet.get() === null && board.get() === null;

/** Commands of the canvas apply wherever the focus was, but not while a sheet or a board covers the canvas. */
const onCanvas = <T>(editor: Editor, act: () => T): T => (isCanvasShown(editor) ? editor.canvas.asFocused(act) : act());

/** Applies lines as the person's own work, selects what they added, and closes the palette. Errors stay in the preview. */
function useApply(onClose: () => void): (text: string) => Promise<void> {
  const editor = useEditor();
  const [busy, setBusy] = useState(false);
  return async (text) => {
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
}
