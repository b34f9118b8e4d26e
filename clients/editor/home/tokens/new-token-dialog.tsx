/**
 * new-token-dialog: creates a token, and shows its secret once, with the lines that set up a client.
 *
 * The secret is not stored: closing the dialog discards it, so Escape and a press outside do not close it.
 */
import { useState } from 'react';

import type { Token, TokenAccess } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';

import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { FenceFields, fenceOf, isRate, noFence } from './fence-fields.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { type Expiry, expiresAt, expiryOptions } from '../../ui/token-expiry.ts';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

type NewTokenDialogProps = { readonly onClose: () => void; readonly onMade: (token: Token) => void };

export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <Secret secret={secret} onClose={onClose} />;
  const made = (answer: { readonly token: Token; readonly secret: string }): void => {
    setSecret(answer.secret);
    onMade(answer.token);
  };
  return <Form onClose={onClose} onMade={made} />;
}

type FormProps = {
  readonly onClose: () => void;
  readonly onMade: (made: { readonly token: Token; readonly secret: string }) => void;
};

function Form({ onClose, onMade }: FormProps) {
  const [name, setName] = useState('');
  const [access, setAccess] = useState<TokenAccess>('full');
  const [reach, setReach] = useState<'all' | 'some'>('all');
  const [documents, setDocuments] = useState<readonly string[]>([]);
  const [expiry, setExpiry] = useState<Expiry>('quarter');
  const [choice, setChoice] = useState(noFence);
  const { busy, failure, run } = usePending({ quiet: true });
  const complete = name.trim() !== '' && (reach === 'all' || documents.length > 0) && isRate(choice.rate);
  const [only = null, ...others] = reach === 'all' ? [] : documents;
  const document = others.length > 0 ? null : only;
  const submit = (): void =>
    void run(async () => {
      const body = {
        name: name.trim(),
        access,
        documents: reach === 'all' ? null : [...documents],
        fence: fenceOf(document === null ? { ...choice, tabs: [], frame: '' } : choice),
        expiresAt: expiresAt(expiry, Date.now()),
      };
      onMade(await call('POST /tokens', { body }));
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={homeTexts.newToken}
      description={homeTexts.newTokenAbout}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{homeTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={!complete}>
            {homeTexts.createToken}
          </Button>
        </>
      }
    >
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <TextField
        label={homeTexts.name}
        hint={homeTexts.tokenNameHint}
        placeholder={homeTexts.claudeOnMyLaptop}
        maxLength={limits.nameCharacters}
        value={name}
        onChange={setName}
      />
      <Select
        label={homeTexts.access}
        value={access}
        onChange={setAccess}
        options={[
          { value: 'full', label: homeTexts.readAndWrite },
          { value: 'read', label: homeTexts.readOnly },
        ]}
      />
      <Select
        label={homeTexts.documents}
        value={reach}
        onChange={setReach}
        options={[
          { value: 'all', label: homeTexts.allDocuments },
          { value: 'some', label: homeTexts.selectedDocuments, description: homeTexts.selectedDocumentsAbout },
        ]}
      />
      {reach === 'some' && (
        <DocumentChoice
          chosen={documents}
          onChange={(chosen) => {
            setDocuments(chosen);
            setChoice({ ...choice, tabs: [], frame: '' });
          }}
        />
      )}
      <Select label={homeTexts.expiration} value={expiry} onChange={setExpiry} options={expiryOptions} />
      <FenceFields document={document} isReader={access === 'read'} choice={choice} onChange={setChoice} />
    </Dialog>
  );
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      width="wide"
      title={homeTexts.yourToken}
      stays
      onOpenChange={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {homeTexts.done}
        </Button>
      }
    >
      <Notice kind="warning">{homeTexts.copyItNow}</Notice>
      <CopyField label={homeTexts.secret} value={secret} />
      <SetupGuide secret={secret} />
    </Dialog>
  );
}
