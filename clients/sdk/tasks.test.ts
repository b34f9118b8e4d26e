import { afterAll, beforeAll, expect, test } from 'vitest';

import { handTask, type TaskStage, taskStage } from '#rest/resources/task-stage.test-support.ts';
import { startTestServer, type TestServer } from '#rest/server.test-support.ts';

import { Client } from './client.ts';

let server: TestServer;
let stage: TaskStage;
beforeAll(async () => {
  server = await startTestServer();
  stage = await taskStage(server);
});
afterAll(() => server.close());

test('SDK7 the tasks of a token are yielded once each, claimed, reported and completed', async () => {
  const { doc, cookie } = stage;
  const shown = async (task: string) => (await server.call('GET', `/documents/${doc}/tasks/${task}`, { cookie })).json;
  const ids = [await handTask(server, stage), await handTask(server, stage), await handTask(server, stage)];
  const client = new Client({ url: server.origin, token: stage.token });
  const seen: string[] = [];
  for await (const claimed of client.tasks({ doc })) {
    seen.push(claimed.task.id);
    await claimed.progress('Drawing');
    expect(await shown(claimed.task.id)).toMatchObject({ state: 'working', progress: 'Drawing' });
    if (seen.length === 1) await claimed.done({ text: 'Drawn.' });
    if (seen.length === 2) await claimed.ask('Which color?');
    if (seen.length === 3) {
      await claimed.fail('Too hard.');
      break;
    }
  }
  expect(seen).toEqual(ids);
  const states = await Promise.all(ids.map(async (id) => (await shown(id)).state));
  expect(states).toEqual(['done', 'needs_input', 'failed']);
});

test('SDK7 a wait for tasks ends with its signal, without an error', async () => {
  const stop = new AbortController();
  const client = new Client({ url: server.origin, token: stage.token });
  setTimeout(() => stop.abort(), 300);
  for await (const claimed of client.tasks({ signal: stop.signal })) throw new Error(claimed.task.id);
});
