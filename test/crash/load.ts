/** The options of the agents and editors that write during a crash. */
import type { SeededRandom } from '#test/harness/random.ts';

import type { ColdTab } from './cold-journal.ts';
import type { WriteHistory } from './history.ts';

export type LoadOptions = {
  readonly url: string;
  readonly token: string;
  readonly place: ColdTab;
  readonly history: WriteHistory;
  readonly random: SeededRandom;
  /** Elements of the history's `contested`, which agents change and connect to, and editors move. */
  readonly shared?: readonly string[];
  /** The approximate pause of an editor between two edits; hardly any without it. */
  readonly paceMs?: number;
  /** Called in the tick in which a client gets an acknowledgement. */
  readonly onAcknowledged?: (who: 'agent' | 'editor') => void;
};

export type LoadWriter = {
  /** Resolves when everything in progress has ended. */
  stop(): Promise<void>;
};
