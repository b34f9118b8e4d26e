/** password-part: whether a person has a password, and the way to another one. */
import { useState } from 'react';

import type { User } from '#schema/access.ts';

import { profileTexts } from '../../strings/profile.ts';
import { Button } from '../../ui/button.tsx';
import rows from '../rows.module.css';
import { PasswordDialog } from './password-dialog.tsx';

type Props = { readonly user: User; readonly hasPassword: boolean; readonly onChanged: () => void };

export function PasswordPart({ user, hasPassword, onChanged }: Props) {
  const [changing, setChanging] = useState(false);
  const { email } = user;
  const about =
    email === undefined
      ? profileTexts.noAddressAbout
      : hasPassword
        ? profileTexts.passwordAbout(email)
        : profileTexts.noPasswordAbout;
  return (
    <div className={rows['rows']}>
      <div className={rows['row']}>
        <p className={rows['words']}>{about}</p>
        {email !== undefined && (
          <Button onClick={() => setChanging(true)}>
            {hasPassword ? profileTexts.changePassword : profileTexts.setPassword}
          </Button>
        )}
      </div>
      {changing && (
        <PasswordDialog
          hasPassword={hasPassword}
          onClose={() => setChanging(false)}
          onChanged={() => {
            setChanging(false);
            onChanged();
          }}
        />
      )}
    </div>
  );
}
