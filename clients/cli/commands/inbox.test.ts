import { describe, expect, test } from 'vitest';

import { agentOf, handTask } from '#rest/resources/task-stage.test-support.ts';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier } = shell;

/** A document, and a shell of the agent `planner` in it. */
async function stage() {
  const { server, ada } = shell;
  const cookie = await server.signIn(ada);
  const { id: doc, tab } = await server.addDocument(ada.token, `Payments ${Math.random()}`);
  const agent = await agentOf(server, cookie, `planner-${Math.random().toString(36).slice(2)}`);
  const { json } = await server.call('GET', '/tokens', { cookie });
  const { handle } = json.tokens.find((token: { id: string }) => token.id === agent.tokenId);
  const ran = (...args: string[]) => atelier(args, { env: { ATELIER_TOKEN: agent.token } });
  const hand = (body: object = {}) => handTask(server, { person: ada, cookie, doc, tab, ...agent }, { handle, ...body });
  return { doc, tab, cookie, ran, hand };
}

describe('inbox', () => {
  test('CM13 an agent in a shell waits for a task, claims it, reports, asks, and completes it', async () => {
    const { doc, tab, cookie, ran, hand } = await stage();
    expect(await ran('wait', doc, '--for', 'task', '--timeout', '0.3')).toMatchObject({ code: 4, out: '' });
    const waiting = ran('wait', doc, '--for', 'task', '--timeout', '20', '--quiet');
    const task = await hand({ tab, text: 'Draw\u001b[2J it.' });
    expect(await waiting).toEqual({ code: 0, out: `${task}\n`, err: '' });
    expect((await ran('inbox', 'ls', '-q')).out).toBe(`${task}\n`);
    const lease = (await ran('inbox', 'claim', task, '--quiet')).out.trim();
    expect(lease).toMatch(/^lease_\w+$/);
    expect((await ran('inbox', 'claim', task)).err).toMatch(/^task_taken: /);
    const reported = await ran('inbox', 'update', task, lease, '--progress', 'Drawing');
    expect(reported.out).toMatch(
      new RegExp(`^${task} {2}working {2}Payments .*\ntab {2}${tab}\nDraw\\[2J it\\.\nprogress {2}Drawing\n$`),
    );
    await ran('inbox', 'update', task, lease, '--question', 'Which color?');
    await shell.server.call('POST', `/documents/${doc}/tasks/${task}/hand`, { cookie, body: { text: 'Red.' } });
    const again = (await ran('inbox', 'claim', task, '--json')).out;
    expect(JSON.parse(again).task.messages).toMatchObject([{ text: 'Which color?' }, { text: 'Red.' }]);
    expect((await ran('inbox', 'complete', task, lease)).err).toMatch(/^lease_invalid: .*\n {2}hint: /);
    const done = await ran('inbox', 'complete', task, JSON.parse(again).lease, '--text', 'Drawn.');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining(`${task}  done`)]);
    expect((await ran('inbox', 'show', task)).out).toContain('  agent: Drawn.\n');
    expect((await ran('task', 'ls', doc)).out).toBe('');
    expect((await ran('task', 'ls', doc, '--status', 'all', '-q')).out).toBe(`${task}\n`);
  });

  test('CM13 a wait takes no task of another document', async () => {
    const { doc, ran, hand } = await stage();
    const task = await hand();
    const { id: other } = await shell.server.addDocument(shell.ada.token, 'Other');
    expect((await ran('wait', other, '--for', 'task', '--timeout', '1.5')).code).toBe(4);
    expect((await ran('inbox', 'ls', other, '-q')).out.trim()).toBe('');
    expect((await ran('wait', doc, '--for', 'task', '--timeout', '1')).out).toContain(task);
    expect((await atelier(['inbox', 'claim', task])).err).toMatch(/^task_not_found: /);
  });
});
