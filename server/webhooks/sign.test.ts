import { createHmac } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { newWebhookSecret, signedHeaders } from './sign.ts';

describe('signatures', () => {
  test("WH3 the convention's published vector is signed as published", () => {
    const body = '{"test": 2432232314}';
    expect(
      signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, 1_614_265_330_000),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('WH3 a new secret has 24 random bytes, and what it signs is verified by the bytes alone', () => {
    const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(other).not.toBe(secret);
    const headers = signedHeaders(secret, 'msg_1', 'é', 1_999);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update('msg_1.1.é').digest('base64')}`);
  });
});
