/** profile: who is signed in, as others see them, and how the page looks on this machine. */
import { LogOut } from 'lucide-react';

import type { User } from '#schema/access.ts';

import type { WhoStore } from '../api/who.ts';
import type { Navigate } from '../state/routes.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { useAppearance } from './appearance-choice.tsx';
import css from './profile.module.css';
import { Screen } from '../ui/screen.tsx';
import { useSignOut } from './sign-in/sign-out.tsx';

type ProfileProps = { readonly user: User; readonly who: WhoStore; readonly navigate: Navigate };

export function Profile({ user, who, navigate }: ProfileProps) {
  const [appearance, setAppearance] = useAppearance();
  const { busy, signOut, question } = useSignOut(who, navigate);
  return (
    <Screen
      title="Profile"
      lead="Other people see your name and color on your cursor, comments and changes, and on those of your agents."
    >
      <div className={css['card']}>
        <Avatar name={user.name} color={user.color} size="lg" unspoken />
        <div className={css['words']}>
          <h2>{user.name}</h2>
          {user.email !== undefined && <p>{user.email}</p>}
          <p>Names, colors and passwords are managed by your administrator.</p>
        </div>
        <Button icon={<LogOut aria-hidden />} busy={busy} onClick={signOut}>
          Sign out
        </Button>
      </div>
      {question}
      <div className={css['settings']}>
        <Select
          label="Appearance"
          value={appearance}
          onChange={setAppearance}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
    </Screen>
  );
}
