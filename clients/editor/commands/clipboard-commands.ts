/** clipboard-commands: copy, cut and paste from menus and the palette, whose keys the browser handles; and the style, copied alone. */
import { asLines, clip } from '../clipboard/clipping.ts';
import { pastePlace, takeText } from '../clipboard/take-drops.ts';
import { takenAlong } from '../changes/copies.ts';
import { writeChange } from '../changes/write-change.ts';
import { keepStyle, pasteStyle, readStyle, styleOf } from '../clipboard/copied-style.ts';
import { isApple, keySigns } from '../ui/shortcut.ts';
import type { Editor } from '../state/editor.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasFree, hasSelection } from './when.ts';
import { browserStorage } from '../state/browser-storage.ts';

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
    id: 'copy-style',
    ...texts['copy-style'],
    group: groups.edit,
    keys: ['Mod+Alt+C'],
    when: hasSelection,
    needs: needs.selection,
    run: copyStyle,
  },
  {
    id: 'paste-style',
    ...texts['paste-style'],
    group: groups.edit,
    keys: ['Mod+Alt+V'],
    when: (editor) => hasFree(editor) && readStyle(browserStorage()) !== null,
    needs: needs.style,
    run(editor) {
      const style = readStyle(browserStorage());
      if (style !== null) writeChange(editor, pasteStyle(editor.selection.get(), style));
    },
  },
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

function copyStyle(editor: Editor): void {
  const elements = [...editor.selection.get()].map((id) => editor.tab.view.get(id)).filter((element) => element !== undefined);
  if (keepStyle(browserStorage(), styleOf(elements))) editor.tell({ text: texts.styleCopied, kind: 'success' });
  else editor.tell({ text: texts.styleNotKept, kind: 'failure' });
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
