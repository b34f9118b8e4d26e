/** proof-dialog: a question that the password of the person answers. */
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { CallRefused, failureText } from '../../api/call.ts';
import { twoStepTexts } from '../../strings/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePending } from '../../ui/use-pending.ts';

type Props = {
  readonly title: string;
  readonly about: string;
  readonly confirm: string;
  readonly kind: 'primary' | 'danger';
  readonly onClose: () => void;
  /** Throws what the call throws. */
  readonly onProof: (currentPassword: string) => Promise<void>;
};

export function ProofDialog({ title, about, confirm, kind, onClose, onProof }: Props) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, run } = usePending();
  const send = async (): Promise<void> => {
    try {
      setFault(undefined);
      await onProof(password);
    } catch (error) {
      const isWrong = error instanceof CallRefused && error.code === 'password_wrong';
      setFault(isWrong ? twoStepTexts.passwordWrong : failureText(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={about}
      onSubmit={() => void run(send)}
      footer={
        <>
          <Button onClick={onClose}>{twoStepTexts.cancel}</Button>
          <Button type="submit" kind={kind} busy={busy} disabled={password === ''}>
            {confirm}
          </Button>
        </>
      }
    >
      <TextField
        label={twoStepTexts.currentPassword}
        type="password"
        autoComplete="current-password"
        maxLength={limits.passwordCharacters}
        value={password}
        onChange={setPassword}
        error={fault}
      />
    </Dialog>
  );
}
