/** tokens: the API tokens that act in the person's name, and how to set up agents and terminals with one. */
import { Inbox, KeyRound, Plus, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { Token } from '#schema/access.ts';

import { call } from '../../api/call.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { HandleDialog } from './handle-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import rows from '../rows.module.css';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { dayText, sinceText } from '../../ui/since-text.ts';
import css from './tokens.module.css';
import { useAnswer } from '../../ui/use-answer.ts';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

export function Tokens() {
  const request = useAnswer(useCallback((signal: AbortSignal) => call('GET /tokens', { signal }), []));
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const [naming, setNaming] = useState<Token | null>(null);
  const task = usePending();
  const make = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      {homeTexts.newToken}
    </Button>
  );
  const revoke = (token: Token): void =>
    void task.run(async () => {
      await call('DELETE /tokens/:token', { params: { token: token.id } });
      request.change(({ tokens }) => ({ tokens: tokens.filter(({ id }) => id !== token.id) }));
      setRevoking(null);
    });
  return (
    <Screen title={homeTexts.agents} lead={homeTexts.tokensAbout} actions={make}>
      <Loaded request={request}>
        {({ tokens }) => (
          <div className={css['sections']}>
            {tokens.length === 0 ? (
              <EmptyState icon={<KeyRound />} title={homeTexts.noTokensYet} action={make}>
                {homeTexts.noTokensAbout}
              </EmptyState>
            ) : (
              <section className={rows['group']} aria-label={homeTexts.tokens}>
                <h2>{homeTexts.tokens}</h2>
                <ul className={rows['rows']}>
                  {tokens.map((token) => (
                    <TokenRow
                      key={token.id}
                      token={token}
                      onHandle={() => setNaming(token)}
                      onRevoke={() => setRevoking(token)}
                    />
                  ))}
                </ul>
              </section>
            )}
            <section className={rows['group']} aria-label={homeTexts.setup}>
              <h2>{homeTexts.connectAClient}</h2>
              <SetupGuide secret={null} />
            </section>
          </div>
        )}
      </Loaded>
      {making && (
        <NewTokenDialog
          onClose={() => setMaking(false)}
          onMade={(token) => request.change(({ tokens }) => ({ tokens: [token, ...tokens] }))}
        />
      )}
      {naming !== null && (
        <HandleDialog
          token={naming}
          onClose={() => setNaming(null)}
          onChanged={(token) =>
            request.change(({ tokens }) => ({ tokens: tokens.map((one) => (one.id === token.id ? token : one)) }))
          }
        />
      )}
      {revoking !== null && (
        <AlertDialog
          open
          onOpenChange={() => setRevoking(null)}
          title={homeTexts.revokeQuestion(revoking.name)}
          description={homeTexts.revokeAbout}
          confirm={homeTexts.revoke}
          busy={task.busy}
          onConfirm={() => revoke(revoking)}
        />
      )}
    </Screen>
  );
}

function fenceTags({ fence }: Token): string[] {
  const { tabs, frame, operations, rate } = fence ?? {};
  return [
    ...(tabs !== undefined && frame === undefined ? [homeTexts.tabsCount(tabs.length)] : []),
    ...(frame !== undefined ? [homeTexts.oneFrame] : []),
    ...(operations !== undefined ? [homeTexts.limitedWrites] : []),
    ...(rate !== undefined ? [homeTexts.rateTag(rate)] : []),
  ];
}

type RowProps = { readonly token: Token; readonly onHandle: () => void; readonly onRevoke: () => void };

function TokenRow({ token, onHandle, onRevoke }: RowProps) {
  const now = useNow();
  const { documents } = token;
  const reach = documents === null ? homeTexts.allDocuments : homeTexts.documentsCount(documents.length);
  const isOver = token.expiresAt !== null && token.expiresAt <= now;
  return (
    <li className={rows['row']}>
      <div className={rows['words']}>
        <span className={rows['title']}>{token.name}</span>
        <span className={rows['about']}>
          <span className={rows['tag']}>{token.access === 'full' ? homeTexts.readAndWrite : homeTexts.readOnly}</span>
          <span className={rows['tag']}>{reach}</span>
          {fenceTags(token).map((tag) => (
            <span key={tag} className={rows['tag']}>
              {tag}
            </span>
          ))}
          {token.client !== undefined && <span className={rows['tag']}>{homeTexts.viaOAuth(token.client.host)}</span>}
          {token.handle !== null && <span className={rows['tag']}>{homeTexts.takesTasksAs(token.handle)}</span>}
          {isOver && <span className={classNames(rows['tag'], rows['late'])}>{homeTexts.expired}</span>}
          <span>{token.lastUsedAt === null ? homeTexts.neverUsed : homeTexts.used(sinceText(token.lastUsedAt, now))}</span>
          {!isOver && (
            <span>· {token.expiresAt === null ? homeTexts.neverExpires : homeTexts.expires(dayText(token.expiresAt))}</span>
          )}
        </span>
      </div>
      {!isOver && <IconButton label={homeTexts.handleOf(token.name)} icon={<Inbox />} onClick={onHandle} />}
      <IconButton label={homeTexts.revokeNamed(token.name)} icon={<Trash2 />} onClick={onRevoke} />
    </li>
  );
}
