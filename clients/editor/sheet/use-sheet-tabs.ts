/**
 * use-sheet-tabs: the sheets of a tab as a row: which are in it, what is being renamed or confirmed, and what is done with them.
 */
import { useEffect, useReducer, useState } from 'react';

import { sheetTitle } from '#core/sheet/sheet-title.ts';
import { isProblem } from '#schema/problem.ts';
import { sheetList, type SheetName } from '#schema/ydoc/sheets.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';

import { call } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { neighborIn } from '../state/neighbor-in.ts';
import { useValue } from '../state/signal.ts';
import { sheetTexts } from '../strings/sheet.ts';
import { usePending } from '../ui/use-pending.ts';
import { deleteSheet, newSheetTitle, type SheetUses, sheetsOn } from './document-sheets.ts';

/** What the person has to confirm first. */
export type SheetQuestion =
  | { readonly kind: 'delete'; readonly uses: SheetUses }
  | { readonly kind: 'replace'; readonly file: File };

export type SheetTabsModel = {
  readonly editor: Editor;
  readonly mayEdit: boolean;
  readonly sheets: readonly SheetName[];
  readonly current: SheetName | undefined;
  /** The name of the open sheet is being edited. */
  readonly naming: boolean;
  readonly setNaming: (naming: boolean) => void;
  readonly question: SheetQuestion | null;
  readonly ask: (question: SheetQuestion | null) => void;
  /** An upload is under way. */
  readonly busy: boolean;
  readonly addFromFile: (file: File) => void;
  readonly confirm: (question: SheetQuestion) => void;
};

export function useSheetTabs(open: string): SheetTabsModel {
  const editor = useEditor();
  const { session, tab } = editor;
  const mayEdit = useValue(editor.mayEdit);
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => watchRoot(session.doc, 'sheets', tick), [session]);
  const [naming, setNaming] = useState(false);
  const [question, ask] = useState<SheetQuestion | null>(null);
  const task = usePending();
  const sheets = sheetsInRow(session, tab.id, open);
  const addFromFile = (file: File): void =>
    void task.run(async () => {
      const body = { tabId: tab.id, title: titleFor(file, sheetsOn(session, tab.id), tab.id) };
      const { sheet } = await call('POST /documents/:doc/sheets', { params: { doc: session.documentId }, body });
      await upload(session, sheet.id, file);
      editor.sheet.set(sheet.id);
    });
  const replace = (file: File): void =>
    void task.run(() => upload(session, open, file)).then((isDone) => isDone && editor.announce(sheetTexts.sheetReplaced));
  const confirm = (confirmed: SheetQuestion): void => {
    ask(null);
    if (confirmed.kind === 'replace') replace(confirmed.file);
    else deleteOpenSheet(editor, sheets, open);
  };
  const current = sheets.find(({ id }) => id === open);
  return { editor, mayEdit, sheets, current, naming, setNaming, question, ask, busy: task.busy, addFromFile, confirm };
}

/** The sheets of the tab; a sheet of another tab, opened by a shape of this one, comes last. */
export function sheetsInRow(session: Pick<DocumentSession, 'doc'>, tabId: string, open: string): SheetName[] {
  const here = sheetsOn(session, tabId);
  return here.some(({ id }) => id === open) ? here : [...here, ...sheetList(session.doc).filter(({ id }) => id === open)];
}

/** The name of the file, or `Sheet 1` and so on if it cannot be a title of a sheet. */
export function titleFor(file: Pick<File, 'name'>, sheets: readonly SheetName[], tabId: string): string {
  const title = sheetTitle(file.name.replace(/\.[a-z]+$/i, ''), sheets, tabId);
  return isProblem(title) ? newSheetTitle(sheets, tabId) : title;
}

/** Shows the neighbor of the deleted sheet, or the canvas after the last one. */
export function deleteOpenSheet(editor: Editor, sheets: readonly SheetName[], open: string): void {
  const next = neighborIn(sheets, open);
  if (!deleteSheet(editor, open)) return;
  editor.announce(sheetTexts.deleted(sheets.find(({ id }) => id === open)?.title));
  editor.sheet.set(next?.id ?? null);
  if (next === undefined) editor.canvas.focus();
}

/** Other programs save comma-separated files in the encoding of Windows, too. */
async function isUtf8(file: File): Promise<boolean> {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return true;
  } catch {
    return false;
  }
}

async function upload(session: DocumentSession, sheetId: string, file: File): Promise<void> {
  const type = (await isUtf8(file)) ? 'text/csv' : 'text/csv; charset=windows-1252';
  const body = new Blob([file], { type });
  await call('PUT /documents/:doc/sheets/:sheet.csv', { params: { doc: session.documentId, sheet: sheetId }, body });
}
