/** Comments and cards that agents of a history sent, and which of them the cold document must contain. */
import type * as Y from 'yjs';

import { keyOf, readCards } from '#schema/ydoc/cards.ts';
import { readThreads } from '#schema/ydoc/threads.ts';

export type Note = {
  readonly key: string;
  readonly kind: 'comment' | 'card';
  /** Id in the answer. */
  id: string | null;
  /** Its last attempt was. */
  isRefused: boolean;
};

export class SimNotes {
  /** The element with the comments. */
  readonly on: string;
  readonly #sent: Note[] = [];

  constructor(on: string) {
    this.on = on;
  }

  sent(key: string, kind: Note['kind']): Note {
    const note = { key, kind, id: null, isRefused: false };
    this.#sent.push(note);
    return note;
  }

  /** Contradictions to the document: acknowledged but missing, or duplicated; card numbers used twice or missing. */
  objections(doc: Y.Doc): string[] {
    const comments = [...readThreads(doc).values()].flatMap((thread) =>
      thread.comments.map(({ id, text }) => ({ id, key: text })),
    );
    const cards = [...readCards(doc, new Map()).values()].map(({ id, title }) => ({ id, key: title }));
    const found: string[] = [];
    for (const { key, kind, id } of this.#sent) {
      const there = (kind === 'comment' ? comments : cards).filter((one) => one.key === key);
      if (id !== null && !there.some((one) => one.id === id)) found.push(`N1 ${kind} ${key} was acknowledged and is missing`);
      if (there.length > 1) found.push(`N2 ${kind} ${key} is there ${there.length} times`);
    }
    const numbers = cards.map(({ id }) => keyOf(doc, id)).toSorted((a, b) => a - b);
    if (numbers.some((number, index) => number !== index + 1)) found.push(`N3 cards have the numbers ${numbers.join(', ')}`);
    return found;
  }
}
