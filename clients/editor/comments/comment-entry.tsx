/** comment-entry: one comment of a thread on an element or a card, with its author, time and mentions. */
import { Trash2 } from 'lucide-react';

import type { Comment } from '#schema/comment.ts';

import { useLinkedComment } from '../mentions/use-linked-comment.ts';
import { Ago } from '../people/ago.tsx';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MentionedText } from '../ui/mentioned-text.tsx';
import { commentsTexts } from '../strings/comments.ts';
import css from './comment-entry.module.css';

type Props = {
  readonly comment: Comment;
  /** Its thread is the one that the person looks at. */
  readonly isOpen: boolean;
  readonly mayDelete: boolean;
  readonly onDelete: () => void;
};

export function CommentEntry({ comment, isOpen, mayDelete, onDelete }: Props) {
  const editor = useEditor();
  const me = useValue(editor.self);
  const { ref, isLinked } = useLinkedComment<HTMLLIElement>(editor, comment, isOpen);
  const { text, mentions, createdAt, authorName, authorColor } = comment;
  return (
    <li ref={ref} className={css['entry']} data-linked={isLinked} {...(isLinked && { tabIndex: -1 })}>
      <Avatar name={authorName} color={authorColor} size="sm" unspoken />
      <div className={css['said']}>
        <p className={css['by']}>
          <strong>{authorName}</strong> <Ago at={createdAt} />
        </p>
        <p className={css['text']}>
          <MentionedText text={text} people={mentions} me={me?.id} />
        </p>
      </div>
      {mayDelete && (
        <IconButton size="sm" label={commentsTexts.deleteCommentBy(authorName)} icon={<Trash2 />} onClick={onDelete} />
      )}
    </li>
  );
}
