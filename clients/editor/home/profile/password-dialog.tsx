/** password-dialog: another password, or the first one. */
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { call, CallRefused, failureText } from '../../api/call.ts';
import { profileTexts } from '../../strings/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTell } from '../../ui/toast.tsx';
import { usePending } from '../../ui/use-pending.ts';

type Props = { readonly hasPassword: boolean; readonly onClose: () => void; readonly onChanged: () => void };
type Faults = { readonly current?: string; readonly next?: string; readonly again?: string };

export function PasswordDialog({ hasPassword, onClose, onChanged }: Props) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const { busy, run } = usePending();
  const tell = useTell();
  const title = hasPassword ? profileTexts.changePassword : profileTexts.setPassword;
  const send = async (): Promise<void> => {
    try {
      await call('PATCH /me', { body: { password: next, ...(hasPassword && { currentPassword: current }) } });
      tell({ text: profileTexts.passwordChanged });
      onChanged();
    } catch (error) {
      const isWrong = error instanceof CallRefused && error.code === 'password_wrong';
      setFaults(isWrong ? { current: profileTexts.passwordWrong } : { next: failureText(error) });
    }
  };
  const submit = (): void => {
    if (Array.from(next).length < limits.passwordCharactersMin) return setFaults({ next: profileTexts.passwordTooShort });
    if (next !== again) return setFaults({ again: profileTexts.passwordsDiffer });
    setFaults({});
    void run(send);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={profileTexts.changePasswordAbout}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{profileTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={next === '' || (hasPassword && current === '')}>
            {title}
          </Button>
        </>
      }
    >
      {hasPassword && (
        <TextField
          label={profileTexts.currentPassword}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={faults.current}
        />
      )}
      <TextField
        label={profileTexts.newPassword}
        hint={profileTexts.newPasswordHint}
        type="password"
        autoComplete="new-password"
        maxLength={limits.passwordCharacters}
        value={next}
        onChange={setNext}
        error={faults.next}
      />
      <TextField
        label={profileTexts.repeatPassword}
        type="password"
        autoComplete="new-password"
        maxLength={limits.passwordCharacters}
        value={again}
        onChange={setAgain}
        error={faults.again}
      />
    </Dialog>
  );
}
