/**
 * use-spotlight: follows a person who asks everyone to come, with a way back. Someone who is typing or drawing is asked instead of taken along.
 */
import { useEffect } from 'react';

import type { DocumentSession } from '../live/document-session.ts';
import type { Participation } from '../live/people-store.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { peopleTexts } from '../strings/people.ts';

/** What was answered, on whatever tab. */
const answered = new WeakMap<DocumentSession, Set<string>>();

export function useSpotlight(): void {
  const editor = useEditor();
  const { session, self } = editor;
  const people = useValue(session.people);
  const me = useValue(self);
  useEffect(() => {
    const known = answered.get(session) ?? new Set();
    answered.set(session, known);
    for (const person of people) {
      const { key, kind, user, spotlight } = person;
      if (kind !== 'editor' || spotlight === null || user.id === me?.id || known.has(`${key} ${spotlight}`)) continue;
      known.add(`${key} ${spotlight}`);
      follow(editor, person);
    }
  }, [people, me, session, editor]);
}

function follow(editor: Editor, { key, user }: Participation): void {
  const { following, tell } = editor;
  if (isBusy(editor)) {
    const action = { label: peopleTexts.follow, run: () => following.set(key) };
    return tell({ text: peopleTexts.asksToCome(user.name), action });
  }
  const goBack = wayBack(editor);
  following.set(key);
  tell({ text: peopleTexts.broughtBy(user.name), action: { label: peopleTexts.goBack, run: goBack } });
}

const isBusy = ({ canvas, board, sheet, dialog }: Editor): boolean =>
  canvas.editing.get() !== null ||
  canvas.preview.get() !== null ||
  board.get() !== null ||
  sheet.get() !== null ||
  dialog.get() !== null;

/** To the tab that is shown, and what is seen of it. */
function wayBack({ viewport, views, tab, following, showTab }: Editor): () => void {
  const seen = viewport.get();
  return () => {
    following.set(null);
    views.set(tab.id, seen);
    viewport.show(seen);
    showTab(tab.id);
  };
}
