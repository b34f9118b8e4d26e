/** export-commands: downloads the tab or the selection as a file that the server draws or writes, or copies it as a picture. */
import { failureText } from '../api/call.ts';
import { copyPicture } from '../export/copy-picture.ts';
import { diagramFormats, fileForms, pictureFormats } from '../export/export-formats.ts';
import { exportedFile, type ExportScope } from '../export/exported-file.ts';
import { fileName, saveBlob } from '../offline/save-file.ts';
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { exportTexts } from '../strings/export.ts';
import { hasSelection } from './when.ts';

type AnyFormat = (typeof pictureFormats)[number] | (typeof diagramFormats)[number];

export const exportCommands: readonly Command[] = [
  ...[...pictureFormats, ...diagramFormats].map((format): Command => ({
    id: `export-${format}`,
    ...texts[`export-${format}`],
    group: groups.document,
    run: (editor) => download(editor, format, 'tab'),
  })),
  ...pictureFormats.map((format): Command => ({
    id: `export-selection-${format}`,
    ...texts[`export-selection-${format}`],
    group: groups.document,
    when: hasSelection,
    needs: needs.selection,
    run: (editor) => download(editor, format, 'selection'),
  })),
  {
    id: 'copy-as-png',
    ...texts['copy-as-png'],
    group: groups.edit,
    keys: ['Alt+Shift+C'],
    run: (editor) => copy(editor, 'png', exportTexts.copiedAsPng),
  },
  {
    id: 'copy-as-svg',
    ...texts['copy-as-svg'],
    group: groups.edit,
    run: (editor) => copy(editor, 'svg', exportTexts.copiedAsSvg),
  },
];

async function download(editor: Editor, format: AnyFormat, scope: ExportScope): Promise<void> {
  try {
    const file = await exportedFile(editor, format, scope);
    saveBlob(`${fileName(editor.tab.settings.get().name)}.${fileForms[format].ending}`, file);
  } catch (error) {
    editor.tell({ text: exportTexts.couldNotExport, detail: failureText(error), kind: 'failure' });
  }
}

/** What is selected, or the whole tab. */
async function copy(editor: Editor, format: 'png' | 'svg', done: string): Promise<void> {
  const picture = exportedFile(editor, format, hasSelection(editor) ? 'selection' : 'tab');
  try {
    await copyPicture(format, picture);
    editor.tell({ text: done, kind: 'success' });
  } catch {
    const refused: unknown = await picture.then(
      () => null,
      (error: unknown) => error,
    );
    const detail = refused === null ? exportTexts.clipboardBlocked : failureText(refused);
    editor.tell({ text: exportTexts.couldNotCopy, detail, kind: 'failure' });
  }
}
