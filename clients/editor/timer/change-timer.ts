/** change-timer: what a person does with the timer of the document, and who may. The server sets it, so that all see the same. */
import { reaches } from '#schema/access.ts';
import type { TimerChange } from '#schema/timer.ts';

import { call, failureText } from '../api/call.ts';
import type { Editor } from '../state/editor.ts';

export const mayTime = ({ session }: Pick<Editor, 'session'>): boolean => reaches(session.level.get(), 'editor');

/** A refusal is reported to the person. */
export async function changeTimer({ session, tell }: Editor, body: TimerChange): Promise<void> {
  try {
    await call('POST /documents/:doc/timer', { params: { doc: session.documentId }, body });
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
  }
}
