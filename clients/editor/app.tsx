/** app: the page: the signed-in person, and the screen of the address. */
import { type ReactNode, useEffect, useMemo, useState, useCallback } from 'react';

import type { Fragment } from './fragment.ts';
import { Door } from './home/door.tsx';
import { MentionContext, MentionStore } from './mentions/mention-store.ts';
import { useValue } from './state/signal.ts';
import { failureText } from './api/call.ts';
import { isSecondStep, type WhoStore } from './api/who.ts';
import type { Address, PageRoute } from './state/routes.ts';
import { Button } from './ui/button.tsx';
import { lazyPart } from './ui/lazy-part.tsx';
import { Notice } from './ui/notice.tsx';
import { Spinner } from './ui/spinner.tsx';
import { uiTexts } from './strings/ui.ts';

const DocumentScreen = lazyPart(async () => (await import('./document/document-screen.tsx')).DocumentScreen, OnScreen);
const Home = lazyPart(async () => (await import('./home/home.tsx')).Home, OnScreen);
const SharedDocument = lazyPart(async () => (await import('./home/documents/shared-document.tsx')).SharedDocument, OnScreen);
const Consent = lazyPart(async () => (await import('./home/consent/consent.tsx')).Consent, OnScreen);
const SignIn = lazyPart(async () => (await import('./home/sign-in/sign-in.tsx')).SignIn, OnScreen);

const screens = new Map<PageRoute['screen'], { readonly fetch: () => Promise<unknown> }>([
  ['document', DocumentScreen],
  ['share', SharedDocument],
  ['consent', Consent],
]);

/** Loads the screen of an address while the person is being loaded. */
export function fetchScreen({ screen }: PageRoute): void {
  const shown = screens.get(screen) ?? Home;
  void shown.fetch();
}

type Props = { readonly who: WhoStore; readonly address: Address; readonly fragment: Fragment };

export function App({ who, address, fragment }: Props) {
  const me = useValue(who);
  const [failure, setFailure] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [linked, setLinked] = useState(fragment.target);
  const onTargetShown = useCallback(() => {
    setLinked(null);
    address.targetShown();
  }, [address]);

  useEffect(() => {
    const message = fragment.failed ? uiTexts.signInLinkFailed : '';
    void begin(who, fragment.code).then((begun) => {
      setFailure(begun.failure === '' ? message : begun.failure);
      if (begun.needsSecondStep) setCode(fragment.code);
    });
    // A link that is pasted while the page is open.
    const onHash = (): void => location.reload();
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [who, fragment]);

  const person = me.state === 'person' ? me.user.id : null;
  const mentions = useMemo(() => (person === null ? null : new MentionStore()), [person]);
  return (
    <MentionContext value={mentions}>
      <ShownScreen
        who={who}
        address={address}
        fragment={fragment}
        failure={failure}
        code={code}
        linked={linked}
        onTargetShown={onTargetShown}
      />
    </MentionContext>
  );
}

type ShownProps = Props & {
  readonly failure: string;
  /** A one-time code that waits for a second factor. */
  readonly code: string | null;
  readonly linked: string | null;
  readonly onTargetShown: () => void;
};

function ShownScreen({ who, address, fragment, failure, code, linked, onTargetShown }: ShownProps) {
  const me = useValue(who);
  const route = useValue(address);
  if (me.state === 'asking') return <Waiting failure={failure} />;
  if (route.screen === 'share' && fragment.shareSecret !== null)
    return <SharedDocument secret={fragment.shareSecret} isPerson={me.state === 'person'} who={who} navigate={address.go} />;
  // A guest's cookie opens one document: the server decides whether it is this one.
  if (route.screen === 'document')
    return (
      <DocumentScreen
        documentId={route.document}
        tabId={route.tab}
        target={route.target ?? linked}
        onTargetShown={onTargetShown}
        who={who}
        navigate={address.go}
      />
    );
  if (me.state === 'guest') return <SignIn key={code} who={who} failure={failure} code={code} />;
  if (route.screen === 'consent') return <Consent user={me.user} query={location.search.slice(1)} />;
  // A link without its secret leads home.
  const screen = route.screen === 'share' ? 'documents' : route.screen;
  const folderId = route.screen === 'folder' ? route.folder : null;
  return (
    <Home
      screen={screen === 'folder' ? 'documents' : screen}
      folderId={folderId}
      user={me.user}
      who={who}
      navigate={address.go}
    />
  );
}

function OnScreen({ children }: { readonly children: ReactNode }) {
  return <div className="screen-message">{children}</div>;
}

function Waiting({ failure }: { readonly failure: string }) {
  if (failure === '') {
    return (
      <OnScreen>
        <Spinner label={uiTexts.loadingSpoken} />
      </OnScreen>
    );
  }
  return (
    <Door title="Atelier" lead={uiTexts.cannotReachServer}>
      <Notice kind="error">{failure}</Notice>
      <Button kind="primary" onClick={() => location.reload()}>
        {uiTexts.tryAgain}
      </Button>
    </Door>
  );
}

type Begun = { readonly failure: string; readonly needsSecondStep: boolean };

/** Why the code, or loading the person, failed; after a used code the person may be signed in all the same. */
async function begin(who: WhoStore, code: string | null): Promise<Begun> {
  let begun: Begun = { failure: '', needsSecondStep: false };
  try {
    if (code !== null) {
      await who.signIn({ code });
      return begun;
    }
  } catch (error) {
    begun = isSecondStep(error)
      ? { failure: '', needsSecondStep: true }
      : { failure: failureText(error), needsSecondStep: false };
  }
  try {
    await who.ask();
    return begun;
  } catch (error) {
    return { ...begun, failure: failureText(error) };
  }
}
