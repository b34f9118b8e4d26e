/**
 * use-mentions: the people whose names are mentions in a text that is being written.
 *
 * A name that is written out mentions, too. Where several people have it, it mentions the one who was chosen last.
 */
import { useState } from 'react';

import { partsOf } from '#core/mentions/mentions-in-text.ts';

import type { Mentionable } from './mention-field.tsx';

export type WrittenMentions = {
  readonly mentioned: readonly Mentionable[];
  readonly choose: (person: Mentionable) => void;
  /** The text with the ids of those it mentions in the places of their names. */
  readonly withIds: (text: string) => string;
};

export function useMentions(people: readonly Mentionable[]): WrittenMentions {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Mentionable>>(new Map());
  const counts = Map.groupBy(people, ({ name }) => name);
  const mentioned = Array.from(counts, ([name, [only, ...others]]) => (others.length === 0 ? only : chosen.get(name))).filter(
    (person) => person !== undefined,
  );
  return {
    mentioned,
    choose: (person) => setChosen((before) => new Map(before).set(person.name, person)),
    withIds: (text) =>
      partsOf(text, mentioned)
        .map(({ text: part, person }) => (person === null ? part : `@${person.id}`))
        .join(''),
  };
}
