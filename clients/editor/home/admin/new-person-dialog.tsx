/** new-person-dialog: another account. */
import { useState } from 'react';

import type { Person } from '#schema/admin-calls.ts';
import { limits } from '#schema/limits.ts';

import { call } from '../../api/call.ts';
import { adminTexts } from '../../strings/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePending } from '../../ui/use-pending.ts';

type Props = { readonly onClose: () => void; readonly onAdded: (person: Person) => void };

export function NewPersonDialog({ onClose, onAdded }: Props) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { busy, failure, run } = usePending({ quiet: true });
  const add = (): void =>
    void run(async () => {
      const address = email.trim();
      const body = { name: name.trim(), ...(address !== '' && { email: address }) };
      onAdded((await call('POST /admin/people', { body })).person);
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={adminTexts.addPerson}
      onSubmit={add}
      footer={
        <>
          <Button onClick={onClose}>{adminTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={name.trim() === ''}>
            {adminTexts.add}
          </Button>
        </>
      }
    >
      <TextField label={adminTexts.name} maxLength={limits.nameCharacters} value={name} onChange={setName} />
      <TextField
        label={adminTexts.email}
        type="email"
        autoComplete="off"
        hint={adminTexts.emailHint}
        value={email}
        onChange={setEmail}
        error={failure}
      />
    </Dialog>
  );
}
