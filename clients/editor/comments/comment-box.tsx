/** comment-box: a field for a comment. Mod+Enter sends it; a refused comment stays in the field. */
import { SendHorizontal } from 'lucide-react';
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { countCharacters } from '#core/notation/characters.ts';

import { failureText } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './comments.module.css';
import { commentsTexts } from '../strings/comments.ts';

type Props = {
  readonly label: string;
  readonly action: string;
  /** Throws what call.ts throws. */
  readonly onSend: (text: string) => Promise<unknown>;
  readonly onCancel?: () => void;
};

export function CommentBox({ label, action, onSend, onCancel }: Props) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const length = countCharacters(text.trim());
  const send = async (): Promise<void> => {
    if (busy || length === 0) return;
    setBusy(true);
    setError(null);
    try {
      await onSend(text.trim());
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
      <TextField
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
        hint={length > limits.commentCharacters ? commentsTexts.overTheLimit(length - limits.commentCharacters) : undefined}
      />
      <div className={css['send']}>
        {onCancel !== undefined && (
          <Button kind="quiet" size="sm" onClick={onCancel}>
            {commentsTexts.cancel}
          </Button>
        )}
        <Button
          type="submit"
          kind="primary"
          size="sm"
          icon={<SendHorizontal />}
          busy={busy}
          disabled={length === 0 || length > limits.commentCharacters}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
