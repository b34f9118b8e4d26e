/** Sends what is due to the receivers of webhooks. Every node has one; a delivery is claimed for each attempt (SPEC.md, WH5 to WH14). */
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import { unseal } from '#server/access/seal.ts';
import type { Outbound } from '#server/outbound/outbound.ts';
import type { Storage } from '#storage/storage.ts';
import {
  type Attempt,
  claimDelivery,
  dueDeliveries,
  finishAttempt,
  pruneDeliveries,
  type StoredDelivery,
} from '#storage/webhook-deliveries.ts';
import { disableWebhook, noteWebhook, type StoredWebhook, webhookById } from '#storage/webhooks.ts';

import { makeDeliveries } from './deliveries.ts';
import { nextAttemptAt } from './retries.ts';
import { signedHeaders } from './sign.ts';

export type WebhookSenderOptions = {
  readonly storage: Storage;
  readonly outbound: Outbound;
  /** Seals the secrets; 32 bytes, the same on all nodes. */
  readonly key: Uint8Array;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  /** Called with the outcome of each attempt. */
  readonly onAttempt?: (outcome: 'delivered' | 'retried' | 'failed') => void;
};

/** Finds what a killed node left, and attempts that are due. */
const pollMs = 5_000;
/** Writes that follow each other within this time wake it once. */
const gatherMs = 50;
const attemptsMax = 20;
const attemptsPerWebhook = 2;
/** What is read of an answer: only its status matters. */
const answerBytesMax = 64 * 1_024;

type Outcome = { readonly attempt: Attempt; readonly disable: 'failing' | 'gone' | 'key_changed' | null };

export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  /** Attempts under way, by webhook. */
  readonly #busy = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<void> | null = null;
  /** Woken during the turn: what woke it may be later than what the turn has read. */
  #isWokenAgain = false;
  #gathering: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), pollMs);
    this.#timer.unref();
  }

  /** Makes the deliveries that are missing and starts the attempts that are due. Never throws. */
  wake(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#turn !== null) this.#isWokenAgain = true;
    this.#turn ??= this.#takeTurns()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'webhooks could not be sent'))
      .finally(() => {
        this.#turn = null;
      });
    return this.#turn;
  }

  /** This node has written an event. */
  noteEvent(): void {
    if (this.#isClosed || this.#gathering !== null) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      void this.wake();
    }, gatherMs);
    this.#gathering.unref();
  }

  /** Attempts a delivery at once, unless another node does; resolves when the outcome is stored. Throws what storage throws. */
  async attempt(delivery: StoredDelivery): Promise<void> {
    const { storage, now } = this.#options;
    const claimed = await storage.transact((tx) => claimDelivery(tx, delivery, now(), limits.webhookLeaseMs));
    const webhook = claimed === null ? null : await webhookById(storage.db, claimed.webhookId);
    if (claimed === null || webhook === null) return;
    await this.#store(webhook, claimed, await this.#send(webhook, claimed));
  }

  /** Resolves when the attempts that are under way have ended, and those that they led to. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0 || this.#turn !== null) {
      await this.#turn;
      await Promise.all(this.#underWay);
    }
  }

  /** Starts nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    await this.settled();
  }

  async #takeTurns(): Promise<void> {
    do {
      this.#isWokenAgain = false;
      await this.#takeTurn();
    } while (this.#isWokenAgain && !this.#isClosed);
  }

  async #takeTurn(): Promise<void> {
    const { storage, now, log } = this.#options;
    const { disabled, hasMore } = await makeDeliveries(storage, now);
    for (const webhook of disabled) log.warn({ webhook }, 'a webhook was disabled');
    if (hasMore) this.#isWokenAgain = true;
    const free = attemptsMax - this.#underWay.size;
    if (free <= 0) return;
    const busy = [...this.#busy].flatMap(([id, count]) => (count >= attemptsPerWebhook ? [id] : []));
    for (const delivery of await dueDeliveries(storage.db, now(), busy, free)) this.#begin(delivery);
  }

  #begin(delivery: StoredDelivery): void {
    const count = this.#busy.get(delivery.webhookId) ?? 0;
    if (this.#isClosed || count >= attemptsPerWebhook) return;
    this.#busy.set(delivery.webhookId, count + 1);
    const attempt = this.attempt(delivery)
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the outcome of a webhook could not be stored'))
      .finally(() => {
        this.#underWay.delete(attempt);
        const left = (this.#busy.get(delivery.webhookId) ?? 1) - 1;
        if (left === 0) this.#busy.delete(delivery.webhookId);
        else this.#busy.set(delivery.webhookId, left);
        // Others may wait for this receiver.
        void this.wake();
      });
    this.#underWay.add(attempt);
  }

  async #send(webhook: StoredWebhook, delivery: StoredDelivery): Promise<Outcome> {
    const { outbound, now, key } = this.#options;
    const isTest = delivery.type === 'test';
    let secret: string;
    try {
      secret = unseal(key, webhook.secret);
    } catch {
      const attempt = { delivered: false, status: null, error: 'key_changed', nextAt: null };
      return { attempt, disable: isTest ? null : 'key_changed' };
    }
    const answer = await outbound.fetch(webhook.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signedHeaders(secret, delivery.id, delivery.body, now()) },
      body: delivery.body,
      timeoutMs: limits.webhookAnswerMs,
      bytesMax: answerBytesMax,
    });
    const status = isProblem(answer) ? null : answer.status;
    if (status !== null && status >= 200 && status < 300)
      return { attempt: { delivered: true, status, error: null, nextAt: null }, disable: null };
    const error = isProblem(answer) ? reasonOf(answer.code, answer.members) : null;
    const isGone = status === 410;
    const nextAt = isTest || isGone ? null : nextAttemptAt(delivery.createdAt, delivery.attempts, now());
    const disable = isTest || nextAt !== null ? null : isGone ? 'gone' : 'failing';
    return { attempt: { delivered: false, status, error, nextAt }, disable };
  }

  async #store(webhook: StoredWebhook, delivery: StoredDelivery, { attempt, disable }: Outcome): Promise<void> {
    const { storage, now, log, onAttempt } = this.#options;
    const isStored = await storage.transact(async (tx) => {
      if (!(await finishAttempt(tx, delivery, attempt))) return false;
      if (attempt.delivered || delivery.type !== 'test') await noteWebhook(tx, webhook.id, attempt.delivered ? null : now());
      if (disable !== null) await disableWebhook(tx, webhook.id, now(), disable);
      if (attempt.nextAt === null) await pruneDeliveries(tx, webhook.id, limits.webhookDeliveries);
      return true;
    });
    if (!isStored) return;
    if (disable !== null) log.warn({ webhook: webhook.id, reason: disable }, 'a webhook was disabled');
    onAttempt?.(attempt.delivered ? 'delivered' : attempt.nextAt === null ? 'failed' : 'retried');
    const inMs = (attempt.nextAt ?? Infinity) - now();
    // The poll finds what is due later.
    if (inMs <= pollMs) setTimeout(() => void this.wake(), Math.max(0, inMs)).unref();
  }
}

function reasonOf(code: string, members: Readonly<Record<string, unknown>>): string {
  if (code === 'outbound_refused') return 'refused';
  const { reason } = members;
  return typeof reason === 'string' ? reason : 'unreachable';
}
