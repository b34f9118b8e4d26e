/** export-commands: downloads the tab as a file that the server draws or writes. */
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';

export const exportCommands: readonly Command[] = [
  { id: 'export-svg', ...texts['export-svg'], group: groups.document, run: (editor) => download(editor, 'render.svg', 'svg') },
  {
    id: 'export-png',
    ...texts['export-png'],
    group: groups.document,
    run: (editor) => download(editor, 'render.png?scale=2', 'png'),
  },
  {
    id: 'export-mermaid',
    ...texts['export-mermaid'],
    group: groups.document,
    run: (editor) => download(editor, 'export?format=mermaid', 'mmd'),
  },
  {
    id: 'export-drawio',
    ...texts['export-drawio'],
    group: groups.document,
    run: (editor) => download(editor, 'export?format=drawio', 'drawio'),
  },
  {
    id: 'export-excalidraw',
    ...texts['export-excalidraw'],
    group: groups.document,
    run: (editor) => download(editor, 'export?format=excalidraw', 'excalidraw'),
  },
];

function download({ session, tab }: Editor, call: string, ending: string): void {
  const link = document.createElement('a');
  link.href = `/api/v1/documents/${session.documentId}/tabs/${tab.id}/${call}`;
  link.download = `${tab.settings.get().name}.${ending}`;
  link.click();
}
