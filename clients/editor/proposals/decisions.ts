/** decisions: accepting and rejecting from panel, canvas and palette, each with its report. */
import type { AcceptAnswer } from '#schema/proposal.ts';

import type { Editor } from '../state/editor.ts';
import { takeBack, takenBackText } from '../people/take-back.ts';
import { proposalTexts as texts } from '../strings/proposals.ts';
import { failureText } from '../api/call.ts';
import { acceptProposal, rejectProposal, showProposal } from './proposal-calls.ts';

const maxNamed = 3;

/** `elements`: undefined for everything that is open. */
export async function accept(editor: Editor, id: string, elements?: readonly string[]): Promise<void> {
  const answer = await acceptProposal(editor.session, id, elements);
  const { changeset } = answer;
  const undo =
    changeset === null ? {} : { action: { label: texts.undo, run: () => void takeBackAccepted(editor, changeset.id) } };
  editor.tell({ text: acceptedText(answer), kind: answer.accepted.length > 0 ? 'success' : 'info', ...undo });
  await refresh(editor, id);
}

export async function reject(
  editor: Editor,
  id: string,
  { elements, reason = '' }: { readonly elements?: readonly string[]; readonly reason?: string },
): Promise<void> {
  const said = reason.trim();
  await rejectProposal(editor.session, id, { ...(elements !== undefined && { elements }), ...(said !== '' && { reason: said }) });
  editor.announce(texts.rejected);
  await refresh(editor, id);
}

/** Shows a proposal on the canvas, and its tab if it is another one. Throws CallRefused and CallUnreachable. */
export async function showOnCanvas(editor: Editor, id: string): Promise<void> {
  const detail = await showProposal(editor.session.documentId, id);
  const { tabId, parts } = detail.proposal;
  if (tabId !== null && tabId !== editor.tab.id) return editor.showTab(tabId);
  editor.canvas.proposal.set(detail);
  editor.announce(texts.shown(parts.filter(({ state }) => state === 'open').length));
}

/** Shows what is left of a proposal that is on the canvas. */
async function refresh({ canvas, session }: Editor, id: string): Promise<void> {
  if (canvas.proposal.get()?.proposal.id !== id) return;
  const detail = await showProposal(session.documentId, id);
  canvas.proposal.set(detail.proposal.state === 'open' ? detail : null);
}

export function acceptedText({ accepted, kept }: Pick<AcceptAnswer, 'accepted' | 'kept'>): string {
  const named = kept.slice(0, maxNamed).map(({ ref, reason }) => texts.kept(ref, reason));
  const keptText = `${named.join(', ')}${kept.length > maxNamed ? texts.andMore(kept.length - maxNamed) : ''}`;
  if (accepted.length === 0) return texts.nothingAccepted(keptText);
  const text = texts.accepted(accepted.length);
  return kept.length === 0 ? text : texts.acceptedAndKept(text, keptText);
}

async function takeBackAccepted(editor: Editor, changeset: string): Promise<void> {
  try {
    editor.tell({ text: takenBackText(await takeBack(editor.session, [changeset])) });
  } catch (error) {
    editor.tell({ text: failureText(error), kind: 'failure' });
  }
}
