/** turn-on-dialog: a new secret for an authenticator app, as a QR code and as text, and the first code of it. */
import { useCallback, useEffect, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';
import type { ConfirmedSecondFactor } from '#schema/second-factor.ts';

import { call, CallRefused, failureText } from '../../api/call.ts';
import { twoStepTexts } from '../../strings/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { usePending } from '../../ui/use-pending.ts';
import { QrCode } from './qr-code.tsx';
import css from './two-step.module.css';

type Props = { readonly onClose: () => void; readonly onTurnedOn: (answer: ConfirmedSecondFactor) => void };
type Faults = { readonly code?: string; readonly password?: string };

export function TurnOnDialog({ onClose, onTurnedOn }: Props) {
  const request = useAnswer(useCallback((signal: AbortSignal) => call('POST /me/second-factor', { signal }), []));
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const { busy, run } = usePending();
  const send = async (): Promise<void> => {
    try {
      setFaults({});
      onTurnedOn(await call('POST /me/second-factor/confirm', { body: { code, currentPassword: password } }));
    } catch (error) {
      setFaults(faultsOf(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={twoStepTexts.turnOnTitle}
      description={twoStepTexts.turnOnAbout}
      onSubmit={() => void run(send)}
      footer={
        <>
          <Button onClick={onClose}>{twoStepTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={code.trim().length < 6 || password === ''}>
            {twoStepTexts.turnOn}
          </Button>
        </>
      }
    >
      <Loaded request={request}>
        {({ secret, uri }) => (
          <>
            <div className={css['setup']}>
              <QrCode text={uri} label={twoStepTexts.qrCode} />
              <div className={css['key']}>
                <CopyField label={twoStepTexts.cannotScan} value={secret.replaceAll(/.{4}(?=.)/g, '$& ')} />
                <a className={css['app']} href={uri}>
                  {twoStepTexts.openApp}
                </a>
              </div>
            </div>
            <CodeField value={code} onChange={setCode} error={faults.code} />
            <TextField
              label={twoStepTexts.currentPassword}
              type="password"
              autoComplete="current-password"
              maxLength={limits.passwordCharacters}
              value={password}
              onChange={setPassword}
              error={faults.password}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function CodeField({ value, onChange, error }: { value: string; onChange: (code: string) => void; error: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  // The secret has just been loaded, after the dialog opened. On touch a keyboard would cover it.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <TextField
      label={twoStepTexts.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      ref={field}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

function faultsOf(error: unknown): Faults {
  const code = error instanceof CallRefused ? error.code : '';
  if (code === 'password_wrong') return { password: twoStepTexts.passwordWrong };
  return { code: code === 'second_factor_wrong' ? twoStepTexts.codeWrong : failureText(error) };
}
