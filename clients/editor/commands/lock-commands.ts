/**
 * lock-commands: locking and unlocking elements, by changesets on the server.
 *
 * Only reverting that changeset unlocks an element (docs/changesets.md), so each element is locked by its own: they can be
 * unlocked one by one. Elements that an agent locked together are unlocked together, with everything else that its changeset did.
 */
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { lockingChangesets } from './locking-changesets.ts';
import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasFree } from './when.ts';

/** Elements locked one by one; more are locked together. */
const oneByOne = 20;
const operationsMax = 500;

export const lockCommands: readonly Command[] = [
  { id: 'lock', ...texts.lock, group: groups.arrange, keys: ['Mod+Shift+L'], when: hasFree, needs: needs.selection, run: lock },
  {
    id: 'unlock',
    ...texts.unlock,
    group: groups.arrange,
    keys: ['Mod+Shift+L'],
    when: (editor) => editor.mayEdit.get() && lockedOf(editor).length > 0,
    needs: needs.locked,
    run: unlock,
  },
];

/** Selected elements with their own lock; the lock of a layer belongs to the layer. */
const lockedOf = ({ selection, tab }: Editor): string[] => [...selection.get()].filter((id) => tab.view.get(id)?.locked === true);

async function lock(editor: Editor): Promise<void> {
  const { session, tab, selection } = editor;
  const layers = lockedLayersOf(tab.view.settings);
  const ids = [...selection.get()].filter((id) => {
    const element = tab.view.get(id);
    return element !== undefined && !isLocked(element, layers);
  });
  const groups = ids.length <= oneByOne ? ids.map((id) => [id]) : [ids.slice(0, operationsMax)];
  try {
    for (const group of groups) {
      const operations = group.map((target) => ({ op: 'set', target, fields: { locked: true } }));
      await session.own.reporting(() =>
        call('POST /documents/:doc/tabs/:tab/changesets', {
          params: { doc: session.documentId, tab: tab.id },
          body: { operations, summary: 'Locked' },
        }),
      );
    }
    editor.announce(texts.locked);
  } catch (error) {
    editor.tell({ text: failureText(error), kind: 'failure' });
  }
}

async function unlock(editor: Editor): Promise<void> {
  const { session, tab } = editor;
  const ids = lockedOf(editor);
  try {
    const changesets = await lockingChangesets(session.documentId, tab.id, ids);
    for (const changeset of changesets)
      await session.own.reporting(() =>
        call('POST /documents/:doc/changesets/:changeset/revert', { params: { doc: session.documentId, changeset } }),
      );
    if (changesets.length > 0) editor.announce(texts.unlocked);
    else editor.tell({ text: texts.cannotUnlock, kind: 'failure' });
  } catch (error) {
    editor.tell({ text: failureText(error), kind: 'failure' });
  }
}
