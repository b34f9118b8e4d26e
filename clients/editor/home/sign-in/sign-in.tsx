/**
 * sign-in: signs in with e-mail address and password. One-time codes are in the address (fragment.ts) and need no form, unless the account
 * asks for a second factor.
 */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

import { type Credentials, isSecondStep, type WhoStore } from '../../api/who.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Door } from '../door.tsx';
import { ProviderButton } from './provider-button.tsx';
import { SecondStep } from './second-step.tsx';
import css from './sign-in.module.css';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

type Props = {
  readonly who: WhoStore;
  /** Why a one-time code, or loading the person, failed. */
  readonly failure: string;
  /** A one-time code that is right, and needs a second factor; null: none. */
  readonly code: string | null;
};

export function SignIn({ who, failure, code }: Props) {
  const [checked, setChecked] = useState<Credentials | null>(code === null ? null : { code });
  if (checked !== null) return <SecondStep who={who} credentials={checked} onBack={() => setChecked(null)} />;
  return <FirstStep who={who} failure={failure} onChecked={setChecked} />;
}

type FirstProps = Omit<Props, 'code'> & { readonly onChecked: (credentials: Credentials) => void };

function FirstStep({ who, failure, onChecked }: FirstProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const task = usePending({ quiet: true });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const message = task.failure ?? failure;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const credentials = { email: email.trim(), password };
    void task.run(async () => {
      try {
        await who.signIn(credentials);
      } catch (error) {
        if (!isSecondStep(error)) throw error;
        onChecked(credentials);
      }
    });
  };
  return (
    <Door title={homeTexts.signInToAtelier} lead={homeTexts.signInAbout}>
      <form className={css['form']} onSubmit={submit}>
        {message !== '' && <Notice kind="error">{message}</Notice>}
        <TextField
          label={homeTexts.email}
          type="email"
          name="email"
          autoComplete="username"
          size="lg"
          required
          ref={first}
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={homeTexts.password}
          type="password"
          name="password"
          autoComplete="current-password"
          size="lg"
          required
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" kind="primary" size="lg" wide busy={task.busy}>
          {homeTexts.signIn}
        </Button>
        <ProviderButton />
      </form>
    </Door>
  );
}
