/** group-commands: making groups of the selection, dissolving them, and going into one. */
import type { Element } from '#schema/element.ts';

import { groupAround } from '#core/tab/group-paths.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { groupElements, ungroupElements } from '../changes/group.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Command } from '../state/command.ts';
import { describeSelection } from '../state/describe-selection.ts';
import type { Editor } from '../state/editor.ts';
import { selectedGroup, type Unit, unitOf, unitsOf } from '../state/groups.ts';
import { readingOrder } from '../state/reading-order.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasFree } from './when.ts';

export const groupCommands: readonly Command[] = [
  {
    id: 'group',
    ...texts.group,
    group: groups.arrange,
    keys: ['Mod+G'],
    when: (editor) => hasFree(editor) && freeUnits(editor).length > 1,
    needs: needs.two,
    run(editor) {
      const { canvas, selection } = editor;
      const count = freeUnits(editor).flatMap(({ ids }) => ids).length;
      if (writeChange(editor, groupElements(selection.get(), canvas.entered.get()))) editor.announce(texts.grouped(count));
    },
  },
  {
    id: 'ungroup',
    ...texts.ungroup,
    group: groups.arrange,
    keys: ['Mod+Shift+G'],
    when: (editor) => hasFree(editor) && selectedGroups(editor).length > 0,
    needs: needs.group,
    run(editor) {
      const units = selectedGroups(editor);
      if (writeChange(editor, ungroupElements(units))) editor.announce(texts.ungrouped(units.flatMap(({ ids }) => ids).length));
    },
  },
  {
    id: 'enter-group',
    ...texts['enter-group'],
    group: groups.select,
    keys: ['Enter'],
    when: (editor) => editor.canvas.hasFocus() && groupOf(editor) !== null,
    needs: needs.group,
    run: enter,
  },
];

/** The selected elements and groups that are not locked. */
function freeUnits({ canvas, selection, tab }: Editor): Unit[] {
  const locked = lockedLayersOf(tab.view.settings);
  const isFree = (element: Element | undefined): boolean => element !== undefined && !isLocked(element, locked);
  const free = [...selection.get()].filter((id) => isFree(tab.view.get(id)));
  return unitsOf(free, canvas.entered.get(), tab.view);
}

const selectedGroups = (editor: Editor): Unit[] => freeUnits(editor).filter(({ group }) => group !== null);

const groupOf = ({ canvas, selection, tab }: Editor): string | null =>
  selectedGroup(selection.get(), canvas.entered.get(), tab.view);

/** Selects the first part of the selected group in reading order. */
function enter(editor: Editor): void {
  const { canvas, selection, tab } = editor;
  const group = groupOf(editor);
  const first = tab.view.get(readingOrder(tab.view).find((id) => selection.get().has(id)) ?? '');
  if (group === null || first === undefined) return;
  canvas.entered.set(group);
  selection.set(unitOf(first, group, tab.view).ids);
  editor.announce(texts.enteredGroup(describeSelection(tab.view, selection.get())));
}

/** Leaves the entered group, which is then selected; false if there is none. */
export function leaveGroup({ canvas, selection, tab }: Editor): boolean {
  const group = canvas.entered.get();
  const [id = ''] = selection.get();
  const element = tab.view.get(id);
  if (group === null || element === undefined) return false;
  canvas.entered.set(groupAround(group));
  selection.set(unitOf(element, groupAround(group), tab.view).ids);
  return true;
}
