/** two-step-part: whether signing in asks for a code of an authenticator app, and the ways to turn that on and off. */
import { useState } from 'react';

import type { SecondFactor } from '#schema/second-factor.ts';

import { call } from '../../api/call.ts';
import { twoStepTexts } from '../../strings/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { LaterDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { dayText } from '../../ui/since-text.ts';
import { useTell } from '../../ui/toast.tsx';
import { classNames } from '../../ui/class-names.ts';
import rows from '../rows.module.css';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './two-step.module.css';

/** It draws QR codes. */
const TurnOnDialog = lazyPart(async () => (await import('./turn-on-dialog.tsx')).TurnOnDialog, LaterDialog);

type Props = {
  readonly hasPassword: boolean;
  readonly secondFactor: SecondFactor | null;
  readonly onChange: (secondFactor: SecondFactor | null) => void;
};
type Asked = 'nothing' | 'turn-on' | 'turn-off' | 'new-codes';

export function TwoStepPart({ hasPassword, secondFactor, onChange }: Props) {
  const [asked, setAsked] = useState<Asked>('nothing');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const tell = useTell();
  const close = (): void => setAsked('nothing');
  const turnOff = async (currentPassword: string): Promise<void> => {
    await call('POST /me/second-factor/end', { body: { currentPassword } });
    close();
    onChange(null);
    tell({ text: twoStepTexts.turnedOff });
  };
  const renew = async (currentPassword: string): Promise<void> => {
    const { recoveryCodes } = await call('POST /me/second-factor/recovery-codes', { body: { currentPassword } });
    close();
    setCodes(recoveryCodes);
    if (secondFactor !== null) onChange({ ...secondFactor, recoveryCodes: recoveryCodes.length });
  };
  return (
    <div className={rows['rows']}>
      <TwoStepRow hasPassword={hasPassword} secondFactor={secondFactor} onAsk={setAsked} />
      {asked === 'turn-on' && (
        <TurnOnDialog
          onClose={close}
          onTurnedOn={(answer) => {
            close();
            setCodes(answer.recoveryCodes);
            onChange(answer.secondFactor);
            tell({ text: twoStepTexts.turnedOn });
          }}
        />
      )}
      {asked === 'turn-off' && (
        <ProofDialog
          title={twoStepTexts.turnOffTitle}
          about={twoStepTexts.turnOffAbout}
          confirm={twoStepTexts.turnOff}
          kind="danger"
          onClose={close}
          onProof={turnOff}
        />
      )}
      {asked === 'new-codes' && (
        <ProofDialog
          title={twoStepTexts.newCodesTitle}
          about={twoStepTexts.newCodesAbout}
          confirm={twoStepTexts.getCodes}
          kind="primary"
          onClose={close}
          onProof={renew}
        />
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </div>
  );
}

function TwoStepRow({ hasPassword, secondFactor, onAsk }: Omit<Props, 'onChange'> & { onAsk: (asked: Asked) => void }) {
  if (secondFactor === null) {
    return (
      <div className={classNames(rows['row'], css['row'])}>
        <p className={rows['words']}>{hasPassword ? twoStepTexts.offAbout : twoStepTexts.noPasswordAbout}</p>
        {hasPassword && <Button onClick={() => onAsk('turn-on')}>{twoStepTexts.turnOn}</Button>}
      </div>
    );
  }
  const { since, recoveryCodes } = secondFactor;
  return (
    <div className={classNames(rows['row'], css['row'])}>
      <div className={rows['words']}>
        <span>{twoStepTexts.onSince(dayText(since))}</span>
        <span className={rows['about']}>
          <span className={classNames(rows['tag'], recoveryCodes < 3 && rows['late'])}>
            {twoStepTexts.codesLeft(recoveryCodes)}
          </span>
        </span>
      </div>
      <div className={css['buttons']}>
        <Button onClick={() => onAsk('new-codes')}>{twoStepTexts.newCodes}</Button>
        <Button onClick={() => onAsk('turn-off')}>{twoStepTexts.turnOff}</Button>
      </div>
    </div>
  );
}
