/** tokens: the API tokens that act in a person's name, and how to set agents and terminals up with one. */
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { Token } from '#schema/access.ts';

import { call } from '../../api/call.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import rows from '../rows.module.css';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { dayText, sinceText } from '../../ui/since-text.ts';
import css from './tokens.module.css';
import { useAnswer } from '../../ui/use-answer.ts';
import { useTask } from '../../ui/use-task.ts';

export function Tokens() {
  const asked = useAnswer(useCallback((signal: AbortSignal) => call<{ tokens: Token[] }>('GET', '/tokens', { signal }), []));
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const task = useTask();
  const make = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      New token
    </Button>
  );
  const revoke = (token: Token): void =>
    void task.run(async () => {
      await call('DELETE', `/tokens/${token.id}`);
      asked.change(({ tokens }) => ({ tokens: tokens.filter(({ id }) => id !== token.id) }));
      setRevoking(null);
    });
  return (
    <Screen
      title="Agents"
      lead="Agents and scripts use an API token. Their changes carry your name, appear live, and can be undone together."
      actions={make}
    >
      <Loaded request={asked}>
        {({ tokens }) => (
          <div className={css['sections']}>
            {tokens.length === 0 ? (
              <EmptyState icon={<KeyRound />} title="No tokens yet" action={make}>
                Create one token per app so you can revoke it separately.
              </EmptyState>
            ) : (
              <section className={rows['group']} aria-label="Tokens">
                <h2>Tokens</h2>
                <ul className={rows['rows']}>
                  {tokens.map((token) => (
                    <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
                  ))}
                </ul>
              </section>
            )}
            <section className={rows['group']} aria-label="Setup">
              <h2>Connect a client</h2>
              <SetupGuide secret="atl_…" />
            </section>
          </div>
        )}
      </Loaded>
      {making && (
        <NewTokenDialog
          onClose={() => setMaking(false)}
          onMade={(token) => asked.change(({ tokens }) => ({ tokens: [token, ...tokens] }))}
        />
      )}
      {revoking !== null && (
        <AlertDialog
          open
          onOpenChange={() => setRevoking(null)}
          title={`Revoke “${revoking.name}”?`}
          description="Apps using it lose access immediately. This can’t be undone."
          confirm="Revoke"
          busy={task.busy}
          onConfirm={() => revoke(revoking)}
        />
      )}
    </Screen>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const now = useNow();
  const { documents } = token;
  const reach = documents === null ? 'All documents' : documents.length === 1 ? '1 document' : `${documents.length} documents`;
  const isOver = token.expiresAt !== null && token.expiresAt <= now;
  return (
    <li className={rows['row']}>
      <div className={rows['words']}>
        <span className={rows['title']}>{token.name}</span>
        <span className={rows['about']}>
          <span className={rows['tag']}>{token.access === 'full' ? 'Read and write' : 'Read only'}</span>
          <span className={rows['tag']}>{reach}</span>
          {isOver && <span className={classNames(rows['tag'], rows['late'])}>Expired</span>}
          <span>{token.lastUsedAt === null ? 'Never used' : `Used ${sinceText(token.lastUsedAt, now)}`}</span>
          {!isOver && <span>· {token.expiresAt === null ? 'Never expires' : `Expires ${dayText(token.expiresAt)}`}</span>}
        </span>
      </div>
      <IconButton label={`Revoke ${token.name}`} icon={<Trash2 />} onClick={onRevoke} />
    </li>
  );
}
