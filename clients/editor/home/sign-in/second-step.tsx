/** second-step: the code of the authenticator app, or a recovery code, after the right password or one-time code. */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

import { CallRefused, failureText } from '../../api/call.ts';
import type { Credentials, WhoStore } from '../../api/who.ts';
import { twoStepTexts } from '../../strings/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePending } from '../../ui/use-pending.ts';
import { Door } from '../door.tsx';
import css from './sign-in.module.css';

type Props = { readonly who: WhoStore; readonly credentials: Credentials; readonly onBack: () => void };

export function SecondStep({ who, credentials, onBack }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, run } = usePending({ quiet: true });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isRecovery]);
  const send = async (): Promise<void> => {
    try {
      setFault(undefined);
      await who.signIn({ ...credentials, secondFactor: code });
    } catch (error) {
      const isWrong = error instanceof CallRefused && error.code === 'second_factor_wrong';
      setFault(isWrong ? (isRecovery ? twoStepTexts.recoveryCodeWrong : twoStepTexts.codeWrong) : failureText(error));
      field.current?.focus();
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (code.trim().length >= 6) void run(send);
  };
  const change = (): void => {
    setRecovery(!isRecovery);
    setCode('');
    setFault(undefined);
  };
  return (
    <Door title={twoStepTexts.stepTitle} lead={isRecovery ? twoStepTexts.recoveryAbout : twoStepTexts.stepAbout}>
      <form className={css['form']} onSubmit={submit}>
        <TextField
          label={isRecovery ? twoStepTexts.recoveryCode : twoStepTexts.code}
          name="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          maxLength={40}
          ref={field}
          value={code}
          onChange={setCode}
          error={fault}
        />
        <Button type="submit" kind="primary" size="lg" wide busy={busy} disabled={code.trim().length < 6}>
          {twoStepTexts.signIn}
        </Button>
        <div className={css['ways']}>
          <Button kind="quiet" onClick={onBack}>
            {twoStepTexts.back}
          </Button>
          <Button kind="quiet" onClick={change}>
            {isRecovery ? twoStepTexts.useApp : twoStepTexts.useRecoveryCode}
          </Button>
        </div>
      </form>
    </Door>
  );
}
