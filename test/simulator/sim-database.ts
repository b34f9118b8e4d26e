/** The database of a history, as its nodes and its judge meet it. */
import type { Storage } from '#storage/storage.ts';

/** A storage whose functions a control may replace. */
export type OpenedStorage = { -readonly [Name in keyof Storage]: Storage[Name] };

export type SimDatabase = {
  /** What is stored, read past all faults. */
  cold(): Promise<Storage>;
  /** Opens it for a node that starts, without faults. `onBroken` is called if the node has to end. */
  open(node: string, onBroken: () => void): Promise<OpenedStorage>;
  /** The node has died, with everything that only its memory held. */
  died(node: string): void;
  /** Faults of this node's access begin. */
  trouble(node: string): void;
  /** Faults end. */
  calm(): void;
  /** Faults of the database itself that may happen in a step: the probability of each, its name, and what happens. */
  readonly strikes: readonly (readonly [chance: number, name: string, strike: () => void])[];
  /** The history is over. */
  close(): Promise<void>;
};
