/** person-question: the dialogs of what an administrator does with an account. */
import { useCallback } from 'react';

import type { Person } from '#schema/admin-calls.ts';

import { call } from '../../api/call.ts';
import { adminTexts } from '../../strings/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/screen.tsx';
import { sinceText } from '../../ui/since-text.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { useNow } from '../../ui/use-now.ts';
import { usePending } from '../../ui/use-pending.ts';
import rows from '../rows.module.css';

export type Question = { readonly kind: 'sign-in-link' | 'tokens' | 'reset-two-step' | 'deactivate'; readonly person: Person };

type Props = {
  readonly question: Question;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onDeactivate: (person: Person) => void;
  readonly onChanged: (person: Person) => void;
};

export function PersonQuestion({ question: { kind, person }, busy, onClose, onDeactivate, onChanged }: Props) {
  const reset = usePending();
  const turnOff = (): void =>
    void reset.run(async () => {
      await call('POST /admin/people/:user/second-factor/end', { params: { user: person.id } });
      onChanged({ ...person, secondFactor: false });
      onClose();
    });
  if (kind === 'sign-in-link') return <SignInLink person={person} onClose={onClose} />;
  if (kind === 'tokens') return <PersonTokens person={person} onClose={onClose} />;
  const isReset = kind === 'reset-two-step';
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={isReset ? adminTexts.resetTwoStepQuestion(person.name) : adminTexts.deactivateQuestion(person.name)}
      description={isReset ? adminTexts.resetTwoStepAbout : adminTexts.deactivateAbout}
      confirm={isReset ? adminTexts.turnOff : adminTexts.deactivateNow}
      busy={isReset ? reset.busy : busy}
      onConfirm={isReset ? turnOff : () => onDeactivate(person)}
    />
  );
}

type PersonProps = { readonly person: Person; readonly onClose: () => void };

function SignInLink({ person: { id, name }, onClose }: PersonProps) {
  const request = useAnswer(
    useCallback((signal: AbortSignal) => call('POST /admin/people/:user/sign-in-code', { params: { user: id }, signal }), [id]),
  );
  return (
    <Dialog
      open
      stays
      width="wide"
      onOpenChange={onClose}
      title={adminTexts.signInLinkTitle(name)}
      description={adminTexts.signInLinkAbout}
    >
      <Loaded request={request}>{({ url }) => <CopyField label={adminTexts.link} value={url} />}</Loaded>
    </Dialog>
  );
}

function PersonTokens({ person: { id, name }, onClose }: PersonProps) {
  const now = useNow();
  const request = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /admin/people/:user/tokens', { params: { user: id }, signal }), [id]),
  );
  const { run } = usePending();
  const revoke = (token: string): void =>
    void run(async () => {
      await call('DELETE /admin/people/:user/tokens/:token', { params: { user: id, token } });
      request.change(({ tokens }) => ({ tokens: tokens.filter((one) => one.id !== token) }));
    });
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={onClose}
      title={adminTexts.tokensOf(name)}
      footer={<Button onClick={onClose}>{adminTexts.close}</Button>}
    >
      <Loaded request={request}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <p>{adminTexts.noTokens}</p>
          ) : (
            <ul className={rows['rows']}>
              {tokens.map((token) => (
                <li key={token.id} className={rows['row']}>
                  <div className={rows['words']}>
                    <span className={rows['title']}>{token.name}</span>
                    <span className={rows['about']}>
                      {token.lastUsedAt === null ? adminTexts.neverUsed : adminTexts.used(sinceText(token.lastUsedAt, now))}
                    </span>
                  </div>
                  <Button aria-label={adminTexts.revokeNamed(token.name)} onClick={() => revoke(token.id)}>
                    {adminTexts.revoke}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
