/** One person asks for many pictures at once, and another for one. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { AttackStage } from './stage.test-support.ts';

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set();
});
afterAll(() => stage.strike());

test("[HT36] many pictures of one person do not delay another's", async () => {
  const place = await stage.place();
  const operations = Array.from(
    { length: 40 },
    (_, at) => `add square "Box ${at}" at:${(at % 8) * 200},${Math.floor(at / 8) * 150}`,
  );
  const { url } = stage.node;
  const headers = { Authorization: `Bearer ${stage.mallory.token}`, 'Content-Type': 'text/plain' };
  const tab = `${url}/api/v1/documents/${place.id}/tabs/${place.tab}`;
  const drawn = await fetch(`${tab}/changesets`, { method: 'POST', headers, body: operations.join('\n') });
  expect(drawn.status).toBe(201);
  const picture = async (token: string): Promise<number> => {
    const answer = await fetch(`${tab}/render.png`, { headers: { Authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await picture(stage.ada.token)).toBe(200);
  let answered = 0;
  const many = Array.from({ length: 60 }, () =>
    picture(stage.mallory.token).then((status) => {
      answered += 1;
      return status;
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = answered;
  expect(await picture(stage.ada.token)).toBe(200);
  // Those that were being drawn or were next.
  expect(answered - before).toBeLessThanOrEqual(6);
  // Some wait for too long, and are refused.
  expect((await Promise.all(many)).filter((status) => status !== 200 && status !== 503)).toEqual([]);
}, 120_000);
