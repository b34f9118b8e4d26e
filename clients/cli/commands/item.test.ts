import { describe, expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;
async function board(): Promise<string> {
  const { id } = await shell.server.addDocument(shell.ada.token);
  await said('element', 'add', id, 'plan-board', 'id=sprint', 'label=Sprint');
  return id;
}

describe('item', () => {
  test('CM3 cards are created, changed and moved by key=value, with columns by name and cards by number', async () => {
    const doc = await board();
    const id = (await said('-q', 'item', 'add', doc, 'Task', 'title=Retry failed \u001b[2Jpayments', 'status=Doing', 'labels=api, money', 'estimate=3', 'flagged=true')).trim(); // prettier-ignore
    expect(id).toMatch(/^item_\w+$/);
    await said('item', 'add', doc, 'idea', 'title=Later', 'assignee={"id":"u","name":"Grace","color":"#0f766e"}');
    expect(await said('item', 'ls', doc)).toMatch(
      /^#1 +task +Retry failed \[2Jpayments +Doing +item_\w+\n#2 +idea +Later +Grace +item_\w+\n$/,
    );
    const changed = JSON.parse(await said('item', 'set', doc, '#1', 'due=2026-03-01', 'labels=', 'flagged=false', '--json')) as { item: object }; // prettier-ignore
    expect(changed.item).toMatchObject({ key: 1, due: '2026-03-01', flagged: false, estimate: 3 });
    expect(changed.item).not.toHaveProperty('labels');
    expect(await said('item', 'move', doc, '2', '--status', 'Doing', '--before', '1', 'priority=high')).toMatch(
      /^#2 Later {2}\(item_/,
    );
    expect((await said('-q', 'item', 'ls', doc, '--status', 'Doing')).trim().split('\n')).toHaveLength(2);
    expect((await atelier(['item', 'set', doc, '1', 'type=idea'])).code).toBe(0);
    expect((await atelier(['item', 'set', doc, '1', 'priority=enormous'])).err).toMatch(/^field_value_invalid: .*priority/);
    expect((await atelier(['item', 'set', doc, '#9', 'priority=high'])).err).toMatch(/^item_not_found: /);
    expect((await atelier(['item', 'set', doc, '1', 'priority'])).code).toBe(2);
  });

  test('CM3 a card is commented on and deleted', async () => {
    const doc = await board();
    await said('item', 'add', doc, 'task', 'title=Retry');
    expect(await said('item', 'comment', doc, '#1', 'Still \u001b[2Jright?')).toBe('#1 Still [2Jright?\n');
    expect(await said('-q', 'item', 'comment', doc, '1', 'Yes')).toMatch(/^\w+\n$/);
    expect((await atelier(['item', 'comment', doc, '#9', 'Who?'])).err).toMatch(/^item_not_found: /);
    await said('item', 'rm', doc, '#1');
    expect(await said('item', 'ls', doc)).toBe('');
  });

  test('card types are listed with their fields', async () => {
    const doc = await board();
    expect(await said('-q', 'type', 'ls', doc)).toBe('project\ntask\nnote\nidea\naction\n');
    expect(await said('type', 'ls', doc)).toMatch(/^project +Project +title description/);
  });
});
