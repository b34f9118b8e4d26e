/** canvas-menu: the context menu of the canvas, with commands for what is under the pointer. */
import { type ReactElement, useState } from 'react';

import { commands } from '../commands/list.ts';
import { copyAsMenu, exportSelectionMenu, exportTabMenu } from '../export/export-menus.ts';
import { hasSelection } from '../commands/when.ts';
import { commandFor } from '../state/command.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { ContextMenu } from '../ui/context-menu.tsx';
import type { MenuEntry } from '../ui/menu-items.tsx';

type MenuOf = (editor: Editor, run: (id: string) => void) => MenuEntry;

const copyAs: MenuOf = (editor, run) => copyAsMenu(run, hasSelection(editor));
const exportAs: MenuOf = (editor, run) => (hasSelection(editor) ? exportSelectionMenu(run) : exportTabMenu(run));

/** Commands by their ids, and menus of commands, in groups; those that do not apply are left out. */
const groups: readonly (readonly (string | MenuOf)[])[] = [
  ['board-open', 'board-columns', 'change-icon'],
  ['crop', 'reset-crop'],
  ['vote-for', 'take-vote-back'],
  ['edit-label', 'add-comment', 'comment-here', 'hand-to'],
  ['cut', 'copy', 'paste', 'duplicate', 'delete'],
  ['copy-style', 'paste-style'],
  [copyAs, exportAs],
  ['table-row-above', 'table-row-below', 'table-row-remove', 'table-column-left', 'table-column-right', 'table-column-remove'],
  ['bring-to-front', 'bring-forward', 'send-backward', 'send-to-back'],
  ['group', 'ungroup', 'enter-group'],
  ['flip-across', 'flip-down', 'tidy-up', 'auto-layout', 'frame-selection', 'unframe', 'turn-arrows-round'],
  ['lock', 'unlock'],
  ['element-history'],
  ['select-all', 'zoom-to-fit', 'toggle-grid', 'toggle-type-to-edit'],
];

/** Keys that the browser handles itself. */
const browserKeys: ReadonlyMap<string, string> = new Map([
  ['cut', 'Mod+X'],
  ['copy', 'Mod+C'],
  ['paste', 'Mod+V'],
]);

export function CanvasMenu({ children }: { readonly children: ReactElement }) {
  const editor = useEditor();
  const [items, setItems] = useState<readonly MenuEntry[]>([]);
  const open = (isOpen: boolean): void => {
    if (isOpen) setItems(entriesOf(editor));
  };
  return (
    <ContextMenu items={items} onOpenChange={open}>
      {children}
    </ContextMenu>
  );
}

function entriesOf(editor: Editor): MenuEntry[] {
  // The pointer leaves the canvas for the menu.
  const { pointer } = editor.canvas;
  // The command runs on the canvas, as by its key; what it opens gets the focus.
  const run = (id: string): void => {
    editor.canvas.focus();
    editor.canvas.pointer = pointer;
    editor.run(id);
  };
  const shown = groups.map((entries) =>
    entries.flatMap((id): MenuEntry[] => {
      if (typeof id === 'function') return [id(editor, run)];
      const command = commands.find((known) => known.id === id);
      if (command === undefined || command.when?.(editor) === false) return [];
      return [
        {
          label: command.title,
          // Enter edits a text, or crops an image.
          keys:
            command.keys?.find((key) => commandFor(commands, key, editor) === command) ??
            command.keys?.[0] ??
            browserKeys.get(id),
          danger: id === 'delete',
          onSelect: () => run(id),
        },
      ];
    }),
  );
  return shown
    .filter((group) => group.length > 0)
    .flatMap((group, index): MenuEntry[] => (index === 0 ? group : ['separator', ...group]));
}
