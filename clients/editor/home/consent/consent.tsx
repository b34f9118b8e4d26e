/**
 * consent: the page on which a person gives a program access to documents, or does not.
 *
 * The program wrote its request into the address; the server judges it, when it is shown and again when it is decided.
 */
import { type ReactNode, useEffect, useState } from 'react';

import type { Authorization, User } from '#schema/access.ts';

import { call, CallRefused, failureText } from '../../api/call.ts';
import { consentTexts } from '../../strings/consent.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Door } from '../door.tsx';
import { ConsentForm } from './consent-form.tsx';
import css from './consent.module.css';

type State =
  | { readonly step: 'loading' }
  | { readonly step: 'asking'; readonly request: Authorization }
  | { readonly step: 'refused'; readonly failure: unknown }
  | { readonly step: 'done'; readonly program: string };

type ConsentProps = { readonly user: User; readonly query: string };

export function Consent({ user, query }: ConsentProps) {
  const [state, setState] = useState<State>({ step: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    call('GET /authorization', { query: { query }, signal: stop.signal }).then(
      (request) => setState({ step: 'asking', request }),
      (failure: unknown) => {
        if (!stop.signal.aborted) setState({ step: 'refused', failure });
      },
    );
    return () => stop.abort();
  }, [query]);

  switch (state.step) {
    case 'loading':
      return (
        <div className="screen-message">
          <Spinner label={consentTexts.loading} />
        </div>
      );
    case 'refused':
      return <Refused failure={state.failure} />;
    case 'done':
      return (
        <Door title={consentTexts.handedOver(state.program)} lead={consentTexts.handedOverAbout}>
          <HomeLink />
        </Door>
      );
    case 'asking':
      return (
        <ConsentForm
          user={user}
          query={query}
          request={state.request}
          onDecided={(redirect) => {
            location.assign(redirect);
            // The page stays if the address is that of an application on this computer.
            setState({ step: 'done', program: state.request.client.name });
          }}
        />
      );
  }
}

function Refused({ failure }: { readonly failure: unknown }): ReactNode {
  const redirect = failure instanceof CallRefused ? failure.members['redirect'] : undefined;
  return (
    <Door title={consentTexts.cannotGiveAccess} lead={consentTexts.nothingGiven}>
      <Notice kind="error">{failureText(failure)}</Notice>
      <div className={css['buttons']}>
        {typeof redirect === 'string' && (
          <Button size="lg" wide onClick={() => location.assign(redirect)}>
            {consentTexts.returnToProgram}
          </Button>
        )}
        <HomeLink />
      </div>
    </Door>
  );
}

const HomeLink = () => (
  <a className={css['home']} href="/">
    {consentTexts.yourDocuments}
  </a>
);
