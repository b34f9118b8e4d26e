/** export-commands: downloads the tab as a file that the server draws. */
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';

export const exportCommands: readonly Command[] = [
  { id: 'export-svg', ...texts['export-svg'], group: groups.document, run: (editor) => download(editor, 'svg', '') },
  { id: 'export-png', ...texts['export-png'], group: groups.document, run: (editor) => download(editor, 'png', '?scale=2') },
];

function download({ session, tab }: Editor, format: 'svg' | 'png', query: string): void {
  const link = document.createElement('a');
  link.href = `/api/v1/documents/${session.documentId}/tabs/${tab.id}/render.${format}${query}`;
  link.download = `${tab.settings.get().name}.${format}`;
  link.click();
}
