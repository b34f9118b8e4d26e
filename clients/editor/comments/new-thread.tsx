/** new-thread: the field that begins the thread of a box. What is written is kept until it is sent or canceled. */
import { useEffect, useLayoutEffect, useRef } from 'react';

import type { Box } from '#schema/element.ts';

import type { UserBadge } from '../live/people-store.ts';
import { elementName } from '../people/element-name.ts';
import { revealSelection } from '../state/reveal-selection.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { CommentBox } from '../ui/comment-box.tsx';
import { commentsTexts } from '../strings/comments.ts';
import { leaveComment } from './begin-comment.ts';
import css from './comments.module.css';
import { addComment } from './thread-calls.ts';

type Props = {
  readonly box: Box;
  /** Who can be mentioned. */
  readonly people: readonly UserBadge[];
};

export function NewThread({ box, people }: Props) {
  const editor = useEditor();
  const { session, tab, drafts, canvas, selection } = editor;
  const me = useValue(editor.self);
  const comment = useValue(canvas.comment);
  const begun = comment?.on === box.id ? comment : null;
  const section = useRef<HTMLElement>(null);
  const name = elementName(box, tab.view);
  // At once: later it could leave the comment that the next press begins here.
  useLayoutEffect(
    () => () => {
      if (canvas.comment.get()?.on === box.id) leaveComment(editor);
    },
    [editor, canvas, box.id],
  );
  useEffect(() => {
    // The panel may be over it.
    if (begun !== null) revealSelection(editor);
  }, [editor, begun]);
  const send = async (text: string): Promise<void> => {
    // The thread that arrives is not to be answered.
    canvas.comment.set(null);
    try {
      await addComment({ documentId: session.documentId, tabId: tab.id }, box.id, text);
    } catch (failure) {
      canvas.comment.set(begun);
      throw failure;
    }
    const { activeElement } = document;
    if (canvas.hasFocus() || section.current?.contains(activeElement) === true) canvas.focus();
  };
  const cancel = (): void => {
    drafts.delete(box.id);
    leaveComment(editor);
    if (tab.view.get(box.id) === undefined) selection.clear();
    canvas.focus();
  };
  return (
    <section ref={section} className={css['begin']} aria-label={commentsTexts.commentOn(name)}>
      <h3>{name}</h3>
      <CommentBox
        label={commentsTexts.addAComment}
        action={commentsTexts.comment}
        onSend={send}
        {...(begun !== null && { onCancel: cancel })}
        draft={{ text: drafts.get(box.id) ?? '', onText: (text) => drafts.set(box.id, text) }}
        people={people}
        me={me?.id}
        focused={begun}
      />
    </section>
  );
}
