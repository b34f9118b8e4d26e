/** Secrets and signatures of the Standard Webhooks convention (SPEC.md, WH3). */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret: 24 random bytes. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(24).toString('base64')}`;

export type SignedHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/** The headers of an attempt at a time, in milliseconds. */
export function signedHeaders(secret: string, id: string, body: string, now: number): SignedHeaders {
  const timestamp = String(Math.floor(now / 1_000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
