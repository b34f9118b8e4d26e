import { describe, expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;
async function drawing(): Promise<string> {
  const { id } = await shell.server.addDocument(shell.ada.token);
  await said('element', 'add', id, 'square', 'id=cart', 'label=Cart');
  return id;
}

describe('comment', () => {
  test('CM3 a thread is started, answered, resolved, reopened and removed by the ref of its element', async () => {
    const doc = await drawing();
    const first = (await said('-q', 'comment', 'add', doc, 'cart', 'Is this \u001b[2Jright?')).trim();
    expect(first).toMatch(/^cmt_\w+$/);
    const second = JSON.parse(await said('comment', 'reply', doc, 'cart', 'It is.', '--json')) as { id: string };
    const list = await said('comment', 'ls', doc);
    expect(list).toMatch(
      /^cart "Cart" on Tab 1\n {2}\S+ \S+ {2}Ada: Is this \[2Jright\? {2}\(cmt_\w+\)\n {2}\S+ \S+ {2}Ada: It is\. /,
    );
    await said('comment', 'resolve', doc, 'cart');
    expect([await said('comment', 'ls', doc), await said('comment', 'ls', doc, '--status', 'resolved')]).toEqual([
      '',
      expect.stringContaining('resolved'),
    ]);
    await said('comment', 'reopen', doc, 'cart', '--tab', 'Tab 1');
    await said('comment', 'rm', doc, second.id);
    expect(await said('-q', 'comment', 'ls', doc, '--status', 'all')).toBe(`${first}\n`);
    await said('element', 'rm', doc, 'cart');
    expect(await said('comment', 'ls', doc, '--status', 'all')).toMatch(/^cart~\w{8}, removed\n {2}\S+ \S+ {2}Ada: Is this /);
    expect(await said('comment', 'ls', doc)).toBe('');
  });

  test('without a thread, reply, resolve and reopen say how to start one', async () => {
    const doc = await drawing();
    for (const args of [
      ['reply', doc, 'cart', 'Yes'],
      ['resolve', doc, 'cart'],
      ['reopen', doc, 'cart'],
    ]) {
      const { code, err } = await atelier(['comment', ...args]);
      expect([code, err]).toEqual([
        1,
        'comment_not_found: The element has no thread.\n  hint: Start one: atelier comment add <doc> <ref> <text>, or the tool comment with action add.\n',
      ]);
    }
    expect((await atelier(['comment', 'ls', doc, '--status', 'some'])).err).toMatch(/^invalid_status: /);
  });
});

describe('mentions', () => {
  test('a comment that mentions the owner of the token is listed until it is marked as read', async () => {
    const { server, ada } = shell;
    const bob = await server.addPerson('Bob');
    const doc = await drawing();
    await server.call('PUT', `/documents/${doc}/members/${bob.id}`, { token: ada.token, body: { level: 'participant' } });
    const { tabs } = (await server.call('GET', `/documents/${doc}`, { token: bob.token })).json;
    const { id } = (
      await server.call('POST', `/documents/${doc}/tabs/${tabs[0].id}/comments`, {
        token: bob.token,
        body: { elementId: 'cart', text: `@${ada.id}, is this right?` },
      })
    ).json;
    expect(await said('comment', 'mentions')).toMatch(
      new RegExp(
        `^\\* Plans: \\S+ \\S+ {2}Bob: @Ada, is this right\\? {2}\\(${id}\\)\n {2}http\\S+/d/${doc}/${tabs[0].id}#${id}\n$`,
      ),
    );
    expect(await said('comment', 'read', id)).toBe('0 unread\n');
    expect(await said('comment', 'mentions', '--unread')).toBe('');
    expect(await said('-q', 'comment', 'mentions')).toBe(`${id}\n`);
    expect(JSON.parse(await said('comment', 'read', id, '--older', '--json'))).toEqual({ unread: 0 });
  });

  test('a comment from the command line mentions a member by name', async () => {
    const { server, ada } = shell;
    const bob = await server.addPerson('Bob Mason');
    const doc = await drawing();
    await server.call('PUT', `/documents/${doc}/members/${bob.id}`, { token: ada.token, body: { level: 'viewer' } });
    const made = JSON.parse(await said('comment', 'add', doc, 'cart', '@Bob Mason, look', '--json'));
    expect(made.mentions).toEqual([{ id: bob.id, name: 'Bob Mason' }]);
    const { code, err } = await atelier(['comment', 'add', doc, 'cart', '@user_00000000000000000000, look']);
    expect([code, err]).toEqual([1, expect.stringMatching(/^cannot_mention: /)]);
  });
});

describe('wait', () => {
  test('CM6 it prints the next comment and ends; without one it ends with 4', async () => {
    const doc = await drawing();
    let isOver = false;
    const waiting = atelier(['wait', doc, '--for', 'comment', '--timeout', '20']).finally(() => (isOver = true));
    for (let count = 1; !isOver; count += 1) {
      await said('comment', 'add', doc, 'cart', `call ${count}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { code, out } = await waiting;
    expect([code, out]).toEqual([0, expect.stringMatching(/^cart "Cart" {2}\S+ \S+ {2}Ada: call \d+ {2}\(cmt_\w+\)\n$/)]);
    const inVain = await atelier(['wait', doc, '--for', 'comment', '--timeout', '0.3']);
    expect([inVain.code, inVain.out]).toEqual([4, '']);
    expect((await atelier(['wait', doc, '--for', 'godot', '--timeout', '1'])).code).toBe(2);
  });
});

describe('wait on a document with cards', () => {
  test('a comment on a card ends it; other changes of cards do not', async () => {
    const doc = await drawing();
    const id = (await said('-q', 'item', 'add', doc, 'Task', 'title=Refunds')).trim();
    let isOver = false;
    const waiting = atelier(['wait', doc, '--for', 'comment', '--timeout', '20']).finally(() => (isOver = true));
    const token = shell.ada.token;
    for (let count = 1; !isOver; count += 1) {
      await said('item', 'set', doc, id, `estimate=${count}`);
      await shell.server.call('POST', `/documents/${doc}/items/${id}/comments`, { token, body: { text: `call ${count}` } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { code, out } = await waiting;
    expect([code, out]).toEqual([0, expect.stringMatching(/^#1 {2}\S+ \S+ {2}Ada: call \d+ {2}\(cmt_\w+\)\n$/)]);
  });
});

describe('presence', () => {
  test('it is set for a number of seconds, listed, and cleared; a wrong value has its code', async () => {
    const doc = await drawing();
    const set = ['presence', 'set', doc, '--status', 'Tidying', '--focus', 'cart, cart', '--ttl', '60'];
    expect(await said(...set)).toMatch(/^present until /);
    expect(await said('presence', 'ls', doc)).toMatch(/^tab_\w+ {2}Ada \(agent\) {2}Tidying\n0 people, 1 agent\n$/);
    await said('presence', 'clear', doc);
    expect(await said('presence', 'ls', doc)).toBe('0 people, 0 agents\n');
    for (const ttl of ['0.9', '121', '120.1']) {
      const { code, err } = await atelier(['presence', 'set', doc, '--ttl', ttl]);
      expect([ttl, code, err]).toEqual([ttl, 1, expect.stringMatching(/^ttl_out_of_range: /)]);
    }
    for (const ttl of ['1', '120']) expect(await said('presence', 'set', doc, '--ttl', ttl)).toMatch(/^present until /);
    expect((await atelier(['presence', 'set', doc, '--focus', 'nobody'])).err).toMatch(/^focus_not_found: /);
    expect((await atelier(['presence', 'set', doc, '--ttl', 'soon'])).code).toBe(2);
  });
});
