/**
 * begin-comment: the thread of a box, opened with its field focused, on the empty canvas that of a numbered badge placed there.
 *
 * A badge that was placed for a comment goes again, and leaves no undo step, if nothing was written. What was written and not sent stays
 * in its field.
 */
import { isArrow, type Point } from '#schema/element.ts';
import { readThread } from '#schema/ydoc/threads.ts';

import type { TabView } from '#core/tab/view.ts';

import { drawBox } from '../changes/draw.ts';
import { removeElements } from '../changes/remove.ts';
import { writeChange } from '../changes/write-change.ts';
import type { CommentPlace } from '../gestures/comment-press.ts';
import type { Editor } from '../state/editor.ts';
import { commentsTexts } from '../strings/comments.ts';

/** Its circle is as large as that of other badges, and it has no room for a label, for which it grows. */
const badge = { width: 56, height: 28, radius: 14 } as const;
const numberMax = 9_999;

export function commentOn(editor: Editor, id: string): void {
  begin(editor, id, false);
}

/** For a person who may not edit the tab, it says that an element is needed. */
export function commentAt(editor: Editor, { on, at }: CommentPlace): void {
  if (on !== null) return commentOn(editor, on);
  if (!editor.mayEdit.get()) return editor.tell({ text: commentsTexts.onElementsOnly });
  const id = placeBadge(editor, at);
  if (id !== null) begin(editor, id, true);
}

/** The field is left: removes the badge that was placed for the comment, unless something was written. */
export function leaveComment(editor: Editor): void {
  const { canvas, drafts, session, tab } = editor;
  const begun = canvas.comment.get();
  if (begun === null) return;
  canvas.comment.set(null);
  const isWritten = (drafts.get(begun.on) ?? '').trim() !== '' || readThread(session.doc, begun.on) !== null;
  if (!begun.isNew || isWritten || session.discardNew(tab.id, begun.on)) return;
  // Another step has followed. A badge that was given a label stays.
  if ((tab.view.get(begun.on)?.label ?? '') === '') writeChange(editor, removeElements([begun.on]));
}

function begin({ canvas, selection, panel }: Editor, on: string, isNew: boolean): void {
  selection.set([on]);
  panel.set('comments');
  canvas.comment.set({ on, isNew });
}

/** The id of the new badge, with its circle around the point; null if it was refused, which has been reported. */
function placeBadge(editor: Editor, [x, y]: Point): string | null {
  const rect = { x: Math.round(x) - badge.radius, y: Math.round(y) - badge.radius, width: badge.width, height: badge.height };
  let added: string | null = null;
  const onAdded = (id: string): void => {
    added = id;
  };
  const looks = { number: nextNumber(editor.tab.view) };
  return writeChange(editor, drawBox({ type: 'annotation' }, rect, looks, onAdded)) ? added : null;
}

/** One more than the highest number of a badge on the tab. */
export function nextNumber(tab: Pick<TabView, 'elements'>): number {
  let most = 0;
  for (const element of tab.elements())
    if (!isArrow(element) && element.type === 'annotation') most = Math.max(most, element.number ?? 0);
  return Math.min(numberMax, most + 1);
}
