/** profile: the signed-in person as others see them, their password, two-step verification and sessions, and the appearance of the page in this browser. */
import { LogOut } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { User } from '#schema/access.ts';

import { call } from '../../api/call.ts';
import type { WhoStore } from '../../api/who.ts';
import type { Navigate } from '../../state/routes.ts';
import { homeTexts } from '../../strings/home.ts';
import { profileTexts } from '../../strings/profile.ts';
import { twoStepTexts } from '../../strings/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useAppearance } from '../appearance-choice.tsx';
import rows from '../rows.module.css';
import { useSignOut } from '../sign-in/sign-out.tsx';
import { TwoStepPart } from '../two-step/two-step-part.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordPart } from './password-part.tsx';
import css from './profile.module.css';
import { SessionsPart } from './sessions-part.tsx';

type ProfileProps = { readonly user: User; readonly who: WhoStore; readonly navigate: Navigate };

export function Profile({ user, who, navigate }: ProfileProps) {
  const request = useAnswer(useCallback((signal: AbortSignal) => call('GET /me', { signal }), []));
  // Another password ends sessions: then they are listed again.
  const [passwords, setPasswords] = useState(0);
  const { busy, signOut, question } = useSignOut(who, navigate);
  const actions = (
    <Button icon={<LogOut aria-hidden />} busy={busy} onClick={signOut}>
      {homeTexts.signOut}
    </Button>
  );
  return (
    <Screen title={homeTexts.profile} lead={homeTexts.profileAbout} actions={actions}>
      <Loaded request={request}>
        {({ hasPassword = false, secondFactor }) => (
          <div className={css['sections']}>
            <section className={rows['group']} aria-label={profileTexts.nameAndColor}>
              <h2>{profileTexts.nameAndColor}</h2>
              <NameForm user={user} who={who} />
            </section>
            <section className={rows['group']} aria-label={profileTexts.password}>
              <h2>{profileTexts.password}</h2>
              <PasswordPart
                user={user}
                hasPassword={hasPassword}
                onChanged={() => {
                  request.change((shown) => ({ ...shown, hasPassword: true }));
                  setPasswords(passwords + 1);
                }}
              />
            </section>
            <section className={rows['group']} aria-label={twoStepTexts.title}>
              <h2>{twoStepTexts.title}</h2>
              <TwoStepPart
                hasPassword={hasPassword}
                secondFactor={secondFactor ?? null}
                onChange={(next) =>
                  request.change(({ user: shown, hasPassword: has = false }) => ({
                    user: shown,
                    hasPassword: has,
                    ...(next !== null && { secondFactor: next }),
                  }))
                }
              />
            </section>
            <section className={rows['group']} aria-label={profileTexts.sessions}>
              <h2>{profileTexts.sessions}</h2>
              <SessionsPart key={passwords} />
            </section>
            <AppearancePart />
          </div>
        )}
      </Loaded>
      {question}
    </Screen>
  );
}

function AppearancePart() {
  const [appearance, setAppearance] = useAppearance();
  return (
    <section className={rows['group']} aria-label={homeTexts.appearance}>
      <h2>{homeTexts.appearance}</h2>
      <div className={css['settings']}>
        <Select
          label={homeTexts.appearance}
          labelUnseen
          value={appearance}
          onChange={setAppearance}
          options={[
            { value: 'system', label: homeTexts.system },
            { value: 'light', label: homeTexts.light },
            { value: 'dark', label: homeTexts.dark },
          ]}
        />
      </div>
    </section>
  );
}
