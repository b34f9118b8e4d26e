/** task-target: what a task is about: a selection, a comment, a card, or a whole tab. */
import type { NewTask, Task } from '#schema/task.ts';

import { elementName } from '../people/element-name.ts';
import { showElements } from '../people/show-elements.ts';
import type { Editor } from '../state/editor.ts';
import { tasksTexts } from '../strings/tasks.ts';

export type TaskTarget = Pick<NewTask, 'tab' | 'element' | 'selection' | 'item' | 'comment'>;

/** The selection, or without one the shown tab. */
export function selectedTarget({ tab, selection }: Editor): TaskTarget {
  const [element, ...others] = selection.get();
  if (element === undefined) return { tab: tab.id };
  return { tab: tab.id, element, ...(others.length > 0 && { selection: others }) };
}

/** For people: `Pay now and 2 more`, `card 7: Ship it`, `tab Overview`. */
export function targetName(editor: Editor, target: TaskTarget | Task): string {
  const { tab, element, selection = [], item } = target;
  if (item !== undefined && item !== null) {
    const card = editor.session.cards.items.get(item);
    return card === undefined ? tasksTexts.deletedCard : tasksTexts.card(card.key, card.title);
  }
  if (tab === undefined || tab === null) return tasksTexts.wholeDocument;
  if (element === undefined || element === null || tab !== editor.tab.id) {
    const settings = editor.session.tabs.get().find(({ id }) => id === tab);
    return settings === undefined ? tasksTexts.deletedTab : tasksTexts.wholeTab(settings.name);
  }
  const name = elementName(editor.tab.view.get(element), editor.tab.view);
  return selection.length === 0 ? name : tasksTexts.andMore(name, selection.length);
}

/** Shows the tab, and selects the elements on it. Cards have no place of their own. */
export function showTarget(editor: Editor, { tab, element, selection }: Task): void {
  if (tab !== null) showElements(editor, tab, element === null ? [] : [element, ...selection]);
}
