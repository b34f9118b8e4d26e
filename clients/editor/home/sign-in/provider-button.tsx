/** provider-button: signs in with the OpenID Connect provider, if the server has one. */
import { useEffect, useState } from 'react';

import { Button } from '../../ui/button.tsx';
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
  return (
    <Button size="lg" wide onClick={() => location.assign('/sign-in/openid')}>
      {homeTexts.signInWith(name)}
    </Button>
  );
}
