/** card-comments: the comments on a card, which the server writes. */
import { Check, RotateCcw, Trash2 } from 'lucide-react';

import { reaches } from '#schema/access.ts';
import type { Item } from '#schema/board.ts';
import { readThread } from '#schema/ydoc/threads.ts';

import { CommentBox } from '../../ui/comment-box.tsx';
import type { Editor } from '../../state/editor.ts';
import { Ago } from '../../people/ago.tsx';
import { call, failureText } from '../../api/call.ts';
import { useIsGuest } from '../../api/guest.ts';
import { useValue } from '../../state/signal.ts';
import { Avatar } from '../../ui/avatar.tsx';
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
        {comments.map(({ id: comment, text, createdAt, authorName, authorColor }) => (
          <li key={comment}>
            <Avatar name={authorName} color={authorColor} size="sm" unspoken />
            <div className={css['said']}>
              <p className={css['by']}>
                <strong>{authorName}</strong> <Ago at={createdAt} />
              </p>
              <p className={css['words']}>{text}</p>
            </div>
            {maySpeak && (isEditor || (me !== null && authors.get(comment) === me.id)) && (
              <IconButton
                size="sm"
                label={boardTexts.deleteCommentBy(authorName)}
                icon={<Trash2 />}
                onClick={() =>
                  attempt(call('DELETE /documents/:doc/items/:item/comments/:comment', { params: { ...params, comment } }))
                }
              />
            )}
          </li>
        ))}
      </ol>
      {maySpeak && (
        <CommentBox
          label={boardTexts.commentOnCard(key)}
          action="Comment"
          onSend={(text) =>
            call('POST /documents/:doc/items/:item/comments', { params, body: { text }, idempotencyKey: crypto.randomUUID() })
          }
        />
      )}
    </section>
  );
}
