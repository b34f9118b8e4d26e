/** setup-guide: for each client the lines that set it up, ready to be copied. */
import { useState } from 'react';

import { CopyField } from '../../ui/copy-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import css from './setup-guide.module.css';
import { setupLines } from './setup-lines.ts';
import { homeTexts } from '../../strings/home.ts';

/** `secret`: of the token, or a placeholder if it is no longer known. */
export function SetupGuide({ secret }: { readonly secret: string }) {
  const setups = setupLines(location.origin, secret);
  const [client, setClient] = useState('claude-code');
  return (
    <Tabs
      label={homeTexts.clients}
      value={client}
      onChange={setClient}
      tabs={setups.map((setup) => ({
        value: setup.client,
        label: setup.title,
        panel: (
          <div className={css['steps']}>
            {setup.steps.map((step) => (
              <CopyField key={step.label} label={step.label} value={step.text} />
            ))}
          </div>
        ),
      }))}
    />
  );
}
