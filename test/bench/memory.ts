/** The memory of an open document, after a full collection. */
import { startBaseline } from './baseline/start.ts';
import type { BenchTab } from './caller.ts';
import { drawDocument } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { bytesInUse, inspectable } from './inspector.ts';
import { collabUrl, LightEditor } from './light-editor.ts';
import { type Bench, times } from './row.ts';
import { stateFile } from './state-file.ts';

const megabyte = 1024 * 1024;

export const memory: Bench = {
  name: 'memory',
  title: 'Memory of an open document of 1,000 elements',
  async run(effort) {
    const drawn = drawDocument(1_000);
    const file = stateFile(drawn.state);
    const ground = await BenchGround.embedded();
    const [ourInspector, bareInspector] = [await inspectable(), await inspectable()];
    const bare = await startBaseline('hocuspocus', { STATE: file.path, ...bareInspector.environment });
    try {
      const node = await ground.node(ourInspector.environment);
      const count = times(effort, 30, 10);
      // One more than are counted, as the first also loads code.
      const [first, ...places] = await ground.documents(count + 1, 1_000);
      if (first === undefined) throw new Error('no document');
      const open = (url: string, { id }: BenchTab) => LightEditor.open({ url, documentId: id, token: ground.person.token });
      const opened = async (url: string, port: number): Promise<{ editors: LightEditor[]; bytes: number }> => {
        const editors = [await open(url, first)];
        const before = await bytesInUse(port);
        for (const place of places) editors.push(await open(url, place));
        return { editors, bytes: (await bytesInUse(port)) - before };
      };
      const [ours, stock] = [
        await opened(collabUrl(node.url), ourInspector.port),
        await opened(bare.webSocketUrl, bareInspector.port),
      ];
      const caller = ground.caller(node);
      await caller.changeset(first, 'set b1 label=Warm');
      const before = await bytesInUse(ourInspector.port);
      for (const place of places) await caller.changeset(place, 'set b1 label=Written');
      const written = (await bytesInUse(ourInspector.port)) - before;
      for (const editor of [...ours.editors, ...stock.editors]) editor.close();
      const each = ours.bytes / count / megabyte;
      return [
        {
          what: 'open in one editor',
          unit: 'MB',
          ours: each,
          baseline: { name: 'Hocuspocus alone, same document', value: stock.bytes / count / megabyte },
          goal: { words: 'at most 3 MB', met: each <= 3 },
        },
        { what: 'more while an agent writes to it', unit: 'MB', ours: written / count / megabyte, baseline: null, goal: null },
      ];
    } finally {
      await bare.stop();
      await ground.end();
      file.remove();
    }
  },
};
