/** name-dialog: a dialog in which something gets a name. */
import { useCallback, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';
import { usePending } from './use-pending.ts';
import { uiTexts } from '../strings/ui.ts';

type NameDialogProps = {
  readonly title: string;
  /** The present name; empty if it has none yet. */
  readonly name: string;
  /** The label of the confirming button, a verb: `Rename`. */
  readonly confirm: string;
  readonly onClose: () => void;
  /** The dialog closes if it succeeds. Throws CallRefused and CallUnreachable. */
  readonly save: (name: string) => Promise<void>;
};

export function NameDialog({ title, name: old, confirm, onClose, save }: NameDialogProps) {
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
    if (wanted === old || (await run(() => save(wanted)))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      initialFocus={field}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={name.trim() === ''}>
            {confirm}
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
