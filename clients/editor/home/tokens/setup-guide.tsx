/**
 * setup-guide: for each client the lines that set it up, ready to be copied: first those of clients that open the consent page by
 * themselves, then those with a token.
 */
import { useEffect, useState } from 'react';

import { CopyField } from '../../ui/copy-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import css from './setup-guide.module.css';
import { type Setup, setupLines, type SetupStep } from './setup-lines.ts';
import { homeTexts } from '../../strings/home.ts';

/** `secret`: of a new token, which is to be used now; null: no token is at hand. */
export function SetupGuide({ secret }: { readonly secret: string | null }) {
  const hasConsent = useConsentPage() && secret === null;
  const setups = setupLines(location.origin, secret ?? 'atl_…').filter(({ steps }) => hasConsent || steps.length > 0);
  const [chosen, setClient] = useState<string | null>(null);
  const client = setups.find((setup) => setup.client === chosen)?.client ?? setups[0]?.client ?? '';
  return (
    <Tabs
      label={homeTexts.clients}
      value={client}
      onChange={setClient}
      tabs={setups.map((setup) => ({
        value: setup.client,
        label: setup.title,
        panel: <Panel setup={setup} hasConsent={hasConsent} />,
      }))}
    />
  );
}

function Panel({ setup: { signIn, steps }, hasConsent }: { readonly setup: Setup; readonly hasConsent: boolean }) {
  if (!hasConsent || signIn.length === 0) return <Steps steps={steps} />;
  return (
    <div className={css['ways']}>
      <section aria-label={homeTexts.inYourBrowser}>
        <h3>{homeTexts.inYourBrowser}</h3>
        <p className={css['about']}>{homeTexts.inYourBrowserAbout}</p>
        <Steps steps={signIn} />
      </section>
      {steps.length > 0 && (
        <section aria-label={homeTexts.withAToken}>
          <h3>{homeTexts.withAToken}</h3>
          <Steps steps={steps} />
        </section>
      )}
    </div>
  );
}

const Steps = ({ steps }: { readonly steps: readonly SetupStep[] }) => (
  <div className={css['steps']}>
    {steps.map((step) => (
      <CopyField key={step.label} label={step.label} value={step.text} />
    ))}
  </div>
);

/** Whether this server has a consent page at this address: without PUBLIC_URL only loopback addresses have one. */
function useConsentPage(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    fetch('/.well-known/oauth-authorization-server', { signal: stop.signal }).then(
      ({ ok }) => setThere(ok),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return isThere;
}
