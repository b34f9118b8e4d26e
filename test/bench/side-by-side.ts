/** One document, served by a node and by the bare servers at the same time. */
import * as Y from 'yjs';

import type { NodeProcess } from '../harness/node-process.ts';
import { type Baseline, startBaseline } from './baseline/start.ts';
import type { BenchTab } from './caller.ts';
import { drawDocument, type Drawn } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { collabUrl, LightEditor } from './light-editor.ts';
import { stateFile } from './state-file.ts';

export type BenchSide = {
  readonly pid: number;
  /** `counting`: messages are counted and not decoded. */
  readonly open: (how: 'counting' | 'editing') => Promise<LightEditor>;
};

export type SideBySide = {
  readonly ground: BenchGround;
  readonly node: NodeProcess;
  readonly drawn: Drawn;
  readonly place: BenchTab;
  readonly ours: BenchSide;
  readonly hocuspocus: BenchSide;
  readonly relay: Baseline;
};

/** Runs work on a document of this many elements and stops all servers. */
export async function sideBySide<T>(elements: number, work: (sides: SideBySide) => Promise<T>): Promise<T> {
  const drawn = drawDocument(elements);
  const file = stateFile(drawn.state);
  const ground = await BenchGround.embedded();
  const baselines: Baseline[] = [];
  try {
    const [hocuspocus, relay] = [
      await startBaseline('hocuspocus', { STATE: file.path }),
      await startBaseline('relay', { STATE: file.path }),
    ];
    baselines.push(hocuspocus, relay);
    const place = await ground.put(drawn);
    const node = await ground.node();
    const side = (pid: number, url: string): BenchSide => ({
      pid,
      open: (how) =>
        LightEditor.open({
          url,
          documentId: place.id,
          token: ground.person.token,
          doc: how === 'editing' ? new Y.Doc() : null,
        }),
    });
    return await work({
      ground,
      node,
      drawn,
      place,
      ours: side(node.pid, collabUrl(node.url)),
      hocuspocus: side(hocuspocus.pid, hocuspocus.webSocketUrl),
      relay,
    });
  } finally {
    for (const baseline of baselines) await baseline.stop();
    await ground.end();
    file.remove();
  }
}
