/** What an agent's own connection to a document may do while the document lets agents only propose, or only read. */
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { Shape } from '#schema/element.ts';

import { Browser } from './harness/browser.ts';
import { startSolo } from './harness/solo.ts';

const box = (id: string): Shape => ({
  type: 'shape',
  shape: 'square',
  id: `${id}~00000000`,
  z: 'a0',
  x: 0,
  y: 0,
  width: 80,
  height: 40,
});

test('AC30 AC33 a connection with a token writes nothing while agents may not, and writes again when they may', async () => {
  const solo = await startSolo('agents-setting');
  try {
    const owner = await Browser.signIn(solo.node.url, solo.storage, 'Grace');
    const set = async (agents: string): Promise<number> =>
      (await owner.call('PATCH', `/documents/${place.id}`, { agents })).status;
    const place = await solo.api.createDocument();
    expect(
      (await solo.api.call('PUT', `/documents/${place.id}/members/${owner.userId}`, { level: 'owner' })).status,
    ).toBeLessThan(300);
    const stored = async (): Promise<string> =>
      JSON.stringify((await solo.api.call('GET', `/documents/${place.id}/tabs/${place.tab}`)).body);
    const agent = solo.open(place.id);
    await agent.synced();
    agent.put(place.tab, box('first'));
    await agent.saved();

    for (const agents of ['propose', 'read']) {
      expect(await set(agents)).toBe(200);
      // One connection that was open when the setting changed, and a new one.
      const editors = [agents === 'propose' ? agent : solo.open(place.id), solo.open(place.id)];
      for (const [at, editor] of editors.entries()) {
        await editor.synced();
        editor.put(place.tab, box(`${agents}${at}`));
      }
      await sleep(1_500);
      expect(await stored()).not.toContain(agents);
      expect(editors.map(({ provider }) => provider.hasUnsyncedChanges)).toEqual([true, true]);
      for (const editor of editors) editor.destroy();
    }

    expect(await set('write')).toBe(200);
    const again = solo.open(place.id);
    await again.synced();
    again.put(place.tab, box('again'));
    await again.saved();
    expect(await stored()).toContain('again~');
    expect(await stored()).toContain('first~');
  } finally {
    await solo.stop();
  }
});
