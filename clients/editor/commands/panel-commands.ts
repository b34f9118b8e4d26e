/** panel-commands: the palette, and the panels at the right, which the same command closes. */
import { reaches } from '#schema/access.ts';
import { type Box, isBox } from '#schema/element.ts';

import { isGuest } from '../api/guest.ts';
import { pastePlace } from '../clipboard/take-drops.ts';
import { commentAt, commentOn } from '../comments/begin-comment.ts';
import type { Editor } from '../state/editor.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';

export const panelCommands: readonly Command[] = [
  {
    id: 'palette',
    ...texts.palette,
    group: groups.document,
    keys: ['Mod+K'],
    everywhere: true,
    run: ({ dialog }) => dialog.set('palette'),
  },
  {
    id: 'present',
    ...texts.present,
    group: groups.document,
    keys: ['F5'],
    when: ({ tab }) => tab.settings.get().pages.length > 0,
    run: ({ dialog }) => dialog.set('present'),
  },
  {
    id: 'article',
    ...texts.article,
    group: groups.document,
    when: ({ tab, mayEdit }) => mayEdit.get() && tab.settings.get().mode !== 'event-storming',
    run: ({ dialog }) => dialog.set('article'),
  },
  {
    id: 'add-comment',
    ...texts['add-comment'],
    group: groups.panels,
    when: (editor) => reaches(editor.session.level.get(), 'participant') && selectedBox(editor) !== null,
    needs: needs.box,
    run(editor) {
      const box = selectedBox(editor);
      if (box !== null) commentOn(editor, box.id);
    },
  },
  {
    id: 'comment-here',
    ...texts['comment-here'],
    group: groups.insert,
    when: (editor) =>
      editor.mayEdit.get() && reaches(editor.session.level.get(), 'participant') && editor.selection.get().size === 0,
    run: (editor) => commentAt(editor, { on: null, at: pastePlace(editor).at }),
  },
  {
    id: 'hand-to',
    ...texts['hand-to'],
    group: groups.panels,
    when: (editor) => reaches(editor.session.level.get(), 'participant'),
    run: ({ dialog }) => dialog.set('hand'),
  },
  { id: 'find', ...texts.find, group: groups.panels, keys: ['Mod+F'], run: ({ panel }) => panel.set('find') },
  { id: 'comments', ...texts.comments, group: groups.panels, keys: ['Alt+C'], run: turn('comments') },
  { id: 'tasks', ...texts.tasks, group: groups.panels, keys: ['Alt+T'], run: turn('tasks') },
  {
    id: 'proposals',
    ...texts.proposals,
    group: groups.panels,
    keys: ['Alt+P'],
    when: isEditingMember,
    run: turn('proposals'),
  },
  { id: 'history', ...texts.history, group: groups.panels, keys: ['Mod+Alt+Shift+H'], run: turn('history') },
  {
    id: 'version-history',
    ...texts['version-history'],
    group: groups.document,
    keys: ['Alt+R'],
    when: isEditingMember,
    run: ({ past }) => past.set(past.get() === null ? { since: null } : null),
  },
  {
    id: 'element-history',
    ...texts['element-history'],
    group: groups.panels,
    when: (editor) => isEditingMember(editor) && editor.selection.get().size === 1,
    needs: needs.selection,
    run: ({ panel }) => panel.set('history'),
  },
  { id: 'lint', ...texts.lint, group: groups.panels, keys: ['Alt+L'], run: turn('lint') },
  { id: 'layers', ...texts.layers, group: groups.panels, keys: ['Alt+Y'], run: turn('layers') },
  {
    id: 'libraries',
    ...texts.libraries,
    group: groups.panels,
    keys: ['Alt+B'],
    when: isEditingMember,
    run: turn('libraries'),
  },
];

/** Guests who edit reach neither the past nor proposals. */
function isEditingMember(editor: Editor): boolean {
  return reaches(editor.session.level.get(), 'editor') && !isGuest(editor);
}

/** Comments are on boxes; the panel begins with the only selected one. */
function selectedBox({ selection, tab }: Editor): Box | null {
  const [id, ...others] = selection.get();
  const element = others.length > 0 ? undefined : tab.view.get(id ?? '');
  return element !== undefined && isBox(element) ? element : null;
}

function turn(name: string): (editor: Editor) => void {
  return ({ panel }) => panel.set(panel.get() === name ? null : name);
}
