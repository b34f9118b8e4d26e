/** rename-dialog: a dialog for a new name. */
import { useCallback, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';
import { usePending } from './use-pending.ts';
import { uiTexts } from '../strings/ui.ts';

type RenameDialogProps = {
  /** What is renamed, as a word: `document`. */
  readonly what: string;
  readonly name: string;
  readonly onClose: () => void;
  /** The dialog closes if it succeeds. Throws CallRefused and CallUnreachable. */
  readonly rename: (name: string) => Promise<void>;
};

export function RenameDialog({ what, name: old, onClose, rename }: RenameDialogProps) {
  const [name, setName] = useState(old);
  const { busy, failure, run } = usePending({ quiet: true });
  const field = useRef<HTMLInputElement>(null);
  // At once: what is typed before the next frame replaces the name, not the typed text.
  const attach = useCallback((input: HTMLInputElement | null) => {
    field.current = input;
    input?.select();
  }, []);
  const submit = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === '') return;
    if (wanted === old || (await run(() => rename(wanted)))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={uiTexts.renameNamed(what)}
      initialFocus={field}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={name.trim() === ''}>
            {uiTexts.rename}
          </Button>
        </>
      }
    >
      <TextField
        ref={attach}
        label={uiTexts.name}
        value={name}
        onChange={setName}
        maxLength={limits.nameCharacters}
        error={failure}
      />
    </Dialog>
  );
}
