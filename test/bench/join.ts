/** The cost for the server when another editor opens a document that is already open. */
import { RelayClient } from './baseline/relay-client.ts';
import { cpuDuring } from './process-cost.ts';
import { type Bench, times } from './row.ts';
import { sideBySide } from './side-by-side.ts';
import { median } from './statistics.ts';

export const join: Bench = {
  name: 'join',
  title: 'One more editor joins an open document of 5,000 elements, server CPU',
  run: (effort) =>
    sideBySide(5_000, async ({ ours, hocuspocus, relay }) => {
      const stay = [await ours.open('counting'), await hocuspocus.open('counting')];
      const joins = times(effort, 30, 10);
      const asEditor = (open: typeof ours.open) => async (): Promise<void> => {
        const editor = await open('counting');
        await editor.settled;
        editor.close();
      };
      const ways = [
        { pid: ours.pid, once: asEditor(ours.open), ms: [] as number[] },
        { pid: hocuspocus.pid, once: asEditor(hocuspocus.open), ms: [] as number[] },
        { pid: relay.pid, once: () => fromRelay(relay.webSocketUrl), ms: [] as number[] },
      ];
      for (let round = 0; round <= effort.rounds; round += 1) {
        for (const { pid, once, ms } of ways) {
          const used = await cpuDuring(pid, async () => {
            for (let index = 0; index < joins; index += 1) await once();
          });
          if (round > 0) ms.push(used / joins);
        }
      }
      for (const editor of stay) editor.close();
      const [mine = 0, bare = 0, raw = 0] = ways.map(({ ms }) => median(ms));
      const what = 'server CPU of a join';
      return [
        { what, unit: 'ms', ours: mine, baseline: { name: 'Hocuspocus alone', value: bare }, goal: null },
        {
          what,
          unit: 'ms',
          ours: mine,
          baseline: { name: 'a relay that sends the bytes', value: raw },
          goal: { words: 'at most 2x the relay', met: mine <= 2 * raw },
        },
      ];
    }),
};

async function fromRelay(url: string): Promise<void> {
  const client = await RelayClient.connect(url);
  await client.fetch('join');
  client.close();
}
