/** vote-calls: what a person does with the vote on the shown tab, and who may. Refusals are reported to the person. */
import { reaches } from '#schema/access.ts';
import { isArrow } from '#schema/element.ts';
import type { NewVote, Vote, VoteAnswer } from '#schema/vote.ts';

import { call, failureText } from '../api/call.ts';
import { elementName } from '../people/element-name.ts';
import type { Editor } from '../state/editor.ts';
import { voteTexts } from '../strings/votes.ts';
import { isRunning, onTab, votesOn } from './vote-store.ts';

/** The votes that the person can still place. Those on removed elements can be placed again. */
export const votesLeft = ({ votes, mine }: Vote, { tab }: Pick<Editor, 'tab'>): number =>
  votes - onTab(mine, tab.view).reduce((sum, one) => sum + one.votes, 0);

/** On the shown tab, locked or not. */
const editsHere = ({ session, tab }: Pick<Editor, 'session' | 'tab'>): boolean =>
  reaches(session.level.get(), 'editor') && session.writableTabs.get()?.includes(tab.id) !== false;

export const mayStartVote = (editor: Editor): boolean => editsHere(editor) && !isRunning(editor.vote.get());

export const mayVote = ({ session, vote }: Editor): boolean =>
  isRunning(vote.get()) && reaches(session.level.get(), 'participant');

export function mayEndVote(editor: Editor): boolean {
  const vote = editor.vote.get();
  return isRunning(vote) && editsHere(editor) && (vote.own || editor.session.level.get() === 'owner');
}

export const mayClearVote = (editor: Editor): boolean => {
  const vote = editor.vote.get();
  return vote !== null && !isRunning(vote) && editsHere(editor);
};

/** The only selected element, if it can have votes. */
export function votedElement({ selection, tab }: Editor): string | null {
  const [id, ...others] = selection.get();
  const element = tab.view.get(id ?? '');
  return element === undefined || isArrow(element) || others.length > 0 ? null : element.id;
}

/** Adds votes of the person to an element, or takes them back. */
export function addVotes(editor: Editor, element: string, by: 1 | -1): void {
  const vote = editor.vote.get();
  if (vote === null || !mayVote(editor)) return;
  const own = votesOn(vote.mine, element);
  const left = votesLeft(vote, editor);
  if (by < 0 && own === 0) return;
  if (by > 0 && left <= 0) {
    editor.announce(voteTexts.noneLeft);
    return editor.tell({ text: voteTexts.noneLeft });
  }
  const name = elementName(editor.tab.view.get(element), editor.tab.view);
  editor.announce(by > 0 ? voteTexts.placed(name, left - 1) : voteTexts.takenBack(name, left + 1));
  void report(editor, editor.vote.place(element, own + by));
}

/** The person who starts it begins to place votes. */
export async function startVote(editor: Editor, body: NewVote): Promise<void> {
  const started = await change(editor, (params) => call('POST /documents/:doc/tabs/:tab/vote', { params, body }));
  if (started) editor.tool.choose('vote', true);
}

export const endVote = (editor: Editor): Promise<boolean> =>
  change(editor, (params) => call('POST /documents/:doc/tabs/:tab/vote/end', { params }));

export const clearVote = (editor: Editor): Promise<boolean> =>
  change(editor, async (params) => {
    await call('DELETE /documents/:doc/tabs/:tab/vote', { params });
    return null;
  });

type Place = { readonly doc: string; readonly tab: string };

const change = (editor: Editor, send: (place: Place) => Promise<VoteAnswer | null>): Promise<boolean> =>
  report(
    editor,
    editor.vote.change(() => send({ doc: editor.session.documentId, tab: editor.tab.id })),
  );

/** False if it was refused. */
async function report({ tell }: Editor, sent: Promise<void>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
    return false;
  }
}
