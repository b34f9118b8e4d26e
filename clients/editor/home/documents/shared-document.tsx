/** shared-document: opens a share link: a signed-in person becomes a member, anyone else enters a name as a guest. */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

import { call } from '../../api/call.ts';
import type { WhoStore } from '../../api/who.ts';
import type { Navigate } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Door } from '../door.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import css from '../sign-in/sign-in.module.css';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

type Props = { readonly secret: string; readonly isPerson: boolean; readonly who: WhoStore; readonly navigate: Navigate };

export function SharedDocument({ secret, isPerson, who, navigate }: Props) {
  const [signsIn, setSignsIn] = useState(false);
  const [name, setName] = useState('');
  const { busy, failure, run } = usePending({ quiet: true });
  const begun = useRef(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const open = (guest: { readonly name?: string }): Promise<boolean> =>
    run(async () => {
      const opened = await call('POST /share-links/open', { body: { secret, ...guest } });
      await who.noteGuest();
      navigate({ screen: 'document', document: opened.document.id, tab: null });
    });
  useEffect(() => {
    if (!isPerson || begun.current) return;
    begun.current = true;
    void open({});
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void open({ name: name.trim() });
  };
  if (isPerson) {
    return (
      <Door title={homeTexts.openingSharedDocument} lead={homeTexts.willBeAdded}>
        {failure === null ? <Spinner label={homeTexts.opening} /> : <Notice kind="error">{failure}</Notice>}
        {failure !== null && (
          <div className={css['form']}>
            <Button kind="primary" busy={busy} onClick={() => void open({})}>
              {homeTexts.tryAgain}
            </Button>
            <Button onClick={() => navigate({ screen: 'documents' })}>{homeTexts.yourDocuments}</Button>
          </div>
        )}
      </Door>
    );
  }
  if (signsIn) return <SignIn who={who} failure="" code={null} />;
  return (
    <Door title={homeTexts.sharedWithYou} lead={homeTexts.joinAsAGuest}>
      <form className={css['form']} onSubmit={submit}>
        {failure !== null && <Notice kind="error">{failure}</Notice>}
        <TextField
          label={homeTexts.yourName}
          hint={homeTexts.shownToOtherPeople}
          name="name"
          autoComplete="name"
          maxLength={80}
          required
          ref={first}
          size="lg"
          value={name}
          onChange={setName}
        />
        <Button type="submit" kind="primary" size="lg" wide busy={busy} disabled={name.trim() === ''}>
          {homeTexts.join}
        </Button>
        <Button kind="quiet" size="lg" wide onClick={() => setSignsIn(true)}>
          {homeTexts.signInInstead}
        </Button>
      </form>
    </Door>
  );
}
