/** comment-box: a field for a comment, in which `@` mentions people, or for what is said to an agent. Mod+Enter sends it; a refused text stays in the field. */
import { SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { countCharacters } from '#core/notation/characters.ts';

import { failureText } from '../api/call.ts';
import { commentsTexts } from '../strings/comments.ts';
import { Button } from './button.tsx';
import css from './comment-box.module.css';
import { type Mentionable, MentionField } from './mention-field.tsx';
import { useMentions } from './use-mentions.ts';

const noOne: readonly Mentionable[] = [];

type Props = {
  readonly label: string;
  readonly action: string;
  /** Default: that of comments. */
  readonly maxCharacters?: number;
  /** Throws what call.ts throws. */
  readonly onSend: (text: string) => Promise<unknown>;
  readonly onCancel?: () => void;
  /** The text that the field begins with, and a listener to each change, so that it can outlive the field. */
  readonly draft?: { readonly text: string; readonly onText: (text: string) => void };
  /** Who can be mentioned; absent: no one. Their ids take the places of their names in what is sent. */
  readonly people?: readonly Mentionable[];
  /** The id of the person at this page, who is not offered. */
  readonly me?: string | undefined;
  /** The field takes the focus for each new value but null. */
  readonly focused?: object | null;
};

export function CommentBox({
  label,
  action,
  maxCharacters = limits.commentCharacters,
  onSend,
  onCancel,
  draft,
  people = noOne,
  me,
  focused = null,
}: Props) {
  const [text, setWritten] = useState(draft?.text ?? '');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused !== null) field.current?.focus({ preventScroll: true });
  }, [focused]);
  const setText = (next: string): void => {
    setWritten(next);
    draft?.onText(next);
  };
  const { mentioned, choose, withIds } = useMentions(people);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const length = countCharacters(text.trim());
  const over = length - maxCharacters;
  const send = async (): Promise<void> => {
    if (busy || length === 0) return;
    setBusy(true);
    setError(null);
    try {
      await onSend(withIds(text.trim()));
      setText('');
      onCancel?.();
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css['box']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MentionField
        field={field}
        people={mentioned}
        offered={people.filter(({ id }) => id !== me)}
        onMention={choose}
        label={label}
        labelUnseen
        placeholder={label}
        value={text}
        onChange={setText}
        lines={2}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key === 'Escape') onCancel?.();
        }}
        error={error}
        hint={over > 0 ? commentsTexts.overTheLimit(over) : undefined}
      />
      <div className={css['send']}>
        {onCancel !== undefined && (
          <Button kind="quiet" size="sm" onClick={onCancel}>
            {commentsTexts.cancel}
          </Button>
        )}
        <Button type="submit" kind="primary" size="sm" icon={<SendHorizontal />} busy={busy} disabled={length === 0 || over > 0}>
          {action}
        </Button>
      </div>
    </form>
  );
}
