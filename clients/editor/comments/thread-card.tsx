/** thread-card: a thread on an element: its comments, a field for a reply, and whether it is resolved. */
import { Check, MessageSquareReply, RotateCcw } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';

import { reaches } from '#schema/access.ts';
import type { Thread } from '#schema/comment.ts';

import { useEditor } from '../state/editor.ts';
import { revealSelection } from '../state/reveal-selection.ts';
import { useValue } from '../state/signal.ts';
import { failureText } from '../api/call.ts';
import type { UserBadge } from '../live/people-store.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { CommentBox } from '../ui/comment-box.tsx';
import { HandButton } from '../tasks/hand-button.tsx';
import { TasksHere } from '../tasks/tasks-here.tsx';
import { CommentEntry } from './comment-entry.tsx';
import css from './comments.module.css';
import { deleteComment, reply, resolveThread } from './thread-calls.ts';
import { commentsTexts } from '../strings/comments.ts';
import { leaveComment } from './begin-comment.ts';

type Props = {
  readonly element: string;
  readonly title: string;
  readonly thread: Thread;
  readonly isSelected: boolean;
  /** Who can be mentioned. */
  readonly people: readonly UserBadge[];
  readonly onShow: () => void;
};

export function ThreadCard({ element, title, thread, isSelected, people, onShow }: Props) {
  const { session, tab, self, tell } = useEditor();
  const level = useValue(session.level);
  const me = useValue(self);
  const { replying, setReplying, begun, stop } = useReply(element);
  const place = { documentId: session.documentId, tabId: tab.id };
  const last = thread.comments.at(-1);
  const maySpeak = reaches(level, 'participant');
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: unknown) => tell({ text: failureText(error), kind: 'failure' }));
  };
  if (last === undefined) return null;
  return (
    <li className={css['thread']} data-resolved={thread.resolved} data-selected={isSelected}>
      <header>
        <button type="button" className={css['title']} onClick={onShow}>
          {title}
        </button>
        {maySpeak && (
          <IconButton
            size="sm"
            label={thread.resolved ? commentsTexts.reopen : commentsTexts.resolve}
            icon={thread.resolved ? <RotateCcw /> : <Check />}
            onClick={() => attempt(resolveThread(place, last.id, !thread.resolved))}
          />
        )}
      </header>
      <ol className={css['comments']}>
        {thread.comments.map((comment) => (
          <CommentEntry
            key={comment.id}
            comment={comment}
            isOpen={isSelected}
            mayDelete={maySpeak && (comment.authorId === me?.id || reaches(level, 'editor'))}
            onDelete={() => attempt(deleteComment(place, comment.id))}
          />
        ))}
      </ol>
      <TasksHere isHere={({ comment }) => thread.comments.some(({ id }) => id === comment)} />
      {maySpeak && replying && (
        <CommentBox
          label={commentsTexts.replyOn(title)}
          action="Reply"
          onSend={(text) => reply(place, last.id, text)}
          onCancel={stop}
          people={people}
          me={me?.id}
          focused={begun}
        />
      )}
      {maySpeak && !replying && (
        <div className={css['actions']}>
          <Button kind="quiet" size="sm" icon={<MessageSquareReply />} onClick={() => setReplying(true)}>
            {commentsTexts.reply}
          </Button>
          <HandButton target={{ tab: tab.id, comment: last.id }} what={commentsTexts.commentsAbout(title)} />
        </div>
      )}
    </li>
  );
}

type ReplyField = {
  readonly replying: boolean;
  readonly setReplying: (replying: boolean) => void;
  /** Set while the field is to have the focus. */
  readonly begun: object | null;
  readonly stop: () => void;
};

/** The field for a reply, which opens for a comment that is begun on the element of the thread. */
function useReply(element: string): ReplyField {
  const editor = useEditor();
  const { canvas } = editor;
  const comment = useValue(canvas.comment);
  const begun = comment?.on === element ? comment : null;
  const [replying, setReplying] = useState(false);
  useEffect(() => {
    if (begun === null) return;
    setReplying(true);
    revealSelection(editor);
  }, [editor, begun]);
  // The panel that opens next does not open the field again.
  useLayoutEffect(
    () => () => {
      if (canvas.comment.get()?.on === element) leaveComment(editor);
    },
    [editor, canvas, element],
  );
  const stop = (): void => {
    setReplying(false);
    if (begun === null) return;
    canvas.comment.set(null);
    canvas.focus();
  };
  return { replying, setReplying, begun, stop };
}
