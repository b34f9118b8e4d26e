/** webhooks: the addresses that the events of a document are sent to, which owners create, test and delete. */
import { Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useCallback, useState } from 'react';

import { type EventType, eventTypes } from '#schema/event.ts';
import type { Delivery, Webhook } from '#schema/webhook.ts';

import { call } from '../api/call.ts';
import { shareTexts } from '../strings/share.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/screen.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { Deliveries } from './deliveries.tsx';
import { eventTitle } from './event-title.ts';
import css from './share-dialog.module.css';
import type { NamedTab } from './tab-limit.tsx';

type WebhooksProps = { readonly documentId: string; readonly tabs: readonly NamedTab[] };
type Secret = { readonly id: string; readonly secret: string };

export function Webhooks({ documentId, tabs }: WebhooksProps) {
  const request = useAnswer(
    useCallback(
      (signal: AbortSignal) => call('GET /documents/:doc/webhooks', { params: { doc: documentId }, signal }),
      [documentId],
    ),
  );
  const [secret, setSecret] = useState<Secret | null>(null);
  const replace = (id: string, next: Webhook | null): void =>
    request.change(({ webhooks }) => ({
      webhooks: webhooks.flatMap((one) => (one.id !== id ? [one] : next === null ? [] : [next])),
    }));
  return (
    <>
      <Loaded request={request}>
        {({ webhooks }) => (
          <div className={css['links']}>
            {webhooks.length === 0 && <p className={css['none']}>{shareTexts.noWebhooks}</p>}
            {webhooks.map((webhook) => (
              <OneWebhook
                key={webhook.id}
                documentId={documentId}
                tabs={tabs}
                webhook={webhook}
                secret={secret?.id === webhook.id ? secret.secret : null}
                onChange={(next) => replace(webhook.id, next)}
              />
            ))}
          </div>
        )}
      </Loaded>
      <NewWebhook
        documentId={documentId}
        tabs={tabs}
        onMade={(webhook, made) => {
          setSecret({ id: webhook.id, secret: made });
          request.change(({ webhooks }) => ({ webhooks: [...webhooks, webhook] }));
        }}
      />
    </>
  );
}

type OneWebhookProps = WebhooksProps & {
  readonly webhook: Webhook;
  /** Shown once, after it was created. */
  readonly secret: string | null;
  /** Null: it was deleted. */
  readonly onChange: (webhook: Webhook | null) => void;
};

function OneWebhook({ documentId, tabs, webhook, secret, onChange }: OneWebhookProps) {
  const { busy, failure, run } = usePending({ quiet: true });
  const [tested, setTested] = useState<Delivery | null>(null);
  const params = { doc: documentId, webhook: webhook.id };
  const test = (): void =>
    void run(async () => {
      const answer = await call('POST /documents/:doc/webhooks/:webhook/test', { params });
      setTested(answer.delivery);
      onChange(answer.webhook);
    });
  const remove = (): void =>
    void run(async () => {
      await call('DELETE /documents/:doc/webhooks/:webhook', { params });
      onChange(null);
    });
  const trouble = troubleOf(webhook);
  return (
    <section className={css['link']} aria-label={shareTexts.webhookNamed(webhook.url)}>
      <div className={css['linkHead']}>
        <span className={css['words']}>
          <span className={css['name']}>{webhook.url}</span>
          <span className={css['about']}>{aboutWebhook(webhook, tabs)}</span>
        </span>
        <Button size="sm" icon={<Send aria-hidden />} busy={busy} onClick={test}>
          {shareTexts.sendTest}
        </Button>
        <IconButton size="sm" label={shareTexts.deleteWebhook(webhook.url)} icon={<Trash2 />} onClick={remove} />
      </div>
      {trouble !== null && <Notice kind="warning">{trouble}</Notice>}
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {tested !== null && <Notice kind={tested.state === 'delivered' ? 'success' : 'error'}>{testText(tested)}</Notice>}
      {secret !== null && (
        <>
          <CopyField label={shareTexts.signingSecret} value={secret} />
          <p className={css['about']}>{shareTexts.signingSecretAbout}</p>
        </>
      )}
      <Deliveries key={tested?.id} documentId={documentId} webhookId={webhook.id} />
    </section>
  );
}

const disabledTexts: Readonly<Record<NonNullable<Webhook['disabledReason']>, () => string>> = {
  failing: () => shareTexts.disabledFailing,
  gone: () => shareTexts.disabledGone,
  backlog: () => shareTexts.disabledBacklog,
  not_owner: () => shareTexts.disabledNotOwner,
  key_changed: () => shareTexts.disabledKey,
};

function troubleOf({ disabledReason, failingSince }: Webhook): string | null {
  if (disabledReason === undefined) return failingSince === null ? null : shareTexts.failing;
  const reason = disabledTexts[disabledReason]();
  return disabledReason === 'key_changed' || disabledReason === 'not_owner'
    ? `${reason}.`
    : `${reason}. ${shareTexts.enableByTest}`;
}

function testText({ state, status, error }: Delivery): string {
  if (state === 'delivered') return shareTexts.testDelivered(status ?? 200);
  if (error === 'refused') return shareTexts.testRefused;
  return status === null ? shareTexts.testUnanswered : shareTexts.testAnswered(status);
}

function aboutWebhook({ types, tab }: Webhook, tabs: readonly NamedTab[]): string {
  const from = tab === null ? null : (tabs.find(({ id }) => id === tab)?.name ?? tab);
  const what = types.map(eventTitle).join(', ');
  return from === null ? what : `${what} · ${from}`;
}

type NewWebhookProps = WebhooksProps & { readonly onMade: (webhook: Webhook, secret: string) => void };

function NewWebhook({ documentId, tabs, onMade }: NewWebhookProps) {
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly EventType[]>(['comment', 'changeset']);
  const [tab, setTab] = useState('');
  const { busy, failure, run } = usePending({ quiet: true });
  const make = (): void =>
    void run(async () => {
      const body = { url: url.trim(), types: [...types], ...(tab !== '' && { tab }) };
      const made = await call('POST /documents/:doc/webhooks', { params: { doc: documentId }, body });
      onMade(made.webhook, made.secret);
      setUrl('');
    });
  const choose = (type: EventType, checked: boolean): void =>
    setTypes(eventTypes.filter((one) => (one === type ? checked : types.includes(one))));
  return (
    <div className={css['form']}>
      <TextField
        label={shareTexts.address}
        type="url"
        placeholder={shareTexts.addressStart}
        value={url}
        onChange={setUrl}
        error={failure}
      />
      <div className={css['types']} role="group" aria-label={shareTexts.events}>
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            label={eventTitle(type)}
            checked={types.includes(type)}
            onChange={(checked) => choose(type, checked)}
          />
        ))}
      </div>
      {tabs.length > 1 && (
        <Select
          label={shareTexts.fromTab}
          value={tab}
          onChange={setTab}
          options={[{ value: '', label: shareTexts.allTabs }, ...tabs.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      <Button icon={<WebhookIcon aria-hidden />} busy={busy} disabled={url.trim() === '' || types.length === 0} onClick={make}>
        {shareTexts.createWebhook}
      </Button>
      <p className={css['about']}>{shareTexts.webhooksAbout}</p>
    </div>
  );
}
