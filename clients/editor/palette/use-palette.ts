/** use-palette: the state of the open palette: its text, its options, and what taking an option or applying the lines does. */
import { type KeyboardEvent, type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { SearchResult } from '#schema/search.ts';

import { failureText } from '../api/call.ts';
import { server } from '../api/server.ts';

import { applyLines, type PlannedLines } from '../changeset-lines/apply-lines.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { showTarget } from '../search/show-target.ts';
import { useSearch } from '../search/use-search.ts';
import { onTab } from '../state/arrival.ts';
import { routeOfUrl } from '../state/routes.ts';
import { searchTexts } from '../strings/search.ts';
import { paletteTexts } from '../strings/palette.ts';
import { completed, emptyInput, isLacking, markedOption, paletteKeyAction } from './palette-input.ts';
import { isLines, type PaletteOption, paletteOptions } from './palette-options.ts';
import { readRecent, rememberCommand, writeRecent } from './recent-commands.ts';
import { useTrial } from './use-trial.ts';
import { browserStorage } from '../state/browser-storage.ts';

export type PaletteModel = {
  readonly text: string;
  readonly options: readonly PaletteOption[];
  readonly marked: PaletteOption | undefined;
  readonly hasLines: boolean;
  readonly trial: PlannedLines | null;
  /** The words that results were found for. */
  readonly words: readonly string[];
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
  const recent = useMemo(() => readRecent(browserStorage()), []);
  const hasLines = isLines(text);
  const commands = useMemo(
    () => onCanvas(editor, () => paletteOptions(editor, { text, caret, recent })),
    [editor, text, caret, recent],
  );
  const query = hasLines || !maySearch(editor) ? '' : text.trim();
  const { found } = useSearch({ text: query, limit: resultsMax, waitMs: 150 });
  const options = useMemo(() => {
    const results = (query === '' ? [] : found.results).map((result) => ({ kind: 'result', result }) as const);
    const lacking = commands.findIndex(isLacking);
    const before = Math.min(commandsBefore, lacking === -1 ? commands.length : lacking);
    return [...commands.slice(0, before), ...results, ...commands.slice(before)];
  }, [commands, query, found]);
  /** A command was run on the canvas: the focus stays there, or where the command has moved it. */
  const hasCanvas = useRef(false);
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
      writeRecent(browserStorage(), rememberCommand(recent, option.command.id));
      onClose();
      hasCanvas.current = isCanvasShown(editor);
      if (hasCanvas.current) editor.canvas.focus();
      onCanvas(editor, () => editor.run(option.command.id));
      return;
    }
    if (option.kind === 'result') {
      onClose();
      hasCanvas.current = true;
      go(editor, option.result);
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
    words: found.words,
    onText: (next, at) => setInput({ text: next, caret: at, marked: 0 }),
    onCaret: (at) => setInput((current) => (current.caret === at ? current : { ...current, caret: at })),
    onKeyDown,
    take,
    finalFocus: () => !hasCanvas.current,
  };
}

const resultsMax = 8;
/** The best commands that apply come before what was found in documents, the others after it. */
const commandsBefore = 5;

/** Guests and chat boards have one document, which Find searches; without a connection there is no answer. */
const maySearch = ({ self, session }: Editor): boolean =>
  self.get() !== null && server.get().ticket === undefined && ['saved', 'saving'].includes(session.status.get().kind);

/** Within the document the selection moves there; another document is opened. */
function go(editor: Editor, { document, url }: SearchResult): void {
  const route = routeOfUrl(url);
  const target = route.screen === 'document' ? route.target : undefined;
  if (document.id !== editor.session.documentId || route.screen !== 'document') return editor.navigate(route);
  if (target === undefined) return;
  editor.sheet.set(null);
  onTab(editor, route.tab ?? editor.tab.id, (there) => !showTarget(there, target) && there.announce(searchTexts.gone));
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
