/**
 * import-diagrams: diagrams that are pasted or dropped, drawn by the server as changesets in the person's session.
 *
 * What was drawn is selected and in view. A notice says how much that is, and what the source says that the tab cannot; it has Undo.
 */
import type { ImportReport } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';

import { call, failureText } from '../api/call.ts';
import { arrived } from '../state/arrived.ts';
import type { Editor } from '../state/editor.ts';
import { extentOfSelection } from '../state/extent.ts';
import { reveal } from '../state/reveal.ts';
import { importTexts } from '../strings/import.ts';
import { tellChange } from '../pages/tell-change.ts';
import { diagramsIn, isWholeFile } from './diagram-source.ts';

/** Draws the diagrams in the files. Returns the files without any. */
export async function importFiles(editor: Editor, files: readonly File[]): Promise<readonly File[]> {
  const others: File[] = [];
  for (const file of files) {
    const text = file.size > limits.importBodyBytes ? '' : (await file.text()).replace(/^\uFEFF/, '');
    const diagrams = isWholeFile(file) && text !== '' ? [text] : diagramsIn(text);
    if (diagrams.length === 0) others.push(file);
    else await importDiagrams(editor, diagrams, file.name.slice(0, limits.originCharacters));
  }
  return others;
}

/** `source`: the name of the file; null for a text. */
export async function importDiagrams(editor: Editor, diagrams: readonly string[], source: string | null): Promise<void> {
  const { session, tab } = editor;
  const params = { doc: session.documentId, tab: tab.id };
  const added: string[] = [];
  const changesets: string[] = [];
  const reports: ImportReport[] = [];
  try {
    for (const [index, diagram] of diagrams.entries()) {
      const name = source === null || diagrams.length === 1 ? source : `${source} ${index + 1}`;
      const { changeset, results, report } = await session.own.reporting(() =>
        call('POST /documents/:doc/tabs/:tab/import', {
          params,
          query: { source: name ?? undefined },
          body: new Blob([diagram], { type: 'text/plain' }),
          idempotencyKey: crypto.randomUUID(),
        }),
      );
      if (changeset !== null) changesets.push(changeset.id);
      added.push(...results.filter(({ mark }) => mark === '+').map(({ id }) => id));
      if (report !== undefined) reports.push(report);
    }
  } catch (error) {
    editor.tell({ text: importTexts.failed, detail: failureText(error), kind: 'failure' });
  }
  if (added.length === 0) return;
  await arrived(editor, added);
  showAdded(editor, added);
  const losses = reports.flatMap(lossesOf);
  const text = importTexts.imported(added.length);
  tellChange(editor, losses.length === 0 ? { text } : { text, detail: importTexts.losses(losses) }, changesets);
}

function showAdded(editor: Editor, added: readonly string[]): void {
  editor.selection.set(added);
  const extent = extentOfSelection(editor);
  if (extent !== null) reveal(editor.viewport, extent);
}

const lossesOf = ({ coerced, dropped }: ImportReport): string[] => [
  ...coerced.map(({ source, what, became }) => importTexts.coerced(source, what, became)),
  ...dropped.map(({ source, what, why }) => importTexts.dropped(source, what, why)),
];
