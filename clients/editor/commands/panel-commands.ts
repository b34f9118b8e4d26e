/** panel-commands: the palette, and the panels at the right, which a second time closes. */
import { reaches } from '#schema/access.ts';
import { type Box, isBox } from '#schema/element.ts';

import type { Editor } from '../state/editor.ts';
import type { Command } from '../state/command.ts';

export const panelCommands: readonly Command[] = [
  {
    id: 'palette',
    title: 'Command palette',
    group: 'Document',
    keys: ['Mod+K'],
    everywhere: true,
    run: ({ dialog }) => dialog.set('palette'),
  },
  {
    id: 'present',
    title: 'Present',
    group: 'Document',
    keys: ['F5'],
    when: ({ tab }) => tab.settings.get().pages.length > 0,
    run: ({ dialog }) => dialog.set('present'),
  },
  {
    id: 'article',
    title: 'Import Markdown…',
    group: 'Document',
    when: ({ tab, mayEdit }) => mayEdit.get() && tab.settings.get().mode !== 'event-storming',
    run: ({ dialog }) => dialog.set('article'),
  },
  {
    id: 'add-comment',
    title: 'Comment',
    group: 'Panels',
    when: (editor) => reaches(editor.session.level.get(), 'participant') && selectedBox(editor) !== null,
    run: ({ panel }) => panel.set('comments'),
  },
  { id: 'find', title: 'Find', group: 'Panels', keys: ['Mod+F'], run: ({ panel }) => panel.set('find') },
  { id: 'comments', title: 'Comments', group: 'Panels', keys: ['Alt+C'], run: turn('comments') },
  { id: 'history', title: 'History', group: 'Panels', keys: ['Alt+H'], run: turn('history') },
  { id: 'lint', title: 'Issues', group: 'Panels', keys: ['Alt+L'], run: turn('lint') },
  { id: 'layers', title: 'Layers', group: 'Panels', keys: ['Alt+Y'], run: turn('layers') },
];

/** Comments are on boxes, and begin with the only one that is selected. */
function selectedBox({ selection, tab }: Editor): Box | null {
  const [id, ...others] = selection.get();
  const element = others.length > 0 ? undefined : tab.view.get(id ?? '');
  return element !== undefined && isBox(element) ? element : null;
}

function turn(name: string): (editor: Editor) => void {
  return ({ panel }) => panel.set(panel.get() === name ? null : name);
}
