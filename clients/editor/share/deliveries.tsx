/** deliveries: what a webhook has sent last, opened on request. */
import { useCallback, useState } from 'react';

import { isEventType } from '#schema/event.ts';
import type { Delivery } from '#schema/webhook.ts';

import { call } from '../api/call.ts';
import { shareTexts } from '../strings/share.ts';
import { Loaded } from '../ui/screen.tsx';
import { sinceText } from '../ui/since-text.ts';
import { useAnswer } from '../ui/use-answer.ts';
import { eventTitle } from './event-title.ts';
import css from './share-dialog.module.css';

type DeliveriesProps = { readonly documentId: string; readonly webhookId: string };

export function Deliveries(props: DeliveriesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css['deliveries']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{shareTexts.recentDeliveries}</summary>
      {isOpen && <DeliveryList {...props} />}
    </details>
  );
}

function DeliveryList({ documentId, webhookId }: DeliveriesProps) {
  const request = useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        call('GET /documents/:doc/webhooks/:webhook/deliveries', { params: { doc: documentId, webhook: webhookId }, signal }),
      [documentId, webhookId],
    ),
  );
  return (
    <Loaded request={request}>
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <p className={css['none']}>{shareTexts.noDeliveries}</p>
        ) : (
          <ul className={css['deliveryList']}>
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <span>{isEventType(delivery.type) ? eventTitle(delivery.type) : shareTexts.eventTest}</span>
                <span className={css['about']}>{outcomeOf(delivery)}</span>
                <span className={css['about']}>{sinceText(delivery.createdAt, Date.now())}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function outcomeOf({ state, status, attempts }: Delivery): string {
  const words = { delivered: shareTexts.delivered, waiting: shareTexts.waiting, failed: shareTexts.failed }[state];
  const answer = attempts === 0 ? null : status === null ? shareTexts.noAnswer : String(status);
  return [words, answer, attempts > 1 ? shareTexts.attempts(attempts) : null].filter((part) => part !== null).join(' · ');
}
