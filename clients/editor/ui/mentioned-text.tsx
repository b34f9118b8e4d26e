/** mentioned-text: the text of a comment, with the people it mentions set apart. Copied, it is plain text. */
import { partsOf } from '#core/mentions/mentions-in-text.ts';
import type { MentionedPerson } from '#schema/comment.ts';

import css from './mentioned-text.module.css';

type Props = {
  readonly text: string;
  readonly people: readonly MentionedPerson[] | undefined;
  /** The id of the person at this page. */
  readonly me?: string | undefined;
};

export function MentionedText({ text, people = [], me }: Props) {
  if (people.length === 0) return text;
  return partsOf(text, people).map(({ text: part, person }, index) =>
    person === null ? (
      part
    ) : (
      // The parts of a text have no ids.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={css['mention']} data-own={person.id === me}>
        {part}
      </span>
    ),
  );
}
