/** clipboard-commands: copy, cut and paste from menus and the palette; the browser handles the keys. */
import { asLines, clip } from '../clipboard/clipping.ts';
import { pastePlace, takeText } from '../clipboard/take-drops.ts';
import { takenAlong } from '../changes/copies.ts';
import { isApple, keySigns } from '../ui/shortcut.ts';
import type { Editor } from '../state/editor.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasFree, hasSelection } from './when.ts';

export const clipboardCommands: readonly Command[] = [
  {
    id: 'copy',
    ...texts.copy,
    group: groups.edit,
    when: hasSelection,
    needs: needs.selection,
    run: (editor) => ask(editor, 'copy'),
  },
  { id: 'cut', ...texts.cut, group: groups.edit, when: hasFree, needs: needs.selection, run: (editor) => ask(editor, 'cut') },
  { id: 'paste', ...texts.paste, group: groups.edit, when: ({ mayEdit }) => mayEdit.get(), run: paste },
  {
    id: 'copy-as-lines',
    ...texts['copy-as-lines'],
    group: groups.edit,
    when: hasSelection,
    needs: needs.selection,
    async run(editor) {
      await navigator.clipboard.writeText(
        asLines(takenAlong(editor.selection.get(), editor.tab.view), editor.tab.view.settings.layers),
      );
      editor.tell({ text: texts.copiedAsChangeset, kind: 'success' });
    },
  },
];

/** The browser's own copying: the canvas handles its event and fills the clipboard (take-drops.ts). */
function ask(editor: Editor, what: 'copy' | 'cut'): void {
  if (clip(editor.selection.get(), editor.tab.view) === null) return;
  editor.canvas.focus();
  // The only way to put our own format on the clipboard in every browser.
  document.execCommand(what);
}

async function paste(editor: Editor): Promise<void> {
  try {
    const text = await navigator.clipboard.readText();
    takeText(editor, text, pastePlace(editor));
  } catch {
    editor.tell({
      text: texts.pasteBlocked(keySigns('Mod+V', isApple(navigator.platform)).join('+')),
      kind: 'failure',
    });
  }
}
