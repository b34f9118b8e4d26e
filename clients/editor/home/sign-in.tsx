/** sign-in: with e-mail and password. */
import { useState } from 'react';

import { failureText } from '../rest/call.ts';
import { formText } from './form-text.ts';
import type { WhoStore } from '../rest/who.ts';

export function SignIn({ who, failure }: { readonly who: WhoStore; readonly failure: string }) {
  const [refusal, setRefusal] = useState('');
  const submit = async (form: FormData): Promise<void> => {
    setRefusal('');
    try {
      await who.signIn({ email: formText(form, 'email'), password: formText(form, 'password') });
    } catch (error) {
      setRefusal(failureText(error));
    }
  };
  return (
    <main className="screen-message">
      <h1>Atelier</h1>
      <form action={submit}>
        <label>
          E-mail <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button>Sign in</button>
      </form>
      <p role="alert">{refusal === '' ? failure : refusal}</p>
    </main>
  );
}
