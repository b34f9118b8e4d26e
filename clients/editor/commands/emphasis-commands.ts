/** emphasis-commands: bold, italic and struck labels of the selected elements. */
import { type Element } from '#schema/element.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { drawsField } from '../changes/drawn-fields.ts';
import { emphases, type Emphasis, haveEmphasis, toggleEmphasis } from '../changes/emphasis.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { rememberLooks } from '../state/remember-looks.ts';

export const emphasisKeys = { bold: 'Mod+B', italic: 'Mod+I', strike: 'Mod+Shift+X' } as const;

export const emphasisCommands: readonly Command[] = emphases.map((name) => ({
  id: name,
  ...texts[name],
  group: groups.edit,
  keys: [emphasisKeys[name]],
  when: (editor) => editor.mayEdit.get() && letteredOf(editor, name).length > 0,
  needs: needs.selection,
  run: (editor) => toggle(editor, name),
}));

function letteredOf({ selection, tab }: Editor, name: Emphasis): Element[] {
  const layers = lockedLayersOf(tab.view.settings);
  return [...selection.get()].flatMap((id) => {
    const element = tab.view.get(id);
    return element === undefined || isLocked(element, layers) || !drawsField(element.type, name) ? [] : [element];
  });
}

function toggle(editor: Editor, name: Emphasis): void {
  const elements = letteredOf(editor, name);
  const wasOn = haveEmphasis(elements, name);
  if (writeChange(editor, toggleEmphasis(elements, name))) rememberLooks(editor, elements, { [name]: wasOn ? null : true });
}
