/** consent-form: who asks for access, and what the person gives: access, documents, for how long, and further limits. */
import { useState } from 'react';

import { type Authorization, grantDays, type TokenAccess, type User } from '#schema/access.ts';

import { call } from '../../api/call.ts';
import { consentTexts } from '../../strings/consent.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { usePending } from '../../ui/use-pending.ts';
import { Door } from '../door.tsx';
import { DocumentChoice } from '../tokens/document-choice.tsx';
import { FenceFields, fenceOf, isRate, noFence } from '../tokens/fence-fields.tsx';
import css from './consent.module.css';

type Days = (typeof grantDays)[number];
const dayOptions = grantDays.map((days) => ({ value: `${days}` as const, label: consentTexts.days(days) }));
const accessLabels = { full: consentTexts.readAndWrite, read: consentTexts.readOnly };

type ConsentFormProps = {
  readonly user: User;
  readonly query: string;
  readonly request: Authorization;
  readonly onDecided: (redirect: string) => void;
};

export function ConsentForm({ user, query, request, onDecided }: ConsentFormProps) {
  const { client, isVouched, isLocal } = request;
  const [access, setAccess] = useState<TokenAccess>(request.access[0] ?? 'read');
  const [reach, setReach] = useState<'all' | 'some'>('all');
  const [documents, setDocuments] = useState<readonly string[]>([]);
  const [days, setDays] = useState<`${Days}`>('30');
  const [allows, setAllows] = useState(true);
  const { busy, failure, run } = usePending({ quiet: true });
  const [choice, setChoice] = useState(noFence);
  const isComplete = (reach === 'all' || documents.length > 0) && isRate(choice.rate);
  const [only = null, ...others] = reach === 'all' ? [] : documents;
  const document = others.length > 0 ? null : only;

  const decide = (allow: boolean): void => {
    setAllows(allow);
    void run(async () => {
      const chosen = reach === 'all' || !allow ? null : documents;
      const body = {
        query,
        allow,
        access,
        documents: chosen === null ? null : [...chosen],
        fence: allow ? fenceOf(document === null ? { ...choice, tabs: [], frame: '' } : choice) : null,
        days: Number(days) as Days,
      };
      onDecided((await call('POST /authorization', { body })).redirect);
    });
  };

  return (
    <Door
      title={consentTexts.title(client.name)}
      lead={isLocal && !isVouched ? consentTexts.leadLocal : consentTexts.lead(client.host)}
    >
      <Facts user={user} request={request} />
      {!isVouched && <Notice kind="warning">{consentTexts.notVerified}</Notice>}
      {isVouched && isLocal && <Notice kind="warning">{consentTexts.anyLocalProgram}</Notice>}
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <div className={css['choices']}>
        <Select
          label={consentTexts.access}
          value={access}
          onChange={setAccess}
          options={request.access.map((value) => ({ value, label: accessLabels[value] }))}
        />
        <Select
          label={consentTexts.documents}
          value={reach}
          onChange={setReach}
          options={[
            { value: 'all', label: consentTexts.allDocuments },
            { value: 'some', label: consentTexts.selectedDocuments, description: consentTexts.selectedDocumentsAbout },
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
        <Select label={consentTexts.duration} value={days} onChange={setDays} options={dayOptions} />
        <FenceFields document={document} isReader={access === 'read'} choice={choice} onChange={setChoice} />
      </div>
      <div className={css['buttons']}>
        <Button kind="primary" size="lg" wide busy={busy && allows} disabled={!isComplete} onClick={() => decide(true)}>
          {consentTexts.allow}
        </Button>
        <Button size="lg" wide busy={busy && !allows} onClick={() => decide(false)}>
          {consentTexts.deny}
        </Button>
        <p className={css['note']}>{consentTexts.endAnyTime}</p>
      </div>
    </Door>
  );
}

function Facts({ user, request }: { readonly user: User; readonly request: Authorization }) {
  const { client, isVouched, isLocal, redirectHost } = request;
  const rows = [
    ...(isVouched ? [[consentTexts.identifiedBy, client.host] as const] : []),
    [consentTexts.returnsTo, isLocal ? `${consentTexts.thisComputer} (${redirectHost})` : redirectHost] as const,
    [consentTexts.signedInAs, user.email ?? user.name] as const,
  ];
  return (
    <dl className={css['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
