/** bring-everyone: asks the others in the document to see what this person sees; they follow until they move their view. */
import type { Editor } from '../state/editor.ts';
import { peopleTexts } from '../strings/people.ts';

/** How long those who come to the document are asked too. */
const askedMs = 10_000;

/** The people in the document without the one at this page, whose other windows stay where they are. */
export function othersHere({ session, self }: Pick<Editor, 'session' | 'self'>): number {
  const me = self.get()?.id;
  const others = session.people.get().filter(({ kind, user }) => kind === 'editor' && user.id !== me);
  return new Set(others.map(({ user }) => user.id)).size;
}

export function bringEveryone(editor: Editor): void {
  const { session, following, tell } = editor;
  following.set(null);
  const spotlight = Date.now();
  session.show({ spotlight });
  setTimeout(() => session.show({ spotlight: null }), askedMs);
  tell({ text: peopleTexts.bringing(othersHere(editor)) });
}
