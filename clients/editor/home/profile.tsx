/** profile: the signed-in person as others see them, and the appearance of the page in this browser. */
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
import { homeTexts } from '../strings/home.ts';

type ProfileProps = { readonly user: User; readonly who: WhoStore; readonly navigate: Navigate };

export function Profile({ user, who, navigate }: ProfileProps) {
  const [appearance, setAppearance] = useAppearance();
  const { busy, signOut, question } = useSignOut(who, navigate);
  return (
    <Screen title={homeTexts.profile} lead={homeTexts.profileAbout}>
      <div className={css['card']}>
        <Avatar name={user.name} color={user.color} size="lg" unspoken />
        <div className={css['words']}>
          <h2>{user.name}</h2>
          {user.email !== undefined && <p>{user.email}</p>}
          <p>{homeTexts.managedByAdministrator}</p>
        </div>
        <Button icon={<LogOut aria-hidden />} busy={busy} onClick={signOut}>
          {homeTexts.signOut}
        </Button>
      </div>
      {question}
      <div className={css['settings']}>
        <Select
          label={homeTexts.appearance}
          value={appearance}
          onChange={setAppearance}
          options={[
            { value: 'system', label: homeTexts.system },
            { value: 'light', label: homeTexts.light },
            { value: 'dark', label: homeTexts.dark },
          ]}
        />
      </div>
    </Screen>
  );
}
