/** sign-in: signs in with e-mail address and password. One-time codes are in the address (fragment.ts) and need no form. */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

import type { WhoStore } from '../../api/who.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Door } from '../door.tsx';
import { ProviderButton } from './provider-button.tsx';
import css from './sign-in.module.css';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

/** `failure`: why a one-time code, or loading the person, failed. */
export function SignIn({ who, failure }: { readonly who: WhoStore; readonly failure: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const task = usePending({ quiet: true });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const message = task.failure ?? failure;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void task.run(() => who.signIn({ email: email.trim(), password }));
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
