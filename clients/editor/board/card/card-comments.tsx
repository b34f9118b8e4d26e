/** card-comments: the comments on a card, which the server writes. */
import { Check, RotateCcw } from 'lucide-react';

import { reaches } from '#schema/access.ts';
import type { Item } from '#schema/board.ts';
import { readThread } from '#schema/ydoc/threads.ts';

import { CommentEntry } from '../../comments/comment-entry.tsx';
import { CommentBox } from '../../ui/comment-box.tsx';
import type { Editor } from '../../state/editor.ts';
import { call, failureText } from '../../api/call.ts';
import { useIsGuest } from '../../api/guest.ts';
import { useValue } from '../../state/signal.ts';
import { useMembers } from '../../people/use-members.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './card-dialog.module.css';
import { boardTexts } from '../../strings/board.ts';

type Props = { readonly item: Item; readonly editor: Editor; readonly maySpeak: boolean };

export function CardComments({ item: { id, key, comments, commentsResolved }, editor, maySpeak }: Props) {
  const { session, self } = editor;
  const me = useValue(self);
  const guest = useIsGuest(editor);
  const isEditor = reaches(useValue(session.level), 'editor') && !guest;
  const authors = new Map(readThread(session.doc, id)?.comments.map((comment) => [comment.id, comment.authorId]));
  const people = useMembers(session.documentId);
  const params = { doc: session.documentId, item: id };
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: unknown) => editor.tell({ text: failureText(error), kind: 'failure' }));
  };
  return (
    <section aria-label={boardTexts.comments}>
      <h3 className={css['heading']}>
        {boardTexts.comments} {commentsResolved && boardTexts.resolvedMark}
        {maySpeak && comments.length > 0 && (
          <IconButton
            size="sm"
            label={commentsResolved ? boardTexts.reopen : boardTexts.resolve}
            icon={commentsResolved ? <RotateCcw /> : <Check />}
            onClick={() =>
              attempt(call(`POST /documents/:doc/items/:item/comments/${commentsResolved ? 'reopen' : 'resolve'}`, { params }))
            }
          />
        )}
      </h3>
      <ol className={css['comments']}>
        {comments.map((comment) => (
          <CommentEntry
            key={comment.id}
            comment={comment}
            isOpen
            mayDelete={maySpeak && (isEditor || (me !== null && authors.get(comment.id) === me.id))}
            onDelete={() =>
              attempt(
                call('DELETE /documents/:doc/items/:item/comments/:comment', { params: { ...params, comment: comment.id } }),
              )
            }
          />
        ))}
      </ol>
      {maySpeak && (
        <CommentBox
          label={boardTexts.commentOnCard(key)}
          action="Comment"
          people={people}
          me={me?.id}
          onSend={(text) =>
            call('POST /documents/:doc/items/:item/comments', { params, body: { text }, idempotencyKey: crypto.randomUUID() })
          }
        />
      )}
    </section>
  );
}
