/** past-editor: the editor of a tab at an earlier moment: read only, with a selection and a view of its own. */
import { selectionCommands } from '../commands/selection-commands.ts';
import { viewCommands } from '../commands/view-commands.ts';
import { walkCommands } from '../commands/walk-commands.ts';
import type { Arrival } from '../state/arrival.ts';
import { CanvasState } from '../state/canvas-state.ts';
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { Selection } from '../state/selection.ts';
import { Signal } from '../state/signal.ts';
import { ToolChoice } from '../state/tool-choice.ts';
import { Viewport } from '../state/viewport.ts';
import type { SceneView } from '../scene/scene.ts';
import type { PastTab } from './past-tab.ts';

/** What the keys do on a tab that cannot be changed. */
export const pastCommands: readonly Command[] = [
  ...selectionCommands.filter(({ id }) => id === 'select-all'),
  ...walkCommands,
  ...viewCommands,
];

/** It begins with the part of the tab that the live one shows. `end` removes its subscriptions. */
export function pastEditor(live: Editor, tab: PastTab): { readonly editor: Editor; readonly end: () => void } {
  const editor: Editor = {
    ...live,
    tab,
    viewport: new Viewport(),
    selection: new Selection(),
    tool: new ToolChoice(),
    canvas: new CanvasState(),
    scene: new Signal<SceneView | null>(null),
    mayEdit: new Signal(false),
    views: new Map([[tab.id, live.viewport.get()]]),
    arrival: new Signal<Arrival | null>(null),
    run(commandId) {
      const command = pastCommands.find(({ id }) => id === commandId);
      if (command !== undefined && command.when?.(editor) !== false) void command.run(editor);
    },
  };
  const end = tab.onChange(() =>
    editor.selection.set([...editor.selection.get()].filter((id) => tab.view.get(id) !== undefined)),
  );
  return { editor, end };
}
