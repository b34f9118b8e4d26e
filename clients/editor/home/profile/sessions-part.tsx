/** sessions-part: where a person is signed in, and signing out elsewhere. */
import { Laptop, LogOut, Smartphone } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { OwnSession } from '#schema/access.ts';

import { call } from '../../api/call.ts';
import { profileTexts } from '../../strings/profile.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/screen.tsx';
import { dayText, sinceText } from '../../ui/since-text.ts';
import { useTell } from '../../ui/toast.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useNow } from '../../ui/use-now.ts';
import { usePending } from '../../ui/use-pending.ts';
import rows from '../rows.module.css';
import { browserName } from './browser-name.ts';
import css from './profile.module.css';

export function SessionsPart() {
  const request = useAnswer(useCallback((signal: AbortSignal) => call('GET /me/sessions', { signal }), []));
  const [ending, setEnding] = useState(false);
  const { busy, run } = usePending();
  const tell = useTell();
  const keep = (holds: (session: OwnSession) => boolean): void =>
    request.change(({ sessions }) => ({ sessions: sessions.filter(holds) }));
  const end = ({ id }: OwnSession): void =>
    void run(async () => {
      await call('DELETE /me/sessions/:session', { params: { session: id } });
      keep((session) => session.id !== id);
      tell({ text: profileTexts.signedOutThere });
    });
  const endOthers = (): void =>
    void run(async () => {
      await call('DELETE /me/sessions');
      keep(({ isCurrent }) => isCurrent);
      setEnding(false);
      tell({ text: profileTexts.signedOutElsewhere });
    });
  return (
    <Loaded request={request}>
      {({ sessions }) => (
        <>
          <ul className={rows['rows']}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div>
              <Button icon={<LogOut aria-hidden />} onClick={() => setEnding(true)}>
                {profileTexts.signOutElsewhere}
              </Button>
            </div>
          )}
          {ending && (
            <AlertDialog
              open
              onOpenChange={() => setEnding(false)}
              title={profileTexts.signOutElsewhereQuestion}
              description={profileTexts.signOutElsewhereAbout}
              confirm={profileTexts.signOut}
              busy={busy}
              onConfirm={endOthers}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function SessionRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const now = useNow();
  const { browser, system } = browserName(session.userAgent);
  const name = profileTexts.browserOn(browser, system);
  const isPhone = system === 'iPhone' || system === 'iPad' || system === 'Android';
  return (
    <li className={rows['row']} title={session.userAgent ?? undefined}>
      <span className={css['device']}>{isPhone ? <Smartphone aria-hidden /> : <Laptop aria-hidden />}</span>
      <div className={rows['words']}>
        <span className={rows['title']}>{name}</span>
        <span className={rows['about']}>
          {session.isCurrent ? (
            <span className={rows['tag']}>{profileTexts.thisBrowser}</span>
          ) : (
            <span>{profileTexts.used(sinceText(session.lastUsedAt, now))}</span>
          )}
          <span>· {profileTexts.signedIn(dayText(session.createdAt))}</span>
        </span>
      </div>
      {!session.isCurrent && (
        <Button aria-label={profileTexts.signOutOf(name)} onClick={onEnd}>
          {profileTexts.signOut}
        </Button>
      )}
    </li>
  );
}
