/** provider-button: signs in with the OpenID Connect provider, if the server has one. */
import { useEffect, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { keepReturnAddress } from '../../state/return-address.ts';
import { homeTexts } from '../../strings/home.ts';

type Ways = { readonly openid: { readonly name: string } | null };

export function ProviderButton() {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const response = await fetch('/sign-in/ways', { signal: stop.signal });
      if (response.ok) setName(((await response.json()) as Ways).openid?.name ?? null);
    };
    // Without an answer the form remains.
    ask().catch(() => undefined);
    return () => stop.abort();
  }, []);
  if (name === null) return null;
  const signIn = (): void => {
    keepReturnAddress();
    location.assign('/sign-in/openid');
  };
  return (
    <Button size="lg" wide onClick={signIn}>
      {homeTexts.signInWith(name)}
    </Button>
  );
}
