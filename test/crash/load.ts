/** load: what agents and editors that write under a crash are given. */
import type { SeededRandom } from '#test/harness/random.ts';

import type { ColdTab } from './cold-journal.ts';
import type { WriteHistory } from './history.ts';

export type LoadOptions = {
  readonly url: string;
  readonly token: string;
  readonly place: ColdTab;
  readonly history: WriteHistory;
  readonly random: SeededRandom;
  /** Elements of the history's `contested` that agents change and connect to, and editors move. */
  readonly shared?: readonly string[];
  /** An editor rests for about so long between two edits; without it hardly at all. */
  readonly paceMs?: number;
  /** Called in the tick in which a client learns that something of its own is durable. */
  readonly onAcknowledged?: (who: 'agent' | 'editor') => void;
};

export type LoadWriter = {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
};
